"""The record of a campaign as a file: one JSON document, whose entries are chained by their hashes.

Every entry stands there under seal: the SHA-256 of a salt that nobody can guess, a blank, and its content. The chain
goes over the seals alone, so entries can stand in it closed. Players get the record of a game that goes on in that way,
and without the private deeds, of which nobody else is to know. When the game is over they get all of it, together with
the seed from which the salts come; each entry has the same seal in both.

A record is written in one way only, with an entry on each line: whatever was changed in it is found and named.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from bot.log.record_schema import Beginning, Content, Ending, Link, Start
from rules.campaign.state.sealed import seal_of
from rules.dice import SealedDice, seal
from rules.errors import RuleError
from rules.frozen import Frozen

FORMAT = 2
BEFORE_RELEASE = re.compile(rb'\{\s*"format":\s*1,')
"""How an export began before there was a chain: format 1 was never released."""
MOST_MEGABYTES = 10
"""So large a file a bot can post on Discord."""
SHORTEST = 4
"""The lines of a record without entries."""

M = TypeVar("M", bound=Frozen)


class BadRecord(RuleError):
    """A record that was changed, or is none. Its text names the first place where that shows."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was found to be whole. ``start`` is the hash of its beginning as it was, once its founder was
    forgotten.
    """

    campaign: Beginning
    documents: Mapping[str, str]
    links: tuple[Link, ...]
    hash: str
    seed: bytes | None
    start: str | None = None

    @property
    def contents(self) -> tuple[Content, ...]:
        """The contents of all entries. Raises ``BadRecord`` when some are closed."""
        opened = tuple(link.content for link in self.links if link.content is not None)
        if self.seed is None or len(opened) < len(self.links):
            raise BadRecord("This record is closed: its game goes on, so its seed and its secrets are not in it.")
        return opened


class Entry(NamedTuple):
    """An entry to write: its content, and whether everybody may read it; its ``seal`` as it was, once somebody in it
    was forgotten; its place in the log (``seq``), where the record leaves others out.
    """

    content: Mapping[str, Any]
    is_public: bool
    seal: str | None = None
    seq: int | None = None


class Written(NamedTuple):
    """A record as a file: its bytes, the hash of its last entry, and how many entries it has."""

    data: bytes
    hash: str
    entries: int
    is_open: bool


# ---- the chain ----


def canonical(value: Any) -> str:
    """The one way in which a value is written: keys in order, no blanks."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def salt_of(seed: bytes, seq: int) -> str:
    """The salt of an entry."""
    return SealedDice(seed).salt(f"record {seq}")


def first_hash(campaign: Mapping[str, Any]) -> str:
    """The hash with which the chain begins."""
    return sha256(canonical(campaign).encode()).hexdigest()


def sealed_content(seed: bytes, seq: int, content: Mapping[str, Any]) -> str:
    """The seal of an entry."""
    return seal_of(salt_of(seed, seq), canonical(content))


def next_hash(before: str, sealed: str) -> str:
    """The hash of an entry with that seal."""
    return sha256(f"{before} {sealed}".encode()).hexdigest()


# ---- writing ----


def write_record(
    campaign: Mapping[str, Any],
    documents: Mapping[str, str],
    entries: Iterable[Entry],
    seed: bytes,
    *,
    is_open: bool,
    start: str | None = None,
) -> Written:
    """The record of a campaign, all of whose entries are read in an open one. ``start`` is the hash of its beginning as
    it was, once its founder was forgotten.
    """
    begun = {"campaign": campaign, "start": start or first_hash(campaign), **({"forgotten": True} if start else {})}
    last, lines = str(begun["start"]), list[str]()
    for place, entry in enumerate(entries, start=1):
        seq = entry.seq or place
        sealed = entry.seal or sealed_content(seed, seq, entry.content)
        last = next_hash(last, sealed)
        opened = _opened(entry, salt_of(seed, seq)) if is_open or entry.is_public else {}
        lines.append(canonical({"hash": last, "seal": sealed, **opened}))
    ending = {"format": FORMAT, "hash": last, **({"seed": seed.hex()} if is_open else {})}
    return Written(_laid_out(begun, documents, lines, ending), last, len(lines), is_open)


def _laid_out(
    begun: Mapping[str, Any], documents: Mapping[str, str], lines: Sequence[str], ending: Mapping[str, Any]
) -> bytes:
    """The file: an entry on each line."""
    parts = (
        f"{canonical(begun)[:-1]},",
        f'"documents":{canonical(documents)},',
        '"entries":[',
        *(f"{each}{',' if seq < len(lines) else ''}" for seq, each in enumerate(lines, start=1)),
        f"],{canonical(ending)[1:]}",
        "",
    )
    return "\n".join(parts).encode()


def _opened(entry: Entry, salt: str) -> dict[str, Any]:
    """What everybody reads of an entry that is not closed. Its salt would tell who was forgotten in it."""
    return {"content": entry.content, **({"forgotten": True} if entry.seal else {"salt": salt})}


# ---- reading ----


def read_record(data: bytes) -> Record:
    """The record in a file. Raises ``BadRecord`` where it is none, or not as it was written."""
    if len(data) > MOST_MEGABYTES * 1_000_000:
        raise too_large()
    if BEFORE_RELEASE.match(data):
        raise BadRecord("The record is older than the first release of Adjutant, 0.2.0, and cannot be read.")
    try:
        return _read(data)
    except BadRecord:
        again = _laid_out_again(data)
        if again == data:
            raise
        _read(again)
        raise BadRecord("Another program saved this file in its own layout, so take it as the bot gave it.") from None


