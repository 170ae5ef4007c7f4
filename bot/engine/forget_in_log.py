"""What a log is without somebody: who they were becomes “Former player 1”, what they wrote a word that nobody can read.

Nothing that the game needs goes with it: no seat, no name of a marker, no number, no die, and not the words in the
dice, without which no die could be worked out again.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from bot.log.chain import first_hash, sealed_content
from bot.log.export import beginning_of, content_of
from bot.storage import CampaignRow, EntryRow
from rules.campaign import Campaign
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS, CAMPAIGN_EVENTS
from rules.frozen import Frozen
from rules.seat import FORMER, Player
from rules.written import rewritten, texts_in

KEY_BYTES = 16
FORGET = "forget"
"""The type of the command that forgets a player."""
TAKE_OVER = "take_over_log"
"""The type of the command by which a fork begins."""
CALLED_AFTER = ("fork_begun", "forked")
"""The types of events with the name of a fork or of its original."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes a ``user`` out of a campaign, who is ``former`` from then on. ``texts`` are what they wrote, each with what
    stands for it; ``kinds`` the models of the commands and events by their type. ``title`` is that of the game, which
    nobody wrote.
    """

    user: int
    former: int
    texts: Mapping[str, str]
    kinds: Mapping[str, type[Frozen]]
    title: str

    @classmethod
    def of(
        cls, campaign: Campaign, row: CampaignRow, entries: Sequence[EntryRow], user: int, key: bytes
    ) -> "Redaction":
        """The redaction of a log. What somebody else wrote too stays; ``key`` are random bytes."""
        game = campaign.game
        kinds = {**game.commands_by_type, **game.events_by_type, **CAMPAIGN_COMMANDS, **CAMPAIGN_EVENTS}
        number = 1 + sum(json.loads(entry.command).get("type") == FORGET for entry in entries)
        own, others = set[str](), set[str]()
        for entry in entries:
            command = json.loads(entry.command)
            if entry.user == user:
                own.update(_texts([command, *json.loads(entry.events)], kinds))
            elif command.get("type") != TAKE_OVER:  # the bot writes that one
                others.update(_texts([command], kinds))
        if row.founder == user:  # forks are called after the campaign, whoever asks for them
            events = (event for entry in entries for event in json.loads(entry.events))
            own.update({row.name}, (event["name"] for event in events if event.get("type") in CALLED_AFTER))
        texts = {text: _unreadable(text, key) for text in own - others - {game.title}}
        return cls(user, FORMER + number, texts, kinds, game.title)

    def campaign(self, row: CampaignRow) -> CampaignRow | None:
        """The row of the campaign without the user, if they founded it, and the hash as it was. A name that they
        gave it goes; the game's own stays.
        """
        if row.founder != self.user:
            return None
        start = row.start or first_hash(beginning_of(row))
        name = row.name if row.name == self.title else f"Campaign {row.id}"
        return row._replace(founder=self.former, name=name, start=start)

    def changed(self, entries: Iterable[EntryRow], seed: bytes) -> Iterator[EntryRow]:
        """The entries in which the user stood, without them, each with its seal as it was."""
        for entry in entries:
            without = self.entry(entry)
            if without != entry:
                sealed = entry.seal or sealed_content(seed, entry.seq, content_of(entry))
                yield without._replace(seal=sealed)

    def entry(self, entry: EntryRow) -> EntryRow:
        """An entry without the user."""
        command, events = json.loads(entry.command), json.loads(entry.events)
        without, left = self._without(command), [self._without(event) for event in events]
        if without == command and left == events and entry.user != self.user:
            return entry
        user = self.former if entry.user == self.user else entry.user
        return entry._replace(user=user, command=_written(without), events=_written(left))

    def _without(self, given: Any) -> Any:
        """A command or an event without the user."""
        kind = self.kinds.get(given.get("type", ""))
        unread = given if kind is None else rewritten(kind, given, lambda text: self.texts.get(text, text))
        return self._unnamed(unread)

    def _unnamed(self, value: Any) -> Any:
        """A value of JSON in which the user is not named."""
        match value:
            case dict():
                return {self._unnamed(name): self._unnamed(each) for name, each in value.items()}
            case list():
                return [self._unnamed(each) for each in value]
            case str():
                named = value.replace(f"<@{self.user}>", str(Player(self.former)))
                return re.sub(rf"(?<!\d){self.user}(?!\d)", str(self.former), named)
            case int() if not isinstance(value, bool) and value == self.user:
                return self.former
        return value


def _texts(parts: Iterable[Mapping[str, Any]], kinds: Mapping[str, type[Frozen]]) -> Iterator[str]:
    """What was written in commands or events, as it was typed and as it is kept."""
    for part in parts:
        for text in texts_in(kinds[part["type"]], part) if part.get("type") in kinds else ():
            yield text
            yield text.strip()


def _unreadable(text: str, key: bytes) -> str:
    return f"forgotten-{sha256(key + text.encode()).hexdigest()[:8]}"


_written = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
