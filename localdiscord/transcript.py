"""What happened at the table, as a reader or a program wants it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from localdiscord.deeds import BUTTON
from localdiscord.form import MENUS
from localdiscord.people import labelled
from localdiscord.refusal import Json
from localdiscord.world import THREADS, ChannelType, Happening, MessageFlag, World

INDENT: Final = " " * 4
_MENTION: Final = re.compile(r"<(@[!&]?|#)(\d+)>|</([^:>]+):\d+>")
_KINDS: Final = {
    "message_create": "message",
    "message_update": "edit",
    "message_delete": "delete",
    "modal": "modal",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One happening."""

    kind: str
    channel_id: str
    only: str | None
    payload: Json

    @property
    def message_id(self) -> str:
        return str(self.payload["id"])


class Transcript:
    """Gathers what each step of a script caused."""

    def __init__(self, world: World, address: str) -> None:
        self._world = world
        self._address = address
        self._entries: list[Entry] = []
        # in the order in which they were last posted or edited
        self._touched: dict[str, None] = {}
        self._fresh: set[str] = set()
        world.listeners.append(self._hear)

    def _hear(self, happening: Happening) -> None:
        kind = _KINDS.get(happening.kind)
        if kind is None:
            return
        body = happening.body
        payload: Json = body["message"] if "message" in body else body.get("modal", body)
        channel_id: str = happening.channel_id or body["channel_id"]
        if kind in ("message", "edit"):
            self._touched.pop(payload["id"], None)
            self._touched[payload["id"]] = None
            self._fresh.add(payload["id"])
        self._entries.append(Entry(kind, channel_id, happening.only, payload))

    def offered(self, channel_id: str, user_id: str, choices: list[Json]) -> None:
        """What was offered to a person who typed; only programs want to know."""
        self._entries.append(Entry("autocomplete", channel_id, user_id, {"choices": choices}))

    def take(self) -> list[Entry]:
        """What happened since the last time."""
        taken, self._entries = self._entries, []
        return taken

    def newest(self, user_id: str, channel_id: str) -> Iterator[Json]:
        """The messages that a person sees there, the last posted or edited first."""
        seen = {post.message["id"]: post.message for post in self._world.visible(user_id, channel_id)}
        touched = [message_id for message_id in self._touched if message_id in seen]
        older = [message_id for message_id in seen if message_id not in self._touched]
        for message_id in reversed([*older, *touched]):
            yield seen[message_id]

    def begin_deed(self) -> None:
        """What was posted or edited before is old now."""
        self._fresh.clear()

    def reading(self, user_id: str, channel_id: str) -> str:
        """What a person reads there: all that the last deed posted or edited, or else the newest message."""
        newest = list(self.newest(user_id, channel_id))
        fresh = [message for message in newest if message["id"] in self._fresh]
        return self._readable("\n".join(line for message in fresh or newest[:1] for line in message_lines(message)))

    # for programs

    def json_line(self, where: Json, entry: Entry) -> str:
        is_dm = self._world.channels.get(entry.channel_id, {}).get("type") == ChannelType.DM
        kind = "dm" if is_dm and entry.kind == "message" else entry.kind
        line = where | {
            "channel": self.place(entry.channel_id),
            "kind": kind,
            "visible_to": "all" if self._readers(entry) is None else [self._readers(entry)],
            # discord.py draws a nonce for every message that has none
            "payload": {key: value for key, value in entry.payload.items() if key != "nonce"},
        }
        # the port is another one every time
        return json.dumps(line, ensure_ascii=False).replace(self._address, "http://127.0.0.1")

    def place(self, channel_id: str) -> str:
        """`#marne`, `#marne/the-long-thread`, or `@anna` for a private conversation."""
        channel = self._world.channels.get(channel_id)
        if channel is None:
            return "#gone"
        if channel["type"] == ChannelType.DM:
            return f"@{channel['recipients'][0]['global_name']}"
        if channel["type"] in THREADS:
            return f"{self.place(channel['parent_id'])}/{channel['name']}"
        return f"#{channel['name']}"

    def _readers(self, entry: Entry) -> str | None:
        """The only one who sees it, or None for everybody."""
        channel = self._world.channels.get(entry.channel_id, {})
        if channel.get("type") == ChannelType.DM:
            return str(channel["recipients"][0]["global_name"])
        return None if entry.only is None else str(self._world.users[entry.only]["global_name"])

    # for readers

    def text(self, entries: list[Entry]) -> Iterator[str]:
        """The lines of one step: each message once, as it was at the end of the step."""
        for entry in _last_states(entries):
            only = self._readers(entry)
            head = f"{self.place(entry.channel_id)} · {f'only {only}' if only else 'all'}"
            if entry.kind == "modal":
                yield INDENT + head
                yield INDENT * 2 + _form_line(entry.payload)
            elif entry.kind == "delete":
                yield f"{INDENT}{head} (deleted)"
            else:
                yield INDENT + head + (" (edited)" if entry.kind == "edit" else "")
                for line in message_lines(entry.payload):
                    yield f"{INDENT * 2}{self._readable(line)}".rstrip()

    def _readable(self, line: str) -> str:
        return _MENTION.sub(self._name, line)

    def _name(self, mention: re.Match[str]) -> str:
        sigil, thing_id, command = mention.groups()
        if command:
            return f"/{command}"
        if sigil == "#":
            return self.place(thing_id)
        user = self._world.users.get(thing_id)
        return f"@{user['global_name']}" if user else mention.group()


