"""A user of the guild, as tests and scripts drive one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from localdiscord.errors import InvalidAction, Json
from localdiscord.idle import Waiting
from localdiscord.interactions.interaction import Interaction, Modal
from localdiscord.state.components import SELECTS, ComponentType
from localdiscord.state.state import State
from localdiscord.users.actions import UserActions
from localdiscord.users.labels import find_component, option_values, values_by_custom_id
from localdiscord.users.posts import Post

# a channel, forum, thread or DM, as Discord's channel object
Channel = Json


class User:
    """A user and what they can do. An action that the bot responds to returns when the bot has finished with it, or as
    soon as it is acknowledged, if the server `waits` for no more; `settle` waits for the rest then.

    Every action raises InvalidAction if the Discord client would not allow it; the ones that wait for the bot raise
    NoResponse if it does not respond in time.
    """

    def __init__(self, user: Json, state: State, actions: UserActions, waiting: Waiting) -> None:
        self.id = str(user["id"])
        self.name = str(user["global_name"])
        self._state = state
        self._actions = actions
        self._waiting = waiting

    def __repr__(self) -> str:
        return f"<User {self.name}>"

    @property
    def modal(self) -> Modal | None:
        """The modal that is open in front of this user."""
        return self._actions.open_modal(self.id)

    def messages(self, channel: Channel) -> list[Json]:
        """The messages that this user sees in the channel, oldest first."""
        return list(self._state.messages.visible_to(self.id, channel["id"]))

    def dm(self) -> Channel:
        """The DM channel with the bot."""
        return self._state.open_dm(self.id)

    def speak(self, locale: str) -> None:
        """Sets the language of their Discord client, such as `fr`."""
        self._actions.speak(self.id, locale)

    # interactions

    async def slash(self, channel: Channel, name: str, options: Mapping[str, Any] | None = None) -> Interaction:
        """Sends a slash command; `name` is the full name with group and subcommand."""
        return await self._finish(self._actions.command(self.id, channel["id"], name, options or {}))

    async def autocomplete(
        self,
        channel: Channel,
        name: str,
        *,
        focused: str,
        value: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> list[Json]:
        """The choices that the bot offers while the user types `value` into the option `focused`."""
        interaction = self._actions.autocomplete(self.id, channel["id"], name, options or {}, focused, value)
        await self._finish(interaction)
        return interaction.choices

    async def context(self, name: str, message: Json) -> Interaction:
        """Uses the command of this name from the Apps menu of a message."""
        return await self._finish(self._actions.context(self.id, message["id"], name))

    async def context_on_user(self, channel: Channel, name: str, user: "User") -> Interaction:
        """Uses the command of this name from the Apps menu of a user."""
        return await self._finish(self._actions.context_on_user(self.id, channel["id"], user.id, name))

    async def press(self, message: Json, name: str) -> Interaction:
        """Presses the button with this label or custom_id."""
        button = find_component(message, {ComponentType.BUTTON}, name)
        if "custom_id" not in button:
            raise InvalidAction("This button is a link.")
        return await self._finish(self._actions.press(self.id, message["id"], button["custom_id"]))

    async def select(self, message: Json, name: str, values: Sequence[str]) -> Interaction:
        """Picks values in the select with this placeholder or custom_id, options by label or value."""
        select = find_component(message, SELECTS, name)
        picked = option_values(select, values)
        return await self._finish(self._actions.select(self.id, message["id"], select["custom_id"], picked))

    async def submit(self, values: Mapping[str, Any]) -> Interaction:
        """Submits the open modal, fields by label or custom_id, options by label or value."""
        modal = self.modal
        if modal is None:
            raise InvalidAction("No form is open.")
        filled = values_by_custom_id(modal.body, values)
        return await self._finish(self._actions.submit(self.id, modal.id, filled))

    async def _finish(self, interaction: Interaction) -> Interaction:
        await self._waiting.until_done(self.id, interaction.acknowledged)
        return interaction

    async def settle(self) -> None:
        """Waits until the bot has finished with what this user has done, or waits for people, or is gone."""
        await self._waiting.until_settled(self.id)

    # what the bot does not respond to

    def close_dms(self) -> None:
        """Takes no more messages from the bot in the DM channel; they are refused with 50007."""
        self._actions.take_dms(self.id, taken=False)

    def open_dms(self) -> None:
        """Takes messages from the bot again."""
        self._actions.take_dms(self.id, taken=True)

    def cancel_modal(self) -> None:
        """Closes the open modal, if there is one, without submitting it."""
        if self.modal is not None:
            self._actions.cancel_modal(self.id, self.modal.id)

    def send(self, channel: Channel, content: str) -> Json:
        """Sends a plain message and returns it."""
        return self._actions.send(self.id, channel["id"], content).message

    def posts(self, forum: Channel) -> list[Post]:
        """The posts of a forum as its list shows them: pinned ones, active ones by activity, archived ones."""
        return self._actions.posts.in_forum(self.id, forum["id"])

    def post(self, forum: Channel, title: str, content: str, tags: Iterable[str] = ()) -> Channel:
        """Creates a post in a forum, with tags by name, and returns its thread."""
        return self._actions.posts.create(self.id, forum["id"], title, content, tags)

    def tag(self, post: Channel, *tags: str) -> None:
        """Gives a post these tags, by name, in the place of those it had."""
        self._actions.posts.tag(self.id, post["id"], tags)

    def events(self) -> list[Json]:
        """The scheduled events of the user's guilds that are neither over nor called off, the earliest first."""
        return self._actions.events(self.id)

    def subscribe(self, event: Json, *, subscribed: bool = True) -> None:
        """Says that the user is interested in an event, or is no longer."""
        self._actions.subscribe(self.id, event["id"], subscribed=subscribed)

    def pin(self, message: Json, *, pinned: bool = True) -> None:
        """Pins a message, or takes its pin away."""
        self._actions.pin(self.id, message["id"], pinned=pinned)

    def dismiss(self, message: Json) -> None:
        """Removes an ephemeral message from this user's view."""
        self._actions.dismiss(self.id, message["id"])
