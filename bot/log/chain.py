"""The record of a campaign as a file: one JSON document, whose entries are chained by their hashes.

Every entry stands there under seal: the SHA-256 of a salt that nobody can guess, a space, and its content. The chain
goes over what everybody saw happen: each such entry has a hash, which stands on its seal, on what is told of its dice,
and on a digest of the private deeds since the one before it, the same to look at whether there were any. The record of
a game that goes on is those seals and digests, and the dice that everybody saw fall with their keys, nothing else. When
the game is over it holds every entry, private deeds in their places, and the seed from which the salts come; its chain
is the same.

A record is written in one way only, with an entry on each line: whatever was changed in it is found and named.
"""

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

import rules.dice
from bot.log.record_schema import TOLD, Beginning, Content, Deed, Ending, Link, Start
from rules.dice import Roll, SealedDice, heads, seal_over
from rules.errors import RuleError
from rules.frozen import Frozen
from rules.secrets import seal_of

FORMAT = 3
SHORTEST = 4
"""The lines of a record without entries."""

M = TypeVar("M", bound=Frozen)


class BadRecord(RuleError):
    """A record that was changed, or is none. Its text names the first place where that shows."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was found to be whole. ``first`` is the hash of its log before the first entry, ``hash`` that after
    the last. ``start`` is the hash of its beginning as it was, once its founder was forgotten.
    """

    campaign: Beginning
    documents: Mapping[str, str]
    entries: tuple[Link | Deed, ...]
    first: str
    hash: str
    seed: bytes | None
    start: str | None = None

    @property
    def contents(self) -> tuple[Content, ...]:
        """The contents of all entries. Raises ``BadRecord`` when they are closed."""
        if self.seed is None:
            raise BadRecord("This record is closed: its game goes on, so its seed and its entries are not in it.")
        return tuple(each.content for each in self.entries if each.content is not None)

    @property
    def links(self) -> tuple[Link, ...]:
        """The chain: every entry that everybody saw, by its number."""
        return tuple(each for each in self.entries if isinstance(each, Link))


class ToWrite(NamedTuple):
    """An entry to write: its content, whether it is a private deed, its ``seal`` before somebody was forgotten."""

    content: Mapping[str, Any]
    is_unseen: bool = False
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain after ``seq`` entries, of which everybody counts ``count``: the ``hash`` of the last of those, and the
    seals of the private ``deeds`` since.
    """

    hash: str
    seq: int = 0
    count: int = 0
    deeds: tuple[str, ...] = ()

    def then(self, seed: bytes, entry: ToWrite) -> tuple["Chain", dict[str, Any]]:
        """Return the chain after one more entry, and what stands in the record of it, with its content or without."""
        seq = self.seq + 1
        sealed = entry.seal or sealed_content(seed, seq, entry.content)
        if entry.is_unseen:
            return replace(self, seq=seq, deeds=(*self.deeds, sealed)), {"seal": sealed}
        digest = digest_of(seed, seq, self.deeds)
        told = told_of(seed, entry.content)
        now = next_hash(self.hash, sealed, digest, told)
        return Chain(now, seq, self.count + 1), {"seal": sealed, "deeds": digest, "hash": now, **told}


class Written(NamedTuple):
    """A record as a file: its bytes, the hash of its last entry, and how many entries everybody counts."""

    data: bytes
    hash: str
    entries: int
    is_open: bool


# ---- the chain ----


def canonical(value: Any) -> str:
    """Return the one way in which a value is written: keys in order, no spaces."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def salt_of(seed: bytes, seq: int) -> str:
    """Return the salt of an entry."""
    return SealedDice(seed).salt(f"record {seq}")


def first_hash(campaign: Mapping[str, Any]) -> str:
    """Return the hash of a record's beginning."""
    return sha256(canonical(campaign).encode()).hexdigest()


def chain_from(start: str, sealed: str) -> str:
    """Return the hash with which the chain begins: that of the beginning, as it was, and the seal of the dice."""
    return sha256(f"{start} {sealed}".encode()).hexdigest()


def sealed_content(seed: bytes, seq: int, content: Mapping[str, Any]) -> str:
    """Return the seal of an entry."""
    return seal_of(salt_of(seed, seq), canonical(content))


