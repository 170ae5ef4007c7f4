"""Searching the log as its reader may read it: by words, turn, side and kind."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, normalize

from rules.campaign.chronicle.retelling import Passage, Sight, retold
from rules.campaign.chronicle.throws import shown_in, side_of
from rules.campaign.decider.campaign import Campaign
from rules.campaign.state.state import CampaignCommand
from rules.command import Topic
from rules.log import LogEntry
from rules.notice import Notice, Secret

EntryKind = Literal["dice", "combat", "events", "phases", "numbers", "undone", "table"]
MARKS = re.compile(r"[\\*_`~]|<[^<>]*>")
"""What Markdown puts between the letters of a word, and what Discord shows as a name or a time."""

Say = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. Whatever is not named is not asked."""

    text: str = ""
    turn: int | None = None
    seat: str | None = None
    kind: EntryKind | None = None
    before: int | None = None

    @property
    def is_all(self) -> bool:
        """Whether every entry is wanted."""
        return not (self.text or self.turn or self.seat or self.kind)


def search(campaign: Campaign, log: Sequence[LogEntry], seats: Sight, wanted: Wanted, say: Say) -> Iterator[LogEntry]:
    """Yield the entries that a reader of the secrets of some ``seats`` looks for, the oldest first. ``say`` says a text
    in that reader's words.
    """
    words = _bare(wanted.text)
    for turn in retold(campaign, log, seats):
        if wanted.turn not in (None, turn.number):
            continue
        for passage in turn.passages:
            entry = passage.entry
            if wanted.before is not None and entry.number is not None and entry.number >= wanted.before:
                return
            is_theirs = not wanted.seat or wanted.seat.casefold() in (str(entry.seat).casefold(), _side(entry))
            is_so = wanted.kind is None or KINDS[wanted.kind](campaign, passage)
            if is_theirs and is_so and words in _bare(" ".join(_texts(passage, say))):
                yield entry


def _texts(passage: Passage, say: Say) -> Iterator[str]:
    """Yield all that a reader reads of an entry."""
    yield say(passage.title)
    every: Iterable[Notice] = (*passage.told, *passage.board, *passage.secrets, *passage.reasons)
    for notice in every:
        yield say(notice.section) if notice.section else ""
        yield say(notice.line, opened=isinstance(notice, Secret))


def _bare(text: str) -> str:
    """Return a text as it is compared: without marks, accents and capitals."""
    letters = normalize("NFKD", MARKS.sub("", text))
    return " ".join("".join(each for each in letters if not combining(each)).casefold().split())


def _side(entry: LogEntry) -> str:
    return str(side_of(entry)).casefold()


def _is_about(topic: Topic) -> Callable[[Campaign, Passage], bool]:
    return lambda _, passage: passage.entry.command.topic is topic


KINDS: Mapping[EntryKind, Callable[[Campaign, Passage], bool]] = {
    "dice": lambda campaign, passage: any(True for _ in shown_in(campaign, passage.entry)),
    "combat": _is_about(Topic.COMBAT),
    "events": _is_about(Topic.EVENT),
    "phases": lambda _, passage: passage.entry.command.ends_phase,
    "numbers": lambda _, passage: passage.entry.command.is_correction or passage.entry.command.is_entry,
    "undone": lambda _, passage: not passage.stands,
    "table": lambda _, passage: isinstance(passage.entry.command, CampaignCommand),
}
"""The kinds of entries: numbers are those that players enter or correct, the table is what is no action of the game."""
