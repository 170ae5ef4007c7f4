"""What a person does at the table; each deed is checked as the Discord client would, then told to the bot."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.local.component import walk
from bot.local.interaction import Form, Interaction, Kind
from bot.local.interactions import Interactions
from bot.local.message import compose
from bot.local.options import command_data, find_command, typing_data
from bot.local.permissions import Permission
from bot.local.refusal import CannotDo, Json
from bot.local.world import ChannelType, MessageFlag, Post, World

BUTTON: Final = 2
SELECT_KINDS: Final = {3: "", 5: "users", 6: "roles", 7: "users", 8: "channels"}
LINK_STYLES: Final = frozenset({5, 6})
TEXT_INPUT: Final = 4
FILE_UPLOAD: Final = 19
CHECKBOX: Final = 23


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
        post, menu = self._component(user_id, message_id, custom_id, set(SELECT_KINDS))
        data = {"custom_id": custom_id, "component_type": menu["type"], "id": menu["id"]}
        data |= self._selected(menu, list(values))
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

    def _selected(self, menu: Json, values: list[str]) -> Json:
        name = menu.get("placeholder") or menu["custom_id"]
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most:
            raise CannotDo(f"“{name}” takes {least} to {most} values, not {len(values)}.")
        kind = SELECT_KINDS[menu["type"]]
        if not kind:
            offered = {option["value"] for option in menu["options"]}
            for value in values:
                if value not in offered:
                    raise CannotDo(f"“{name}” has no option {value}.")
            return {"values": values}
        return {"values": values, "resolved": self._resolved(values)}

    def _resolved(self, ids: Sequence[str]) -> Json:
        world = self._world
        roles = {role["id"]: role for role in world.guild["roles"]}
        known: dict[str, Mapping[str, Json]] = {
            "users": world.users, "members": world.members, "channels": world.channels, "roles": roles,
        }  # fmt: skip
        for each in ids:
            if not any(each in things for things in known.values()):
                raise CannotDo(f"There is nothing with the id {each}.")
        found = {kind: {i: things[i] for i in ids if i in things} for kind, things in known.items()}
        return {
            kind: {i: thing | {"permissions": "0"} if kind in ("members", "channels") else thing
                   for i, thing in things.items()}
            for kind, things in found.items()
            if things
        }  # fmt: skip

    def form_of(self, user_id: str, form_id: str | None = None) -> Form | None:
        """The form that is open before this person."""
        forms = self._interactions.forms.values()
        return next((f for f in forms if f.user_id == user_id and form_id in (None, f.id)), None)

    def submit(self, user_id: str, form_id: str, values: Mapping[str, Any], nonce: str = "") -> Interaction:
        form = self.form_of(user_id, form_id)
        if form is None:
            raise CannotDo("That form is no longer open.")
        fields = {each["custom_id"] for each in walk(form.body["components"]) if "custom_id" in each}
        for name in values:
            if name not in fields:
                raise CannotDo(f"The form has no field {name}.")
        resolved: Json = {}
        components = [self._filled(each, values, resolved) for each in form.body["components"]]
        data: Json = {"custom_id": form.body["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        self.close(user_id, form_id)
        cause = form.cause
        return self._interactions.begin(
            user_id, form.channel_id, Kind.SUBMIT, data, nonce=nonce, source=cause.source, cause=cause
        )

    def close(self, user_id: str, form_id: str) -> None:
        form = self.form_of(user_id, form_id)
        if form is not None:
            del self._interactions.forms[form.id]

    def _filled(self, component: Json, values: Mapping[str, Any], resolved: Json) -> Json:
        kept = {"type": component["type"], "id": component.get("id", 0)}
        label = component.get("label")
        if "component" in component:
            inner = component["component"] | ({"label": label} if label else {})
            return kept | {"component": self._filled(inner, values, resolved)}
        if "components" in component:
            return kept | {
                "components": [self._filled(each, values, resolved) for each in component["components"]]
            }
        if "custom_id" not in component:
            return kept
        kept["custom_id"] = component["custom_id"]
        value = values.get(component["custom_id"])
        if component["type"] == TEXT_INPUT:
            return kept | {"value": _written(component, value)}
        if component["type"] == CHECKBOX:
            return kept | {"value": str(value).casefold() in ("true", "yes", "1")}
        return kept | self._picked(component, value, resolved)

    def _picked(self, component: Json, value: Any, resolved: Json) -> Json:
        chosen = (
            [] if value in (None, "") else [str(v) for v in ([value] if isinstance(value, str) else value)]
        )
        name = component.get("label") or component["custom_id"]
        if not chosen:
            default = [o["value"] for o in component.get("options", ()) if o.get("default")]
            if default:
                chosen = default
            elif component.get("required", True) and component.get("min_values", 1):
                raise CannotDo(f"“{name}” must be answered.")
        if component["type"] in SELECT_KINDS and chosen:
            picked = self._selected(component, chosen)
            for kind, things in picked.get("resolved", {}).items():
                resolved.setdefault(kind, {}).update(things)
        elif "options" in component and set(chosen) - {option["value"] for option in component["options"]}:
            raise CannotDo(f"“{name}” has no such option.")
        # a radio group has one value, everything else a list
        return {"value": chosen[0] if chosen else None} if component["type"] == 21 else {"values": chosen}

    # plain talk

    def say(self, user_id: str, channel_id: str, content: str) -> Post:
        self._enter(user_id, channel_id, Permission.SEND_MESSAGES)
        if not content.strip():
            raise CannotDo("An empty message cannot be sent.")
        if len(content) > 2000:
            raise CannotDo("A message has at most 2000 characters.")
        post = compose(
            self._world, self._files_url(), channel_id, self._world.users[user_id], {"content": content}
        )
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


def _written(component: Json, value: Any) -> str:
    text = component.get("value") or "" if value is None else str(value)
    name = component.get("label") or component["custom_id"]
    if not text.strip():
        if component.get("required", True):
            raise CannotDo(f"“{name}” must be filled in.")
        return ""
    if len(text) < component.get("min_length", 0):
        raise CannotDo(f"“{name}” is too short.")
    if len(text) > component.get("max_length", 4000):
        raise CannotDo(f"“{name}” is too long.")
    return text
