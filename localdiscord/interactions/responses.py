"""What the bot sends as a response to an interaction: the first one, followups, edits."""

from collections.abc import Callable, Sequence
from typing import Final

from localdiscord.errors import Json, invalid_form_body, unknown
from localdiscord.interactions.interaction import (
    ALLOWED_CALLBACKS,
    CallbackType,
    Interaction,
    InteractionType,
    full_name,
)
from localdiscord.interactions.registry import Interactions
from localdiscord.limits import check_choices, check_message, check_modal
from localdiscord.state.composition import compose, edit
from localdiscord.state.files import Upload
from localdiscord.state.messages import MessageFlag, MessageType, StoredMessage
from localdiscord.state.state import State

_RESPONSE_TYPES: Final = {1: MessageType.SLASH_COMMAND}
_INVALID_TYPE: Final = {
    "code": "INTERACTION_RESPONSE_TYPE_INVALID",
    "message": "This response is not allowed for this type of interaction.",
}

_Callback = Callable[[Interaction, Json, Sequence[Upload]], StoredMessage | None]


class Responses:
    """Checks and carries out the bot's responses."""

    def __init__(self, state: State, interactions: Interactions) -> None:
        self._state = state
        self._interactions = interactions
        self._callbacks: dict[CallbackType, _Callback] = {
            CallbackType.MESSAGE: self._send_message,
            CallbackType.DEFERRED_MESSAGE: self._defer_message,
            CallbackType.DEFERRED_UPDATE: self._defer_update,
            CallbackType.UPDATE_MESSAGE: self._update_message,
            CallbackType.CHOICES: self._offer_choices,
            CallbackType.MODAL: self._open_modal,
        }

    # the first response

    def callback(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Json:
        """Carries out the first response and returns Discord's callback object."""
        type_ = _callback_type(interaction, body)
        stored = self._callbacks[type_](interaction, body.get("data") or {}, uploads)
        self._interactions.acknowledge(interaction)
        about: Json = {"id": interaction.id, "type": int(interaction.type)}
        if stored is None:
            return {"interaction": about}
        flags = stored.message["flags"]
        about |= {
            "response_message_id": stored.id,
            "response_message_loading": bool(flags & MessageFlag.LOADING),
            "response_message_ephemeral": bool(flags & MessageFlag.EPHEMERAL),
        }
        if type_ == CallbackType.DEFERRED_MESSAGE:
            return {"interaction": about}
        return {"interaction": about, "resource": {"type": int(type_), "message": stored.message}}

    def _send_message(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> StoredMessage:
        check_message(data, uploads=uploads)
        interaction.original = self._post(interaction, data, uploads, is_first=True)
        return interaction.original

    def _defer_message(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> StoredMessage:
        flags = int(data.get("flags") or 0) & MessageFlag.EPHEMERAL | MessageFlag.LOADING
        interaction.original = self._post(interaction, {"flags": flags}, (), is_first=True)
        interaction.is_loading = True
        return interaction.original

    def _defer_update(self, interaction: Interaction, _data: Json, _uploads: Sequence[Upload]) -> None:
        interaction.original = interaction.source

    def _update_message(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> StoredMessage | None:
        stored = interaction.original = interaction.source
        if stored is not None:
            if not self._state.messages.exists(stored):
                raise unknown("Message", 10008)
            check_message(data, uploads=uploads, before=stored.message)
            edit(self._state, stored, data, uploads)
        return stored

    def _offer_choices(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> None:
        check_choices(data)
        interaction.choices = data["choices"]

    def _open_modal(self, interaction: Interaction, data: Json, _uploads: Sequence[Upload]) -> None:
        check_modal(data)
        self._interactions.open_modal(interaction, data)

    # followups and edits

    def follow_up(self, interaction: Interaction, payload: Json, uploads: Sequence[Upload]) -> Json:
        """Sends one more message; the first after a deferral takes the place of "thinking"."""
        if interaction.is_loading:
            return self.edit(interaction, "@original", payload, uploads)
        check_message(payload, uploads=uploads)
        return self._post(interaction, payload, uploads).message

    def find(self, interaction: Interaction, message_id: str) -> StoredMessage:
        """The original response (`@original`) or a followup; an ApiError if it was deleted."""
        stored = interaction.original
        if message_id != "@original" and (stored is None or stored.id != message_id):
            stored = next((response for response in interaction.responses if response.id == message_id), None)
        if stored is None or not self._state.messages.exists(stored):
            raise unknown("Message", 10008)
        return stored

    def edit(self, interaction: Interaction, message_id: str, payload: Json, uploads: Sequence[Upload]) -> Json:
        """Edits a response and returns the edited message."""
        stored = self.find(interaction, message_id)
        is_first = interaction.is_loading and stored is interaction.original
        check_message(payload, uploads=uploads, before=None if is_first else stored.message)
        if is_first:
            interaction.is_loading = False
        edit(self._state, stored, payload, uploads, is_first=is_first)
        return stored.message

    def delete(self, interaction: Interaction, message_id: str) -> None:
        """Deletes a response."""
        stored = self.find(interaction, message_id)
        if stored is interaction.original:
            interaction.is_loading = False
        self._state.messages.delete(stored)

    def _post(
        self, interaction: Interaction, payload: Json, uploads: Sequence[Upload], *, is_first: bool = False
    ) -> StoredMessage:
        if interaction.channel_id not in self._state.channels.by_id:
            raise unknown("Channel", 10003)
        is_ephemeral = int(payload.get("flags") or 0) & MessageFlag.EPHEMERAL
        stored = compose(
            self._state,
            interaction.channel_id,
            self._state.bot,
            payload,
            uploads=uploads,
            only_for=interaction.user_id if is_ephemeral else None,
            extra=self._origin(interaction, is_first=is_first),
        )
        interaction.responses.append(stored)
        self._state.messages.add(stored)
        return stored

    def _origin(self, interaction: Interaction, *, is_first: bool) -> Json:
        """The fields that tell from which interaction a message comes."""
        state = self._state
        user = state.users[interaction.user_id]
        guild = state.guild_of(interaction.channel_id)
        metadata = interaction.metadata(user, "0" if guild is None else guild.id)
        if not is_first and interaction.original is not None:
            metadata["original_response_message_id"] = interaction.original.id
        origin: Json = {
            "webhook_id": state.application_id,
            "application_id": state.application_id,
            "interaction_metadata": metadata,
        }
        if is_first and interaction.type == InteractionType.COMMAND:
            name = full_name(interaction.data)
            origin["type"] = int(_RESPONSE_TYPES.get(interaction.data["type"], MessageType.MENU_COMMAND))
            origin["interaction"] = {"id": interaction.id, "type": 2, "name": name, "user": user}
            origin |= _target(interaction)
        return origin


def _target(interaction: Interaction) -> Json:
    """The message on which a menu command was used, as the response to it refers to it."""
    data = interaction.data
    target: Json | None = data.get("resolved", {}).get("messages", {}).get(data.get("target_id"))
    if target is None:
        return {}
    reference = {"type": 0, "channel_id": target["channel_id"], "message_id": target["id"]}
    return {"message_reference": reference, "referenced_message": target}


def _callback_type(interaction: Interaction, body: Json) -> CallbackType:
    """The type of the response, if this interaction can have it."""
    allowed = ALLOWED_CALLBACKS[interaction.type]
    if interaction.source is None:
        allowed -= {CallbackType.UPDATE_MESSAGE}
    type_ = body.get("type", 0)
    if type_ not in allowed:
        raise invalid_form_body({"type": {"_errors": [_INVALID_TYPE]}})
    return CallbackType(type_)