def _laid_out_again(data: bytes) -> bytes:
    """A record in the bot's own layout, where another program has given it another; anything else as it is."""
    try:
        whole = json.loads(data)
        links = [canonical(entry) for entry in whole["entries"]]
        begun = {name: whole[name] for name in ("campaign", "start", "forgotten") if name in whole}
        ending = {name: whole[name] for name in ("format", "hash", "seed") if name in whole}
        if whole.keys() != {*begun, *ending, "documents", "entries"}:
            return data
        return _laid_out(begun, whole["documents"], links, ending)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return data


def _read(data: bytes) -> Record:
    if not data.startswith(b'{"campaign":'):
        raise BadRecord("The file is no record of a campaign.")
    fault = BadRecord("The record was changed or cut off before its first entry.")
    if data.count(b"\n") < SHORTEST:
        raise fault
    first, second, third, *lines = data.split(b"\n")
    given = _parsed(first.removesuffix(b",") + b"}", b"", b"", fault)
    documents = _parsed(second, b'"documents":', b",", fault)
    start = _shaped(Start, given, fault)
    is_as_begun = bool(start.forgotten) or first_hash(given["campaign"]) == start.start
    is_whole = first.endswith(b",") and is_as_begun
    if not is_whole or not _are_documents(documents) or third != b'"entries":[':
        raise fault
    last, links, goes_on = start.start, list[Link](), True
    while goes_on and lines and not lines[0].startswith(b"]"):
        goes_on = lines[0].endswith(b",")
        links.append(_link(lines, last, len(links) + 1))
        last = links[-1].hash
    _check_forgotten(links, fault if start.forgotten else None)
    ending = _ending(lines, last, len(links))
    seed = _seed(start.campaign, links, ending)
    as_it_was = start.start if start.forgotten else None
    return Record(start.campaign, documents, tuple(links), last, seed, as_it_was)


def too_large() -> BadRecord:
    """What is said of a file that nobody reads."""
    return BadRecord("The file is larger than {most} MB, which is the limit.", most=MOST_MEGABYTES)


def _parsed(line: bytes, begins: bytes, ends: bytes, fault: BadRecord) -> Any:
    """The value in a line. Raises the fault where it is not written in the one way."""
    if not (line.startswith(begins) and line.endswith(ends)):
        raise fault
    try:
        text = line[len(begins) : len(line) - len(ends)].decode()
        given = json.loads(text)
        is_as_written = canonical(given) == text
    except (ValueError, RecursionError):
        raise fault from None
    if not is_as_written:
        raise fault
    return given


def _shaped(kind: type[M], given: Any, fault: BadRecord) -> M:
    try:
        return kind.model_validate(given)
    except ValidationError:
        raise fault from None


def _are_documents(given: Any) -> bool:
    """Whether each document stands under its own digest."""
    return isinstance(given, dict) and all(
        isinstance(body, str) and sha256(body.encode()).hexdigest() == digest for digest, body in given.items()
    )


def _link(lines: list[bytes], before: str, seq: int) -> Link:
    """Take the next entry from the lines, which stands on the hash before it."""
    line = lines.pop(0)
    if not lines:
        raise _cut(seq - 1)
    fault = BadRecord("Entry {seq} of the record was changed.", seq=seq)
    if line.endswith(b",") and lines[0].startswith(b"]"):
        raise fault
    given = _parsed(line.removesuffix(b","), b"", b"", fault)
    link = _shaped(Link, given, fault)
    has_salt = link.content is not None and not link.forgotten
    if next_hash(before, link.seal) != link.hash or has_salt is not (link.salt is not None):
        raise fault
    if link.salt is not None and seal_of(link.salt, canonical(given["content"])) != link.seal:
        raise fault
    return link


def _check_forgotten(links: list[Link], founder: BadRecord | None) -> None:
    """Whether somebody was forgotten after each entry that is said to have forgotten them. Raises ``BadRecord``, that
    of the ``founder`` if they are said to be forgotten and no entry says so.
    """
    events = ((seq, event) for seq, link in enumerate(links, 1) if link.content for event in link.content.events)
    last = max((seq for seq, event in events if event.get("type") == "forgotten"), default=0)
    if founder is not None and not last and all(link.content for link in links):
        raise founder
    for seq, link in enumerate(links[last:], start=last + 1):
        if link.forgotten:
            raise BadRecord("Entry {seq} of the record was changed.", seq=seq)


def _ending(lines: list[bytes], last: str, count: int) -> Ending:
    """What stands behind the entries, and nothing after it."""
    fault = _cut(count)
    if len(lines) != 2 or lines[1] or not lines[0].startswith(b"],"):
        raise fault
    given = _parsed(b"{" + lines[0][2:], b"", b"", fault)
    if isinstance(given, dict) and isinstance(given.get("format"), int) and given["format"] > FORMAT:
        raise BadRecord("A later version of this bot wrote the record, so update this bot first.")
    ending = _shaped(Ending, given, fault)
    if ending.hash != last:
        raise fault
    return ending


def _cut(count: int) -> BadRecord:
    if not count:
        return BadRecord("The record was changed or cut off before its first entry.")
    return BadRecord("The record was changed or cut off after entry {seq}.", seq=count)


def _seed(campaign: Beginning, links: list[Link], ending: Ending) -> bytes | None:
    """The seed of an open record, from which the seal of the dice and every salt come."""
    if ending.seed is None:
        return None
    seed = bytes.fromhex(ending.seed)
    if seal(seed) != campaign.seal:
        raise BadRecord("The seed in the record does not match the seal of the dice.")
    for seq, link in enumerate(links, start=1):
        if not link.forgotten and link.salt != salt_of(seed, seq):
            raise BadRecord("Entry {seq} of the record was changed.", seq=seq)
    return seed
