"""What users do: each action is checked as the Discord client would, then carried out or sent to the bot."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from localdiscord.errors import InvalidAction, Json
from localdiscord.interactions.interaction import Interaction, InteractionType, Modal
from localdiscord.interactions.registry import Interactions
from localdiscord.limits.commands import LOCALES
from localdiscord.limits.messages import CONTENT
from localdiscord.state.channels import THREADS, THREADS_IN, ChannelType
from localdiscord.state.components import SELECTS, ComponentType, walk
from localdiscord.state.composition import compose, pin, tell_of_thread
from localdiscord.state.messages import MOST_PINS, SYSTEM_TYPES, MessageFlag, StoredMessage
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State
from localdiscord.users.access import check_access, check_awake, check_talks
from localdiscord.users.commands import autocomplete_data, command_data, find_command
from localdiscord.users.forms import modal_data
from localdiscord.users.menus import MESSAGE_COMMAND, USER_COMMAND, find_menu_command, message_menu_data, user_menu_data
from localdiscord.users.posts import Posts
from localdiscord.users.selects import select_data

_LONGEST_THREAD_NAME: Final = 100


class UserActions:
    """Carries out what a user wants to do, or raises InvalidAction."""

    def __init__(self, state: State, interactions: Interactions) -> None:
        self._state = state
        self._interactions = interactions
        self.posts = Posts(state)

    # slash commands

    def command(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], nonce: str = ""
    ) -> Interaction:
        """Sends a slash command; `name` is the full name with group and subcommand."""
        command, path = self._find_command(user_id, channel_id, name)
        data = command_data(self._state, self._state.known_in(channel_id), command, path, options)
        return self._interactions.begin(user_id, channel_id, InteractionType.COMMAND, data, nonce=nonce)

    def autocomplete(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], focused: str, value: str
    ) -> Interaction:
        """Asks the bot for choices while the user types `value` into the option `focused`."""
        command, path = self._find_command(user_id, channel_id, name)
        data = autocomplete_data(command, path, options, focused, value)
        return self._interactions.begin(user_id, channel_id, InteractionType.AUTOCOMPLETE, data)

    def _find_command(self, user_id: str, channel_id: str, name: str) -> tuple[Json, list[Json]]:
        check_talks(self._state, user_id, channel_id, Permission.USE_APPLICATION_COMMANDS)
        check_awake(self._state, channel_id)
        command, path = find_command(self._state.commands_in(channel_id), name)
        self._check_usable(user_id, channel_id, command, f"/{command['name']}")
        return command, path

    def _check_usable(self, user_id: str, channel_id: str, command: Json, shown: str) -> None:
        channels, needed = self._state.channels, command["default_member_permissions"]
        is_dm = channels.by_id[channel_id]["type"] == ChannelType.DM
        if needed is not None and not is_dm:
            wanted = int(needed) or Permission.ADMINISTRATOR  # 0 is nobody else
            if wanted & ~channels.permissions_of(user_id, channel_id):
                raise InvalidAction(f"You do not have permission to use {shown}.")
        contexts = command.get("contexts")
        if (contexts and int(is_dm) not in contexts) or (is_dm and command.get("dm_permission") is False):
            raise InvalidAction(f"{shown} cannot be used in this channel.")

    # the Apps menu of a message or of a user

    def context(self, user_id: str, message_id: str, name: str, nonce: str = "") -> Interaction:
        """Uses a command from the Apps menu of a message."""
        stored = self.visible_message(user_id, message_id)
        command = self._find_menu_command(user_id, stored.channel_id, MESSAGE_COMMAND, name)
        if stored.only_for is not None:
            raise InvalidAction("A message that only you can see has no Apps menu.")
        return self._begin_menu(user_id, stored.channel_id, message_menu_data(command, stored.message), nonce)

    def context_on_user(self, user_id: str, channel_id: str, target_id: str, name: str, nonce: str = "") -> Interaction:
        """Uses a command from the Apps menu of a user."""
        command = self._find_menu_command(user_id, channel_id, USER_COMMAND, name)
        data = user_menu_data(command, self._state.known_in(channel_id), target_id)
        return self._begin_menu(user_id, channel_id, data, nonce)

    def _find_menu_command(self, user_id: str, channel_id: str, type_: int, name: str) -> Json:
        check_talks(self._state, user_id, channel_id, Permission.USE_APPLICATION_COMMANDS)
        check_awake(self._state, channel_id)
        command = find_menu_command(self._state.commands_in(channel_id), type_, name)
        self._check_usable(user_id, channel_id, command, f"“{name}”")
        return command

    def _begin_menu(self, user_id: str, channel_id: str, data: Json, nonce: str) -> Interaction:
        return self._interactions.begin(user_id, channel_id, InteractionType.COMMAND, data, nonce=nonce)

    # buttons, selects, modals

    def press(self, user_id: str, message_id: str, custom_id: str, nonce: str = "") -> Interaction:
        """Presses a button."""
        stored, button = self._find_component(user_id, message_id, custom_id, {ComponentType.BUTTON})
        data = {"custom_id": custom_id, "component_type": button["type"], "id": button["id"]}
        return self._begin_component(user_id, stored, data, nonce)

    def select(
        self, user_id: str, message_id: str, custom_id: str, values: Sequence[str], nonce: str = ""
    ) -> Interaction:
        """Picks values in a select: option values, or the ids of users, roles or channels."""
        stored, select = self._find_component(user_id, message_id, custom_id, SELECTS)
        data = {"custom_id": custom_id, "component_type": select["type"], "id": select["id"]}
        data |= select_data(self._state.known_in(stored.channel_id), select, list(values))
        return self._begin_component(user_id, stored, data, nonce)

    def _begin_component(self, user_id: str, stored: StoredMessage, data: Json, nonce: str) -> Interaction:
        check_awake(self._state, stored.channel_id)
        return self._interactions.begin(
            user_id, stored.channel_id, InteractionType.COMPONENT, data, nonce=nonce, source=stored
        )

    def _find_component(
        self, user_id: str, message_id: str, custom_id: str, types: Collection[int]
    ) -> tuple[StoredMessage, Json]:
        stored = self.visible_message(user_id, message_id)
        for component in walk(stored.message["components"]):
            if component["type"] in types and component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise InvalidAction(f"“{component.get('label') or component.get('placeholder')}” is disabled.")
                return stored, component
        raise InvalidAction(f"The message has no button or select with the custom_id {custom_id}.")

    def open_modal(self, user_id: str) -> Modal | None:
        """The modal that is open in front of this user."""
        return self._interactions.modal_of(user_id)

    def submit(self, user_id: str, modal_id: str, values: Mapping[str, Any], nonce: str = "") -> Interaction:
        """Submits the open modal; `values` by custom_id."""
        modal = self.open_modal(user_id)
        if modal is None or modal.id != modal_id or modal.channel_id not in self._state.channels.by_id:
            raise InvalidAction("This form is no longer open.")
        data = modal_data(self._state, self._state.known_in(modal.channel_id), modal.body, values)
        self._interactions.close_modal(modal)
        trigger = modal.interaction
        return self._interactions.begin(
            user_id,
            modal.channel_id,
            InteractionType.MODAL_SUBMIT,
            data,
            nonce=nonce,
            source=trigger.source,
            trigger=trigger,
        )

    def cancel_modal(self, user_id: str, modal_id: str) -> None:
        """Closes this modal, if it is still the open one, without submitting it."""
        modal = self.open_modal(user_id)
        if modal is not None and modal.id == modal_id:
            self._interactions.close_modal(modal)

    # messages and threads

    def send(self, user_id: str, channel_id: str, content: str) -> StoredMessage:
        """Sends a plain message."""
        state = self._state
        check_talks(self._state, user_id, channel_id, Permission.SEND_MESSAGES)
        if not content.strip():
            raise InvalidAction("You cannot send an empty message.")
        if len(content) > CONTENT:
            raise InvalidAction(f"A message has at most {CONTENT} characters.")
        self._wake(channel_id)
        stored = compose(state, channel_id, state.users[user_id], {"content": content})
        state.messages.add(stored)
        return stored

    def create_thread(self, user_id: str, channel_id: str, name: str) -> Json:
        """Creates a public thread in a text channel."""
        check_access(self._state, user_id, channel_id, Permission.CREATE_PUBLIC_THREADS)
        if self._state.channels.by_id[channel_id]["type"] not in THREADS_IN:
            raise InvalidAction("You can create a thread only in a text channel.")
        if not 1 <= len(name.strip()) <= _LONGEST_THREAD_NAME:
            raise InvalidAction(f"The name of a thread has 1 to {_LONGEST_THREAD_NAME} characters.")
        thread = self._state.channels.add_thread(channel_id, name.strip(), user_id)
        tell_of_thread(self._state, thread, self._state.users[user_id])
        return thread

    def archive(self, user_id: str, channel_id: str) -> None:
        """Archives a thread, which its owner and those who manage threads can do; a message wakes it again."""
        check_access(self._state, user_id, channel_id, Permission.VIEW_CHANNEL)
        thread = self._state.channels.by_id[channel_id]
        if thread["type"] not in THREADS:
            raise InvalidAction("This is not a thread.")
        if thread["owner_id"] != user_id:
            check_access(self._state, user_id, channel_id, Permission.MANAGE_THREADS)
        self._state.channels.set_thread(thread, archived=True)

    def _wake(self, channel_id: str) -> None:
        channel = self._state.channels.by_id[channel_id]
        if channel.get("thread_metadata", {}).get("archived"):
            self._state.channels.set_thread(channel, archived=False)

    def pin(self, user_id: str, message_id: str, *, pinned: bool) -> None:
        """Pins a message, or takes its pin away."""
        stored = self.visible_message(user_id, message_id)
        if stored.only_for is not None or stored.message["type"] in SYSTEM_TYPES:
            raise InvalidAction("This message cannot be pinned.")
        if self._state.channels.by_id[stored.channel_id]["type"] != ChannelType.DM:
            check_access(self._state, user_id, stored.channel_id, Permission.PIN_MESSAGES)
        if pinned and len(self._state.messages.pinned_in(stored.channel_id)) >= MOST_PINS:
            raise InvalidAction(f"A channel has at most {MOST_PINS} pins.")
        if stored.message["pinned"] != pinned:
            pin(self._state, stored, self._state.users[user_id], pinned=pinned)

    def events(self, user_id: str) -> list[Json]:
        """The scheduled events that this user finds in the lists of their guilds, the earliest first."""
        self._state.keep_time()
        guilds = [guild.id for guild in self._state.guilds.values() if user_id in guild.members]
        found = [event.counted() for guild_id in guilds for event in self._state.events.open_in(guild_id)]
        return sorted(found, key=lambda event: str(event["scheduled_start_time"]))

    def subscribe(self, user_id: str, event_id: str, *, subscribed: bool) -> None:
        """Says that the user is interested in an event, or is no longer."""
        if event_id not in [event["id"] for event in self.events(user_id)]:
            raise InvalidAction("There is no such event.")
        self._state.events.subscribe(self._state.events.by_id[event_id], user_id, subscribed=subscribed)

    def take_dms(self, user_id: str, *, taken: bool) -> None:
        """Takes messages from the bot in the DM channel, or takes none: they are refused with 50007."""
        self._state.without_dms.discard(user_id) if taken else self._state.without_dms.add(user_id)
        self._state.updates.persist("without_dms", user_id, None if taken else {})

    def speak(self, user_id: str, locale: str) -> None:
        """Sets the language of the user's Discord client. Raises InvalidAction if Discord has no such language."""
        if locale not in LOCALES:
            raise InvalidAction(f"Discord has no language “{locale}”")
        self._state.locales[user_id] = locale
        self._state.updates.persist("locale", user_id, {"locale": locale})

    def read(self, user_id: str, channel_id: str) -> None:
        """Notes that the user has read the channel to its end."""
        if self._state.channels.can_view(user_id, channel_id):
            self._state.reads.mark(user_id, channel_id)

    def dismiss(self, user_id: str, message_id: str) -> None:
        """Removes an ephemeral message from the user's view."""
        stored = self.visible_message(user_id, message_id)
        if not stored.message["flags"] & MessageFlag.EPHEMERAL:
            raise InvalidAction("You can dismiss only a message that nobody else sees.")
        self._state.messages.delete(stored)

    def visible_message(self, user_id: str, message_id: str) -> StoredMessage:
        """The message, if this user sees it."""
        stored = self._state.messages.find(message_id)
        if (
            stored is None
            or stored.only_for not in (None, user_id)
            or not self._state.channels.can_view(user_id, stored.channel_id)
        ):
            raise InvalidAction("You cannot see this message.")
        return stored
