"""How the rest of the server learns that the state changed."""

from collections.abc import Callable
from dataclasses import dataclass

from localdiscord.errors import Json

OnUpdate = Callable[["Update"], None]
Persist = Callable[[str, str, Json | None], None]


@dataclass(frozen=True, slots=True)
class Update:
    """A change in a channel, in a guild or of the whole; `only_for` is the id of the one user who can know about it."""

    type: str
    body: Json
    channel_id: str | None = None
    only_for: str | None = None
    guild_id: str | None = None


class Updates:
    """Passes each update to everyone who subscribed, and each changed object to the archive."""

    def __init__(self) -> None:
        self._subscribers: list[OnUpdate] = []
        self.persist: Persist = lambda _type, _id, _body: None

    def subscribe(self, on_update: OnUpdate) -> None:
        """Calls `on_update` for every update from now on."""
        self._subscribers.append(on_update)

    def unsubscribe(self, on_update: OnUpdate) -> None:
        """Ends a subscription."""
        self._subscribers.remove(on_update)

    def publish(
        self,
        type_: str,
        body: Json,
        *,
        channel_id: str | None = None,
        only_for: str | None = None,
        guild_id: str | None = None,
    ) -> None:
        """Tells every subscriber."""
        update = Update(type_, body, channel_id, only_for, guild_id)
        for on_update in tuple(self._subscribers):
            on_update(update)
