"""One interaction, and the modal that can be the response to it."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.messages import StoredMessage


class InteractionType(IntEnum):
    """What a user did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """The bot's first response to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED_CALLBACKS: Final = {
    InteractionType.COMMAND: frozenset({CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL}),
    InteractionType.COMPONENT: frozenset(CallbackType) - {CallbackType.CHOICES},
    InteractionType.AUTOCOMPLETE: frozenset({CallbackType.CHOICES}),
    InteractionType.MODAL_SUBMIT: frozenset(CallbackType) - {CallbackType.CHOICES, CallbackType.MODAL},
}


@dataclass(eq=False)
class Modal:
    """A modal that is open in front of a user."""

    id: str
    user_id: str
    channel_id: str
    body: Json
    interaction: "Interaction"


@dataclass(eq=False)
class Interaction:
    """Something that a user did and that the bot has to respond to.

    `acknowledged` is done at the bot's first response, and raises NoResponse if none comes. `trigger` is the
    interaction that opened the submitted modal, `source` the message with the component.
    """

    id: str
    token: str
    type: InteractionType
    user_id: str
    channel_id: str
    nonce: str
    data: Json
    created_at: datetime
    source: StoredMessage | None
    trigger: "Interaction | None"
    acknowledged: asyncio.Future[None]
    original: StoredMessage | None = None
    is_loading: bool = False
    choices: list[Json] = field(default_factory=list)
    responses: list[StoredMessage] = field(default_factory=list)
    ack_timer: asyncio.TimerHandle | None = None

    def metadata(self, user: Json, guild_id: str) -> Json:
        """The `interaction_metadata` of a message that responds to this interaction."""
        metadata: Json = {
            "id": self.id,
            "type": int(self.type),
            "user": user,
            "authorizing_integration_owners": {"0": guild_id},
        }
        if self.type == InteractionType.COMPONENT and self.source is not None:
            metadata["interacted_message_id"] = self.source.id
        metadata |= self._target()
        if self.trigger is not None:
            metadata["triggering_interaction_metadata"] = self.trigger.metadata(user, guild_id)
        return metadata

    def _target(self) -> Json:
        """The user or message on which a command of the Apps menu was used."""
        target_id, resolved = self.data.get("target_id"), self.data.get("resolved", {})
        if target_id in resolved.get("messages", {}):
            return {"target_message_id": target_id}
        return {"target_user": resolved["users"][target_id]} if target_id is not None else {}

    @property
    def message(self) -> Json | None:
        """The original response as it is now."""
        return self.original.message if self.original else None

    @property
    def messages(self) -> list[Json]:
        """Every message that the bot sent as a response or followup, as it is now."""
        return [response.message for response in self.responses]


def full_name(data: Json) -> str:
    """The name of a command with its group and subcommand: `draw event`."""
    nested = next((option for option in data.get("options", ()) if option["type"] in (1, 2)), None)
    return f"{data['name']} {full_name(nested)}" if nested else str(data["name"])
