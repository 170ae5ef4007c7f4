"""One deed of a person that the bot has to answer, and the form that may come of it."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Final

from localdiscord.refusal import Json
from localdiscord.world import Post


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    SUBMIT = 5


class Reply(IntEnum):
    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9


@dataclass(eq=False)
class Form:
    """A modal that stands open before a person."""

    id: str
    user_id: str
    channel_id: str
    body: Json
    cause: "Interaction"


@dataclass(eq=False)
class Interaction:
    """One deed of a person that the bot has to answer."""

    id: str
    token: str
    kind: Kind
    user_id: str
    channel_id: str
    nonce: str
    data: Json
    born: datetime
    source: Post | None
    cause: "Interaction | None"
    first: asyncio.Future[None]
    reply: Reply | None = None
    original: Post | None = None
    is_loading: bool = False
    choices: list[Json] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    patience: asyncio.TimerHandle | None = None

    def metadata(self, user: Json, guild_id: str) -> Json:
        """How a message that answers this deed tells of it."""
        about: Json = {
            "id": self.id,
            "type": int(self.kind),
            "user": user,
            "authorizing_integration_owners": {"0": guild_id},
        }
        if self.kind == Kind.COMPONENT and self.source is not None:
            about["interacted_message_id"] = self.source.message["id"]
        if self.cause is not None:
            about["triggering_interaction_metadata"] = self.cause.metadata(user, guild_id)
        return about

    @property
    def message(self) -> Json | None:
        """The message that answered, as it is now."""
        return self.original.message if self.original else None

    @property
    def messages(self) -> list[Json]:
        """Every message the bot sent as answer or followup."""
        return [post.message for post in self.posts]


# which answers a kind of interaction may get
FITTING: Final[dict[Kind, frozenset[Reply]]] = {
    Kind.COMMAND: frozenset({Reply.MESSAGE, Reply.DEFER, Reply.FORM}),
    Kind.COMPONENT: frozenset({Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE, Reply.FORM}),
    Kind.AUTOCOMPLETE: frozenset({Reply.CHOICES}),
    Kind.SUBMIT: frozenset({Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE}),
}