def _last_states(entries: list[Entry]) -> list[Entry]:
    last: dict[str, Entry] = {}
    for entry in entries:
        if entry.kind == "autocomplete":
            continue
        before = last.get(entry.message_id)
        if before is None or entry.kind == "modal":
            last[entry.message_id] = entry
        elif entry.kind == "delete" and before.kind == "message":
            del last[entry.message_id]  # came and went: nobody was meant to read it
        else:
            kind = "message" if before.kind == "message" else entry.kind
            last[entry.message_id] = Entry(kind, entry.channel_id, entry.only, entry.payload)
    return list(last.values())


def message_lines(message: Json) -> Iterator[str]:
    """Content, embeds, files, buttons and menus of a message, as lines."""
    if message["flags"] & MessageFlag.LOADING:
        yield "thinking…"
    yield from message["content"].splitlines()
    for embed in message["embeds"]:
        yield from _embed_lines(embed)
    for file in message["attachments"]:
        yield f"file {file['filename']}"
    yield from _component_lines(message["components"])


def _embed_lines(embed: Json) -> Iterator[str]:
    if "author" in embed:
        yield embed["author"]["name"]
    for key in ("title", "description"):
        yield from embed.get(key, "").splitlines()
    for field in embed.get("fields", ()):
        first, *more = field["value"].splitlines()
        yield f"{field['name']}: {first}"
        for line in more:
            yield INDENT + line
    if "footer" in embed:
        yield from embed["footer"]["text"].splitlines()


def _component_lines(components: list[Json]) -> Iterator[str]:
    for component in components:
        inner = [each for each in (*component.get("components", ()), component.get("accessory")) if each]
        buttons = " ".join(_button(each) for each in inner if each["type"] == BUTTON)
        if buttons:
            yield buttons
        if component["type"] in MENUS:
            yield _menu(component)
        if "content" in component:
            yield from component["content"].splitlines()
        yield from _component_lines([each for each in inner if each["type"] != BUTTON])


def _button(button: Json) -> str:
    label = button.get("label") or (button.get("emoji") or {}).get("name", "")
    return f"({label})" if button.get("disabled") else f"[{label}]"


def _menu(menu: Json) -> str:
    name = menu.get("placeholder") or menu["custom_id"]
    options = " | ".join(option["label"] for option in menu.get("options", ()))
    text = f"{name}: {options}" if options else name
    return f"({text})" if menu.get("disabled") else f"<{text}>"


def _form_line(form: Json) -> str:
    names = ", ".join(label for label, _ in labelled(form["components"]))
    return f'form "{form["title"]}": {names}'
