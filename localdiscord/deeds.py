"""What a person does at the table; each deed is checked as the Discord client would, then told to the bot."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from localdiscord.component import walk
from localdiscord.form import MENUS, selected, submission
from localdiscord.interaction import Form, Interaction, Kind
from localdiscord.interactions import Interactions
from localdiscord.message import compose
from localdiscord.options import command_data, find_command, typing_data
from localdiscord.permissions import Permission
from localdiscord.refusal import CannotDo, Json
from localdiscord.world import ChannelType, MessageFlag, Post, World

BUTTON: Final = 2


class Deeds:
    """Begins what a person asks for, or raises CannotDo."""

    def __init__(self, world: World, interactions: Interactions, files_url: Callable[[], str]) -> None:
        self._world = world
        self._interactions = interactions
        self._files_url = files_url

    # slash commands

    def command(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], nonce: str = ""
    ) -> Interaction:
        command, path = self._command(user_id, channel_id, name)
        data = command_data(self._world, self._files_url(), command, path, options)
        return self._interactions.begin(user_id, channel_id, Kind.COMMAND, data, nonce=nonce)

    def autocomplete(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Any], focused: str, value: str
    ) -> Interaction:
        command, path = self._command(user_id, channel_id, name)
        data, _ = typing_data(command, path, options, focused, value)
        return self._interactions.begin(user_id, channel_id, Kind.AUTOCOMPLETE, data)

    def _command(self, user_id: str, channel_id: str, name: str) -> tuple[Json, list[Json]]:
        world = self._world
        self._enter(user_id, channel_id, Permission.USE_APPLICATION_COMMANDS)
        command, path = find_command(world.usable(), name)
        needed = command["default_member_permissions"]
        if needed is not None and int(needed) & ~world.allowed(user_id, channel_id):
            raise CannotDo(f"You have no permission to use /{command['name']}.")
        context = 1 if world.channels[channel_id]["type"] == ChannelType.DM else 0
        contexts = command.get("contexts")
        if (contexts and context not in contexts) or (context and command.get("dm_permission") is False):
            raise CannotDo(f"/{command['name']} cannot be used here.")
        return command, path

    # buttons, selects, forms

    def press(self, user_id: str, message_id: str, custom_id: str, nonce: str = "") -> Interaction:
        post, button = self._component(user_id, message_id, custom_id, {BUTTON})
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": button["id"]}
        return self._begin_component(user_id, post, data, nonce)

    def select(
        self, user_id: str, message_id: str, custom_id: str, values: Sequence[str], nonce: str = ""
    ) -> Interaction:
        post, menu = self._component(user_id, message_id, custom_id, set(MENUS))
        data = {"custom_id": custom_id, "component_type": menu["type"], "id": menu["id"]}
        data |= selected(self._world, menu, list(values))
        return self._begin_component(user_id, post, data, nonce)

    def _begin_component(self, user_id: str, post: Post, data: Json, nonce: str) -> Interaction:
        channel_id = post.message["channel_id"]
        return self._interactions.begin(user_id, channel_id, Kind.COMPONENT, data, nonce=nonce, source=post)

    def _component(self, user_id: str, message_id: str, custom_id: str, kinds: set[int]) -> tuple[Post, Json]:
        post = self.seen(user_id, message_id)
        for each in walk(post.message["components"]):
            if each["type"] in kinds and each.get("custom_id") == custom_id:
                if each.get("disabled"):
                    raise CannotDo(f"“{each.get('label') or each.get('placeholder')}” is disabled.")
                return post, each
        raise CannotDo(f"The message has no such button or menu as {custom_id}.")

    def form_of(self, user_id: str, form_id: str | None = None) -> Form | None:
        """The form that is open before this person."""
        forms = self._interactions.forms.values()
        return next((f for f in forms if f.user_id == user_id and form_id in (None, f.id)), None)

    def submit(self, user_id: str, form_id: str, values: Mapping[str, Any], nonce: str = "") -> Interaction:
        form = self.form_of(user_id, form_id)
        if form is None:
            raise CannotDo("That form is no longer open.")
        data = submission(self._world, self._files_url(), form.body, values)
        self.close(user_id, form_id)
        cause = form.cause
        return self._interactions.begin(
            user_id, form.channel_id, Kind.SUBMIT, data, nonce=nonce, source=cause.source, cause=cause
        )

    def close(self, user_id: str, form_id: str) -> None:
        form = self.form_of(user_id, form_id)
        if form is not None:
            del self._interactions.forms[form.id]

    # plain talk

    def say(self, user_id: str, channel_id: str, content: str) -> Post:
        self._enter(user_id, channel_id, Permission.SEND_MESSAGES)
        if not content.strip():
            raise CannotDo("An empty message cannot be sent.")
        if len(content) > 2000:
            raise CannotDo("A message has at most 2000 characters.")
        post = compose(self._world, self._files_url(), channel_id, self._world.users[user_id], {"content": content})
        self._world.add_post(post)
        return post

    def open_thread(self, user_id: str, channel_id: str, name: str) -> Json:
        self._enter(user_id, channel_id, Permission.CREATE_PUBLIC_THREADS)
        if self._world.channels[channel_id]["type"] != ChannelType.TEXT:
            raise CannotDo("A thread begins in a channel.")
        if not 1 <= len(name.strip()) <= 100:
            raise CannotDo("A thread's name has 1 to 100 characters.")
        return self._world.add_thread(channel_id, name.strip(), user_id)

    def dismiss(self, user_id: str, message_id: str) -> None:
        post = self.seen(user_id, message_id)
        if not post.message["flags"] & MessageFlag.EPHEMERAL:
            raise CannotDo("Only a message for your eyes can be dismissed.")
        self._world.remove_post(post)

    def seen(self, user_id: str, message_id: str) -> Post:
        """The message, if this person sees it."""
        post = self._world.find_post(message_id)
        if (
            post is None
            or post.only not in (None, user_id)
            or not self._world.sees_channel(user_id, post.message["channel_id"])
        ):
            raise CannotDo("You do not see that message.")
        return post

    def _enter(self, user_id: str, channel_id: str, needed: Permission) -> None:
        world = self._world
        if user_id not in world.members:
            raise CannotDo("There is no such person.")
        if not world.sees_channel(user_id, channel_id):
            raise CannotDo("You do not see that channel.")
        if world.channels[channel_id].get("thread_metadata", {}).get("locked"):
            raise CannotDo("The thread is locked.")
        if needed & ~world.allowed(user_id, channel_id):
            raise CannotDo("You have no permission to do that here.")
