"""Records what each line of a script caused, and prints it for readers or for programs."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from localdiscord.errors import Json
from localdiscord.script.rendering import INDENT, message_lines, modal_line
from localdiscord.state.channels import THREADS, ChannelType
from localdiscord.state.components import ComponentType, walk
from localdiscord.state.state import State
from localdiscord.state.updates import Update

_MENTION: Final = re.compile(r"<(@[!&]?|#)(\d+)>|</([^:>]+):\d+>")
_TYPES: Final = {
    "message_create": "message",
    "message_update": "edit",
    "message_delete": "delete",
    "modal": "modal",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that users saw; `only_for` is the id of the one who saw it if it was not everyone.

    `is_spent` marks an edit after which nothing in a message is new, with other buttons.
    """

    type: str
    channel_id: str
    only_for: str | None
    payload: Json
    is_spent: bool = False

    @property
    def object_id(self) -> str:
        """The id of the message or modal."""
        return str(self.payload["id"])


class Transcript:
    """Follows the state, and knows which messages an action has posted or edited."""

    def __init__(self, state: State, url: str) -> None:
        self._state = state
        self._url = url
        self._lines: list[Line] = []
        # message ids, in the order of their last post or edit
        self._touched: dict[str, None] = {}
        self._fresh: set[str] = set()
        self._read: dict[str, Counter[str]] = {}
        self._printed: dict[str, list[str]] = {}
        self._tags = {post["id"]: self._tags_of(post) for post in state.channels.by_id.values()}
        state.updates.subscribe(self._on_update)

    def _on_update(self, update: Update) -> None:
        if update.type in ("channel_create", "channel_update"):
            self._note_tags(update.body["channel"])
        type_ = _TYPES.get(update.type)
        if type_ is None:
            return
        body = update.body
        payload: Json = body["message"] if "message" in body else body.get("modal", body)
        is_spent = type_ in ("message", "edit") and self._is_spent(payload)
        if type_ in ("message", "edit") and not is_spent:
            self._touched.pop(payload["id"], None)
            self._touched[payload["id"]] = None
            self._fresh.add(payload["id"])
        channel_id: str = update.channel_id or body["channel_id"]
        self._lines.append(Line(type_, channel_id, update.only_for, payload, is_spent))

    def _note_tags(self, post: Json) -> None:
        """Records the tags of a post, if they have changed."""
        before, tags = self._tags.get(post["id"], []), self._tags_of(post)
        self._tags[post["id"]] = tags
        if tags != before:
            # the first message of a post has the same id
            payload = {"id": f"{post['id']}-tags", "tags": tags}
            self._lines.append(Line("tags", post["id"], None, payload))

    def _tags_of(self, post: Json) -> list[str]:
        forum = self._state.channels.forum_of(post)
        if forum is None:
            return []
        return [tag["name"] for tag in forum["available_tags"] if tag["id"] in post["applied_tags"]]

    def _is_spent(self, payload: Json) -> bool:
        """Whether nothing in a message is new to a reader: its buttons changed, or a part of it is gone."""
        texts = [each for each in walk(payload["components"]) if each["type"] == ComponentType.TEXT_DISPLAY]
        read = Counter(message_lines({**payload, "components": texts}))
        before, self._read[payload["id"]] = self._read.get(payload["id"]), read
        return before is not None and read <= before

    def add_choices(self, channel_id: str, user_id: str, choices: list[Json]) -> None:
        """Records the choices of an autocomplete, which only programs want to see."""
        self._lines.append(Line("autocomplete", channel_id, user_id, {"choices": choices}))

    def take(self) -> list[Line]:
        """The lines since the last call."""
        taken, self._lines = self._lines, []
        return taken

    def begin_action(self) -> None:
        """From now on, what was posted or edited before is old."""
        self._fresh.clear()

    def newest(self, user_id: str, channel_id: str) -> Iterator[Json]:
        """The messages that a user sees in a channel, the last posted or edited first."""
        visible = {message["id"]: message for message in self._state.messages.visible_to(user_id, channel_id)}
        touched = [message_id for message_id in self._touched if message_id in visible]
        older = [message_id for message_id in visible if message_id not in self._touched]
        for message_id in reversed([*older, *touched]):
            yield visible[message_id]

    def visible_text(self, user_id: str, channel_id: str) -> str:
        """What a user reads in a channel: all that the last action posted or edited, or else the newest message."""
        newest = list(self.newest(user_id, channel_id))
        fresh = [message for message in newest if message["id"] in self._fresh] or newest[:1]
        return "\n".join(map(self.read, fresh))

    def read(self, message: Json) -> str:
        """A message as its readers read it."""
        return self._with_names("\n".join(message_lines(message)))

    # for programs

    def json_line(self, source: Json, line: Line) -> str:
        """A line as JSON; `source` says which line of the script caused it."""
        is_dm = self._state.channels.by_id.get(line.channel_id, {}).get("type") == ChannelType.DM
        reader = self._only_reader(line)
        body = source | {
            "channel": self._channel_name(line.channel_id),
            "kind": "dm" if is_dm and line.type == "message" else line.type,
            "visible_to": "all" if reader is None else [reader],
            # discord.py adds a random nonce to every message that has none
            "payload": {key: value for key, value in line.payload.items() if key != "nonce"},
        }
        # the port is a different one each time
        return json.dumps(body, ensure_ascii=False).replace(self._url, "http://127.0.0.1")

    def _channel_name(self, channel_id: str) -> str:
        """`#general`, `#general/the long thread`, or `@anna` for a DM channel."""
        channel = self._state.channels.by_id.get(channel_id)
        if channel is None:
            return "#deleted"
        if channel["type"] == ChannelType.DM:
            return f"@{channel['recipients'][0]['global_name']}"
        if channel["type"] in THREADS:
            return f"{self._channel_name(channel['parent_id'])}/{channel['name']}"
        return f"#{channel['name']}"

    def _only_reader(self, line: Line) -> str | None:
        """The name of the only user who sees it; None if everyone in the channel does."""
        channel = self._state.channels.by_id.get(line.channel_id, {})
        if channel.get("type") == ChannelType.DM:
            return str(channel["recipients"][0]["global_name"])
        return None if line.only_for is None else str(self._state.users[line.only_for]["global_name"])

    # for readers

    def text(self, lines: list[Line]) -> Iterator[str]:
        """The text of one script line's outcome: each message once, as it is at the end; of an edit, what is new."""
        for line in _final_states(lines):
            reader = self._only_reader(line)
            head = f"{INDENT}{self._channel_name(line.channel_id)} · {f'only {reader}' if reader else 'all'}"
            if line.type == "delete":
                yield f"{head} (deleted)"
            elif line.type == "tags":
                yield head
                yield f"{INDENT * 2}tags: {', '.join(line.payload['tags']) or 'none'}"
            elif line.type == "modal":
                yield head
                yield INDENT * 2 + modal_line(line.payload)
            else:
                yield head + (" (edited)" if line.type == "edit" else "")
                yield from self._message_text(line)

    def _message_text(self, line: Line) -> Iterator[str]:
        lines = [f"{INDENT * 2}{self._with_names(text)}".rstrip() for text in message_lines(line.payload)]
        known = Counter(self._printed.get(line.object_id, ()))
        self._printed[line.object_id] = lines
        for text in lines:
            known[text] -= 1
            if known[text] < 0:
                yield text

    def _with_names(self, text: str) -> str:
        return _MENTION.sub(self._mention, text)

    def _mention(self, mention: re.Match[str]) -> str:
        sigil, object_id, command = mention.groups()
        if command:
            return f"/{command}"
        if sigil == "#":
            return self._channel_name(object_id)
        user = self._state.users.get(object_id)
        return f"@{user['global_name']}" if user else mention.group()


def _final_states(lines: list[Line]) -> list[Line]:
    final: dict[str, Line] = {}
    for line in lines:
        if line.type == "autocomplete":
            continue
        before = final.get(line.object_id)
        if line.is_spent and before is None:
            continue
        if before is None:
            final[line.object_id] = line
        elif line.type == "delete" and before.type == "message":
            del final[line.object_id]  # posted and deleted by the same line: nobody was meant to read it
        else:
            final[line.object_id] = replace(line, type="message") if before.type == "message" else line
    return list(final.values())