def digest_of(seed: bytes, seq: int, deeds: Sequence[str]) -> str:
    """Return the digest of the private deeds, by their seals, before the entry ``seq`` and after the last one that
    everybody saw. There is one where there were none, and nobody can tell.
    """
    return hmac.digest(seed, "\n".join((f"deeds {seq}", *deeds)).encode(), "sha256").hex()


def next_hash(before: str, sealed: str, deeds: str, told: Mapping[str, Any]) -> str:
    """Return an entry's hash, from the hash before, its seal, the deeds' digest and what it ``told`` of its dice."""
    return sha256(f"{before} {sealed} {deeds} {canonical(told)}".encode()).hexdigest()


# ---- writing ----


def write_record(
    campaign: Mapping[str, Any],
    documents: Mapping[str, str],
    entries: Iterable[ToWrite],
    seed: bytes,
    *,
    is_open: bool,
    start: str | None = None,
) -> Written:
    """Return the record of a campaign, whose entries and documents are read in an open one alone. ``start`` is the hash
    of its beginning as it was, once its founder was forgotten.
    """
    begun = {"campaign": campaign, "start": start or first_hash(campaign), **({"forgotten": True} if start else {})}
    lines = list[str]()
    chain = Chain(chain_from(str(begun["start"]), campaign["seal"]))
    for entry in entries:
        chain, said = chain.then(seed, entry)
        if is_open:
            lines.append(canonical({**said, **_opened(entry, salt_of(seed, chain.seq))}))
        elif not entry.is_unseen:
            lines.append(canonical(said))
    opened = {"deeds": digest_of(seed, chain.seq + 1, chain.deeds), "seed": seed.hex()} if is_open else {}
    ending = {"format": FORMAT, "hash": chain.hash, **opened}
    data = _laid_out(begun, documents if is_open else {}, lines, ending)
    return Written(data, chain.hash, chain.count, is_open)


