"""All interactions that are alive, and the modals that are open."""

import asyncio
import itertools
import secrets
from datetime import timedelta
from typing import Final

from localdiscord.errors import ApiError, InvalidAction, Json, NoResponse, unknown
from localdiscord.gateway.gateway import Gateway
from localdiscord.interactions.events import interaction_create
from localdiscord.interactions.interaction import Interaction, InteractionType, Modal
from localdiscord.sabotage import Sabotage
from localdiscord.state.messages import StoredMessage
from localdiscord.state.state import State

TOKEN_LIFETIME: Final = timedelta(minutes=15)
NO_RESPONSE: Final = "The application did not respond"


class Interactions:
    """Starts interactions, finds them by their token, and ends those that the bot does not respond to."""

    def __init__(self, state: State, gateway: Gateway, sabotage: Sabotage, *, ack_timeout: float) -> None:
        self.ack_timeout = ack_timeout
        self._modals: dict[str, Modal] = {}  # by user: each has at most one in front of them
        self._state = state
        self._gateway = gateway
        self._sabotage = sabotage
        self._by_token: dict[str, Interaction] = {}

    def begin(
        self,
        user_id: str,
        channel_id: str,
        type_: InteractionType,
        data: Json,
        *,
        nonce: str = "",
        source: StoredMessage | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Sends the interaction to the bot and waits for the response; InvalidAction where one of the two is not."""
        guild = self._state.guild_of(channel_id)
        if guild is not None and user_id not in guild.members:
            raise InvalidAction("You are not on this server.")
        if guild is not None and self._state.is_installed and not self._state.has_bot(guild.id):
            raise InvalidAction("The bot is not on this server.")
        interaction = Interaction(
            id=self._state.clock.next_id(),
            token=secrets.token_urlsafe(48),
            type=type_,
            user_id=user_id,
            channel_id=channel_id,
            nonce=nonce,
            data=data,
            created_at=self._state.clock.now(),
            source=source,
            trigger=trigger,
            acknowledged=asyncio.get_running_loop().create_future(),
        )
        self._forget_expired()
        self._by_token[interaction.token] = interaction
        self._deliver(interaction)
        return interaction

    def _deliver(self, interaction: Interaction) -> None:
        self.publish("interaction_create", interaction, channel_id=interaction.channel_id)
        loop = asyncio.get_running_loop()
        interaction.ack_timer = loop.call_later(self.ack_timeout, self._give_up, interaction)
        guild = self._state.guild_of(interaction.channel_id)
        event = interaction_create(self._state, interaction)
        for _ in range(self._sabotage.count_deliveries()):
            self._gateway.dispatch("INTERACTION_CREATE", event, guild_id=None if guild is None else guild.id)

    def publish(self, type_: str, interaction: Interaction, **body: str | Json) -> None:
        """Tells the user's page the progress of the interaction; an autocomplete shows nothing."""
        if interaction.type != InteractionType.AUTOCOMPLETE:
            update = {"nonce": interaction.nonce, **body}
            self._state.updates.publish(type_, update, only_for=interaction.user_id)

    def acknowledge(self, interaction: Interaction) -> None:
        """The bot responded: stops the timer and tells whoever waits."""
        if interaction.ack_timer is not None:
            interaction.ack_timer.cancel()
        interaction.acknowledged.set_result(None)
        self.publish("interaction_success", interaction)

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.acknowledged.done():
            return
        del self._by_token[interaction.token]
        interaction.acknowledged.set_exception(NoResponse(NO_RESPONSE))
        # asyncio complains about an exception that nobody looks at, and nobody has to be waiting
        interaction.acknowledged.exception()
        self.publish("interaction_failure", interaction, channel_id=interaction.channel_id, reason=NO_RESPONSE)

    def _forget_expired(self) -> None:
        # the oldest come first, so two per new interaction are enough to keep up
        horizon = self._state.clock.now() - 2 * TOKEN_LIFETIME
        for token, interaction in list(itertools.islice(self._by_token.items(), 2)):
            if interaction.created_at < horizon:
                del self._by_token[token]

    # tokens

    def unacknowledged(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that waits for its first response; an ApiError if there is none."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown("interaction", 10062)
        if interaction.acknowledged.done():
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The acknowledged interaction of a webhook token; an ApiError if it expired or never was."""
        interaction = self._by_token.get(token)
        if (
            interaction is None
            or application_id != self._state.application_id
            or self._state.clock.now() - interaction.created_at > TOKEN_LIFETIME
        ):
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if not interaction.acknowledged.done():
            raise unknown("Webhook", 10015)
        return interaction

    # modals

    def open_modal(self, interaction: Interaction, body: Json) -> None:
        """Shows a modal to the user of the interaction, in the place of the one before."""
        modal = Modal(self._state.clock.next_id(), interaction.user_id, interaction.channel_id, body, interaction)
        self._modals[interaction.user_id] = modal
        self.publish("modal", interaction, channel_id=interaction.channel_id, modal={"id": modal.id} | body)

    def modal_of(self, user_id: str) -> Modal | None:
        """The modal that is open in front of this user."""
        return self._modals.get(user_id)

    def close_modal(self, modal: Modal) -> None:
        """Removes a modal that was submitted or cancelled."""
        self._modals.pop(modal.user_id, None)
