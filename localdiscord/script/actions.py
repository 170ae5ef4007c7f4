"""The lines of a script that act: who and where, commands, buttons, selects, forms."""

from collections.abc import Collection, Iterator
from pathlib import Path

from localdiscord.errors import Json
from localdiscord.script.syntax import ScriptError, check_count, parse_pair, parse_pairs, spaced, unquote
from localdiscord.script.transcript import Transcript
from localdiscord.server import LocalDiscord
from localdiscord.state.components import SELECTS, ComponentType, walk
from localdiscord.state.files import Upload
from localdiscord.state.messages import SYSTEM_TYPES, MessageFlag
from localdiscord.users.commands import declared_options, find_command
from localdiscord.users.user import Channel, User

FILE = "<"
"""What stands before the name of a file beside the script, which a form is given."""


class ScriptActions:
    """Carries out the lines as the present user, in the present channel."""

    def __init__(self, server: LocalDiscord, transcript: Transcript) -> None:
        self._server = server
        self._transcript = transcript
        self._user: User | None = None
        self._channel: Channel | None = None
        self.folder = Path()

    # who and where

    @property
    def user_name(self) -> str | None:
        """The name of the present user."""
        return self._user.name if self._user else None

    def move(self, words: list[str]) -> None:
        """`@anna #general`: changes the present user, the present channel, or both."""
        for word in words:
            name = unquote(word[1:])
            if not name or word[0] not in "@#":
                raise ScriptError(f"“{word}” is neither a @user nor a #channel")
            if word[0] == "@":
                self._user = self._server.user(name)
            else:
                self._channel = self._find_channel(name)

    def _find_channel(self, name: str) -> Channel:
        if name == "dm":
            return self._present_user().dm()
        parent, _, thread = name.partition("/")
        channel = self._server.channel(parent)
        return self._server.thread(thread, channel) if thread else channel

    def _present_user(self) -> User:
        if self._user is None:
            raise ScriptError("no user yet: begin with a line like “@anna #general”")
        return self._user

    def present(self) -> tuple[User, Channel]:
        """The present user and channel."""
        user = self._present_user()
        if self._channel is None:
            raise ScriptError("no channel yet: begin with a line like “@anna #general”")
        return user, self._channel

    def locale(self, words: list[str]) -> None:
        """`locale fr`: the language of the present user's Discord client."""
        (locale,) = check_count("locale", words, 1)
        self._present_user().speak(locale)

    # forums

    async def forum(self, words: list[str]) -> None:
        """`forum campaigns waiting ended`: makes a forum with these tags."""
        if not words:
            raise ScriptError("write: forum name, and its tags behind it")
        self._server.forum(words[0], words[1:])

    async def post(self, words: list[str]) -> None:
        """`post "Title" "Text" waiting`: creates a post in the present forum, with tags, and goes there."""
        if len(words) < 2:
            raise ScriptError('write: post "Title" "Text", and its tags behind it')
        user, channel = self.present()
        self._channel = user.post(channel, words[0], words[1], words[2:])

    # commands

    async def command(self, words: list[str]) -> None:
        """`/draw card name:x`: sends a slash command."""
        user, channel = self.present()
        count = next((index for index, word in enumerate(words) if parse_pair(word)), len(words))
        name = " ".join(words[:count]).removeprefix("/")
        options = parse_pairs(words[count:], "option")
        await user.slash(channel, name, await self._pick_choices(name, options))

    async def _pick_choices(self, name: str, typed: dict[str, str]) -> dict[str, object]:
        """The options as a user sends them who picks from the choices that appear while typing."""
        user, channel = self.present()
        declared = declared_options(*find_command(self._server.hub.state.available_commands(), name))
        options: dict[str, object] = dict(typed)
        for focused, text in typed.items():
            if not declared.get(focused, {}).get("autocomplete"):
                continue
            others = {key: value for key, value in options.items() if key != focused}
            choices = await user.autocomplete(channel, name, focused=focused, value=text, options=others)
            self._transcript.add_choices(channel["id"], user.id, choices)
            for choice in choices:
                if spaced(choice["name"]).casefold() == spaced(text).casefold():
                    options[focused] = choice["value"]
        return options

    # buttons, selects, forms

    async def click(self, words: list[str]) -> None:
        """`click "Keep" "Heroic Defense"`: presses a button, the one that belongs to a text with these words, if any
        are given.
        """
        if not 1 <= len(words) <= 2:
            raise ScriptError('write: click "Button", or click "Button" "words of the text that it belongs to"')
        user, _ = self.present()
        message, button = self._find({ComponentType.BUTTON}, "label", *words)
        await user.press(message, button["custom_id"])

    async def context(self, words: list[str]) -> None:
        """`context "Why?" "a hit"`: a command from the Apps menu of the newest message that holds these words."""
        if not 1 <= len(words) <= 2:
            raise ScriptError('write: context "Command", or context "Command" "words of the message"')
        user, channel = self.present()
        for message in self._transcript.newest(user.id, channel["id"]):
            is_whole = not message["flags"] & MessageFlag.EPHEMERAL and message["type"] not in SYSTEM_TYPES
            if is_whole and (len(words) == 1 or words[1] in self._transcript.read(message)):
                await user.context(words[0], message)
                return
        raise ScriptError(
            f"{user.name} sees no message that holds “{words[-1]}”" if words[1:] else "there is no message"
        )

    async def select(self, words: list[str]) -> None:
        """`select "Card" "Red ace"`: picks options of a select."""
        if len(words) < 2:
            raise ScriptError('write: select "Placeholder" "Option"')
        user, _ = self.present()
        message, select = self._find(SELECTS, "placeholder", words[0])
        await user.select(message, select["custom_id"], [self._value(select, word) for word in words[1:]])

    def _value(self, select: Json, word: str) -> str:
        options: list[Json] = select.get("options", [])
        option = _best_match(options, "label", word)
        if option is not None:
            return str(option["value"])
        if options:
            raise ScriptError(f"the select has no option “{word}”")
        name = word.lstrip("@#")
        return str(self._server.channel(name)["id"]) if word.startswith("#") else self._server.user(name).id

    def _find(self, types: Collection[int], key: str, label: str, about: str = "") -> tuple[Json, Json]:
        """The newest message with this button or select, and the component; one that is ``about`` something belongs to
        a text with these words.
        """
        user, channel = self.present()
        for message in self._transcript.newest(user.id, channel["id"]):
            usable = [
                component
                for text, component in _with_texts(message["components"])
                if component["type"] in types and "custom_id" in component and not component.get("disabled")
                if about in text
            ]
            found = _best_match(usable, key, label)
            if found is not None:
                return message, found
        what = "button" if ComponentType.BUTTON in types else "select"
        raise ScriptError(f"{user.name} sees no {what} “{label}”" + (f" for “{about}”" if about else ""))

    async def fill(self, words: list[str]) -> None:
        """`fill points:31`: fills in the open form and submits it. A name that comes twice picks several things, and
        `file:<ours.toml` gives the file of that name.
        """
        user, _ = self.present()
        picked: dict[str, list[str | Upload]] = {}
        for word in words:
            for name, value in parse_pairs([word], "answer").items():
                picked.setdefault(name, []).append(self._file(value) if value.startswith(FILE) else value)
        await user.submit({name: values if values[1:] else values[0] for name, values in picked.items()})

    def _file(self, value: str) -> Upload:
        """The file that is named behind the sign, beside the script."""
        name = value.removeprefix(FILE)
        try:
            return Upload(Path(name).name, (self.folder / name).read_bytes())
        except OSError as error:
            raise ScriptError(f"the file “{name}” cannot be read: {error.strerror}") from None


def _with_texts(components: list[Json]) -> Iterator[tuple[str, Json]]:
    """Each component with the text of its layout that it belongs to: the one before it."""
    text = ""
    for component in walk(components):
        text = component.get("content", text)
        yield text, component


def _best_match(objects: list[Json], key: str, label: str) -> Json | None:
    """The object with exactly this label, otherwise the first whose label begins with it."""
    label = spaced(label)
    labels = [(spaced(str(each.get(key) or "")), each) for each in objects]
    exact = [each for text, each in labels if text == label]
    beginning = [each for text, each in labels if text.startswith(label)]
    return next(iter(exact + beginning), None)