def told_of(seed: bytes, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what everybody may read of an entry's dice: the open ones that fell with it. Those that a redo shows again
    fell before. A damaged log can hold anything in place of its dice and events.
    """
    events, every = (each if isinstance(each, list) else [] for each in (content["events"], content["dice"]))
    dice = [each for each in every if each["first"] is not None and not each["is_secret"]]
    is_redo = any(isinstance(event, Mapping) and event.get("type") == "redone" for event in events)
    if not dice or is_redo:
        return {}
    keys = [rules.dice.key(seed, index).hex() for each in dice for index in Roll.model_validate(each).indexes]
    return {"told": {"at": content["at"], "dice": dice, "keys": keys}}


def _laid_out(
    begun: Mapping[str, Any], documents: Mapping[str, str], lines: Sequence[str], ending: Mapping[str, Any]
) -> bytes:
    """Return the file: an entry on each line."""
    parts = (
        f"{canonical(begun)[:-1]},",
        f'"documents":{canonical(documents)},',
        '"entries":[',
        *(f"{each}{',' if seq < len(lines) else ''}" for seq, each in enumerate(lines, start=1)),
        f"],{canonical(ending)[1:]}",
        "",
    )
    return "\n".join(parts).encode()


def _opened(entry: ToWrite, salt: str) -> dict[str, Any]:
    """Return what everybody reads of an entry in an open record. Its salt would tell who was forgotten in it."""
    return {"content": entry.content, **({"forgotten": True} if entry.seal else {"salt": salt})}


# ---- reading ----


def read_record(data: bytes) -> Record:
    """Return the record in a file. Raises ``BadRecord`` where it is none, or not as it was written."""
    if not data.startswith(b'{"campaign":'):
        raise BadRecord("The file is no record of a campaign.")
    fault = _cut(0)
    if data.count(b"\n") < SHORTEST:
        raise fault
    first, second, third, *lines = data.split(b"\n")
    given = _parsed(first.removesuffix(b",") + b"}", b"", b"", fault)
    documents = _parsed(second, b'"documents":', b",", fault)
    start = _shaped(Start, given, fault)
    is_as_begun = bool(start.forgotten) or first_hash(given["campaign"]) == start.start
    is_whole = first.endswith(b",") and is_as_begun and seal_over(start.campaign.heads) == start.campaign.seal
    # each document stands under its own digest
    are_documents = isinstance(documents, dict) and all(
        isinstance(body, str) and sha256(body.encode()).hexdigest() == digest for digest, body in documents.items()
    )
    if not is_whole or not are_documents or third != b'"entries":[':
        raise fault
    last = begun = chain_from(start.start, start.campaign.seal)
    entries, goes_on = list[Link | Deed](), True
    for line, after in pairwise(lines):
        if not goes_on or line.startswith(b"]"):
            break
        goes_on = line.endswith(b",")
        entry = _entry(line, after, last, len(entries) + 1)
        last = entry.hash if isinstance(entry, Link) else last
        entries.append(entry)
    ending = _ending(lines[len(entries) :], last, len(entries))
    _check_forgotten(entries, fault if start.forgotten and (ending.seed or not entries) else None)
    seed = _seed(start.campaign, entries, ending)
    as_it_was = start.start if start.forgotten else None
    return Record(start.campaign, documents, tuple(entries), begun, last, seed, as_it_was)


def _parsed(line: bytes, begins: bytes, ends: bytes, fault: BadRecord) -> Any:
    """Return the value in a line. Raises the fault where it is not written in the one way."""
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


def _entry(line: bytes, after: bytes, before: str, seq: int) -> Link | Deed:
    """Return the entry in a line that another must follow. A public entry is checked against the hash before it."""
    fault = _changed(seq)
    if line.endswith(b",") and after.startswith(b"]"):
        raise fault
    given = _parsed(line.removesuffix(b","), b"", b"", fault)
    is_link = isinstance(given, dict) and "hash" in given
    entry: Link | Deed = _shaped(Link, given, fault) if is_link else _shaped(Deed, given, fault)
    has_salt = entry.content is not None and not entry.forgotten
    told = {name: given[name] for name in TOLD if name in given}
    if isinstance(entry, Link) and next_hash(before, entry.seal, entry.deeds, told) != entry.hash:
        raise fault
    if has_salt is not (entry.salt is not None):
        raise fault
    if entry.salt is not None and seal_of(entry.salt, canonical(given["content"])) != entry.seal:
        raise fault
    return entry


def _changed(seq: int) -> BadRecord:
    return BadRecord("Entry {seq} of the record was changed.", seq=seq)


def _check_forgotten(entries: list[Link | Deed], founder: BadRecord | None) -> None:
    """Check whether somebody was forgotten after each entry that is said to have forgotten them. Raises ``BadRecord``,
    that of the ``founder`` if they are said to be forgotten and no entry says so.
    """
    events = ((seq, event) for seq, each in enumerate(entries, 1) if each.content for event in each.content.events)
    last = max((seq for seq, event in events if event.get("type") == "forgotten"), default=0)
    if founder is not None and not last:
        raise founder
    for seq, entry in enumerate(entries, start=1):
        if entry.forgotten and seq >= last:
            raise _changed(seq)


def _ending(lines: list[bytes], last: str, count: int) -> Ending:
    """Return what stands behind the entries, and nothing after it."""
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


def _seed(campaign: Beginning, entries: list[Link | Deed], ending: Ending) -> bytes | None:
    """Return the seed of an open record, once all that comes from it is checked, or None. Raises ``BadRecord``."""
    if ending.seed is None:
        for seq, entry in enumerate(entries, start=1):
            if isinstance(entry, Deed) or entry.content is not None:
                raise _changed(seq)
        return None
    seed, deeds = bytes.fromhex(ending.seed), list[str]()
    if [*heads(seed)] != campaign.heads:
        raise BadRecord("The seed in the record does not match the seal of the dice.")
    for seq, entry in enumerate(entries, start=1):
        if entry.content is None or (not entry.forgotten and entry.salt != salt_of(seed, seq)):
            raise _changed(seq)
        if isinstance(entry, Deed):
            deeds.append(entry.seal)
        elif entry.deeds != digest_of(seed, seq, deeds):
            raise BadRecord("The private actions before entry {seq} of the record were changed.", seq=seq)
        else:
            deeds = []
    if ending.deeds != digest_of(seed, len(entries) + 1, deeds):
        raise _cut(len(entries))
    return seed
