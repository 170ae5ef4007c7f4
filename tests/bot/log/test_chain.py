"""The record of a campaign as a file: chained, written in one way, and refused by name where it was changed."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.log.chain import (
    FORMAT,
    BadRecord,
    ToWrite,
    canonical,
    chain_from,
    digest_of,
    first_hash,
    next_hash,
    read_record,
    salt_of,
    told_of,
    write_record,
)
from bot.log.export import content_of
from bot.log.record_schema import RecordFile
from rules.dice import heads, key, seal
from rules.secrets import seal_of
from tests.bot.desk import Desk
from tests.faults.rounds import many
from tests.forged import respelled
from tests.games import SEED
from tests.records import closed_record, open_record, played

SCHEMA = Path(__file__).parents[3] / "docs" / "record.schema.json"
CAMPAIGN = {
    "at": 0, "data": "", "dice": "sealed", "founder": 1, "game": "high-card", "name": "Für “Élise” ⚔", "rules": "0.3",
    "heads": [*heads(SEED)], "seal": seal(SEED), "seat": "Red", "terms": {},
}  # fmt: skip


def content(number: int) -> dict[str, Any]:
    return {
        "at": number, "command": {"type": "take"}, "dice": [], "events": [{"type": "taken", "number": number}],
        "rules": "0.3", "seat": None, "undoes": None, "user": 1,
    }  # fmt: skip


def written(count: int = 3, *, is_open: bool = True) -> bytes:
    contents = [ToWrite(content(number)) for number in range(1, count + 1)]
    return write_record(CAMPAIGN, {}, contents, SEED, is_open=is_open).data


OPEN, CLOSED = written(), written(is_open=False)
GONE = ToWrite({**content(2), "events": [{"type": "forgotten"}]})


def test_it_is_one_json_document_with_an_entry_on_each_line() -> None:
    whole = json.loads(OPEN)
    assert (whole["campaign"], whole["format"], whole["seed"]) == (CAMPAIGN, FORMAT, SEED.hex())
    lines = OPEN.decode().splitlines()
    assert [json.loads(line.removesuffix(",")) for line in lines[3:6]] == whole["entries"]


def test_each_entry_stands_on_the_one_before_it() -> None:
    whole = json.loads(OPEN)
    before = chain_from(first_hash(whole["campaign"]), whole["campaign"]["seal"])
    for seq, entry in enumerate(whole["entries"], start=1):
        assert entry["seal"] == seal_of(salt_of(SEED, seq), canonical(entry["content"]))
        assert entry["deeds"] == digest_of(SEED, seq, [])
        assert entry["hash"] == (before := next_hash(before, entry["seal"], entry["deeds"], {}))
    assert whole["hash"] == before


def test_the_chain_of_a_closed_record_is_that_of_the_open_one() -> None:
    opened, closed = json.loads(OPEN), json.loads(CLOSED)
    assert [each["hash"] for each in closed["entries"]] == [each["hash"] for each in opened["entries"]]
    assert [{*each} for each in closed["entries"]] == 3 * [{"deeds", "hash", "seal"}]
    assert {*closed} == {"campaign", "documents", "entries", "format", "hash", "start"}


def test_a_private_deed_does_not_show_in_a_closed_record() -> None:
    """Neither that it was done, nor how often: its digest is there in any case."""
    one, two = ToWrite(content(1)), ToWrite(content(2))
    deed = ToWrite({**content(3), "command": {"type": "keep"}}, is_unseen=True)
    for entries in ([one, deed, two], [one, deed, deed, two, deed], [deed, one, two]):
        plain, other = (write_record(CAMPAIGN, {}, each, SEED, is_open=False) for each in ([one, two], entries))
        assert nameless(plain.data) == nameless(other.data)
        opened = write_record(CAMPAIGN, {}, entries, SEED, is_open=True)
        assert (opened.hash, opened.entries) == (other.hash, other.entries) == (read_record(opened.data).hash, 2)
        assert [each.hash for each in read_record(opened.data).links] == [
            each["hash"] for each in json.loads(other.data)["entries"]
        ]


def nameless(data: bytes) -> bytes:
    """A record without what its digests are."""
    return re.sub(rb'(?<=")[0-9a-f]{64}(?=")', b"?", data)


def test_a_closed_record_hides_lengths() -> None:
    long = [ToWrite({**content(1), "events": [{"cards": ["x"] * 500}]})]
    short = [ToWrite(content(1))]
    lengths = {len(write_record(CAMPAIGN, {}, each, SEED, is_open=False).data) for each in (long, short)}
    assert len(lengths) == 1


def test_an_open_record_is_read_as_it_was_written() -> None:
    record = read_record(OPEN)
    assert [each.events for each in record.contents] == [content(number)["events"] for number in (1, 2, 3)]
    assert (record.seed, record.campaign.name) == (SEED, CAMPAIGN["name"])


def test_a_record_without_entries_is_read() -> None:
    assert read_record(written(0)).contents == ()


def test_a_closed_record_has_no_contents_to_play_with() -> None:
    with pytest.raises(BadRecord, match="its game goes on"):
        _ = read_record(CLOSED).contents


BITS = (0, 3, 7)


@pytest.mark.parametrize("whole", [OPEN, CLOSED], ids=["open", "closed"])
def test_one_flipped_bit_anywhere_is_refused_by_name(whole: bytes) -> None:
    """By day every third place is tried, at night each. What is named is the entry of that line, or what stands before
    or after the entries.
    """
    lines = whole.split(b"\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    for place in range(0, len(whole), many(3, 1)):
        for bit in many((BITS[place // 3 % 3],), BITS):
            spoilt = bytearray(whole)
            spoilt[place] ^= 1 << bit
            with pytest.raises(BadRecord) as refused:
                read_record(bytes(spoilt))
            number = sum(start <= place for start in starts)  # the line, from 1
            assert fits(str(refused.value), number), (place, bit, str(refused.value))


def fits(said: str, line: int) -> bool:
    """Whether a refusal names the place of a line of the record with three entries."""
    if line <= 3:
        return "before its first entry" in said or "is no record" in said or "seal of the dice" in said
    if line <= 6:
        # a line break that is lost makes two entries one, and a last entry without one is cut off
        return said.startswith((f"Entry {line - 3} ", f"The record was changed or cut off after entry {line - 4}"))
    return "after entry 3" in said or "later version" in said or "seal of the dice" in said


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_record_that_is_cut_off_is_refused(data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(OPEN) - 1))
    with pytest.raises(BadRecord, match=r"cut off|is no record|Entry \d of the record was changed"):
        read_record(OPEN[:length])


def test_a_record_that_lost_its_last_entries_is_refused() -> None:
    lines = OPEN.split(b"\n")
    shorter = b"\n".join([*lines[:4], lines[4].removesuffix(b","), *lines[6:]])
    assert len(json.loads(shorter)["entries"]) == 2
    with pytest.raises(BadRecord, match="after entry 2"):
        read_record(shorter)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (b"", "is no record"),
        (b"\x89PNG", "is no record"),
        (b'{"format":1}', "is no record"),
        *((each, "is no record") for each in (b"5", b'"entries"', b"[]", b'{"entries":5}', b'{"entries":[],"more":1}')),
        (b"[" * 100_000, "is no record"),
        (b'{"campaign":' + b"[" * 100_000 + b",\n\n\n\n", "before its first entry"),
        (OPEN.replace(b'"format":3', b'"format":4'), "update this bot first"),
        (OPEN.replace(b'"format":3', b'"format":2'), "cut off after entry 3"),
        (OPEN.replace(SEED.hex().encode(), b"0" * 64), "does not match the seal"),
        (OPEN.replace(b'"at":2', b'"at":' + b"9" * 5000), "Entry 2 of the record was changed"),
        (OPEN.replace("“Élise”".encode(), b"\\ud800"), "before its first entry"),
        (OPEN + b"\n", "cut off after entry 3"),
        (OPEN.replace(b'"at":2', b'"at": 2'), "Entry 2 of the record was changed"),
        (OPEN.replace(b"\n]", b",\n]"), "Entry 3 of the record was changed"),
        (OPEN + b"And more", "after entry 3"),
    ],
)
def test_any_other_file_is_refused_in_a_sentence(spoilt: bytes, said: str) -> None:
    with pytest.raises(BadRecord, match=said) as refused:
        read_record(spoilt)
    assert len(str(refused.value).rstrip(".").split(". ")) == 1


def test_an_invented_entry_has_another_salt() -> None:
    forged = [ToWrite({**content(1), "user": 2})]
    other = write_record(
        {**CAMPAIGN, "heads": [*heads(bytes(32))], "seal": seal(bytes(32))}, {}, forged, bytes(32), is_open=True
    ).data
    mine = other.replace(bytes(32).hex().encode(), SEED.hex().encode()).replace(seal(bytes(32)).encode(), b"?")
    with pytest.raises(BadRecord):
        read_record(mine)


async def test_the_schema_in_the_docs_is_that_of_the_file(desk: Desk) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema == RecordFile.model_json_schema()
    import jsonschema_rs

    validator = jsonschema_rs.validator_for(schema)
    session = await played(desk)
    for data in (await open_record(desk), await closed_record(desk, session)):
        assert [str(error) for error in validator.iter_errors(json.loads(data))] == []
    assert not validator.is_valid({**json.loads(OPEN), "format": 4})


def respoken(whole: bytes, number: int, **changes: Any) -> bytes:
    """The record with other parts in an entry; what is None is taken out."""
    lines = whole.split(b"\n")
    entry = json.loads(lines[2 + number].removesuffix(b",")) | changes
    left = canonical({name: value for name, value in entry.items() if value is not None}).encode()
    lines[2 + number] = left + (b"," if lines[2 + number].endswith(b",") else b"")
    return b"\n".join(lines)


FORGED = {**content(2), "user": 2}


@pytest.mark.parametrize(
    ("whole", "number", "changes"),
    [
        (CLOSED, 2, {"content": FORGED}),
        (CLOSED, 2, {"content": FORGED, "salt": None}),
        (CLOSED, 2, {"content": FORGED, "salt": None, "forgotten": True}),
        (CLOSED, 2, {"content": FORGED, "forgotten": True}),
        (CLOSED, 2, {"salt": "0" * 32}),
        (CLOSED, 1, {"content": FORGED}),
        (CLOSED, 1, {"salt": "0" * 32}),
        (CLOSED, 1, {"content": FORGED, "salt": "0" * 32}),
        (CLOSED, 3, {"forgotten": True}),
        (OPEN, 1, {"content": None, "salt": None}),
        (OPEN, 3, {"salt": None}),
        (OPEN, 2, {"content": FORGED}),
    ],
)
def test_nobody_changes_words_or_drops_a_proof(whole: bytes, number: int, changes: dict[str, Any]) -> None:
    """The opponent who passes a record on, closed or open."""
    assert read_record(respoken(whole, number)).hash == read_record(whole).hash, "said again it is the same"
    with pytest.raises(BadRecord, match=f"^Entry {number} of the record was changed.$"):
        read_record(respoken(whole, number, **changes))


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_closed_record_holds_no_private_deed(place: int) -> None:
    """Not the seal of one either, which stands on nothing."""
    lines = CLOSED.split(b"\n")
    lines.insert(2 + place, canonical({"seal": "a" * 64}).encode() + b",")
    with pytest.raises(BadRecord, match=f"^Entry {place} of the record was changed.$"):
        read_record(b"\n".join(lines))


def test_what_comes_from_the_seed_is_checked_in_an_open_record() -> None:
    """Although every hash was worked out anew."""

    def other_salt(whole: dict[str, Any]) -> None:
        entry = whole["entries"][1]
        entry["salt"] = "0" * 32
        entry["seal"] = seal_of(entry["salt"], canonical(entry["content"]))

    def other_deeds(whole: dict[str, Any]) -> None:
        whole["entries"][1]["deeds"] = "0" * 64

    assert read_record(respelled(OPEN, lambda _: None)) == read_record(OPEN)
    for change, said in (
        (other_salt, r"^Entry 2 of the record was changed\.$"),
        (other_deeds, r"^The private actions before entry 2 of the record were changed\.$"),
    ):
        with pytest.raises(BadRecord, match=said):
            read_record(respelled(OPEN, change))


def test_heads_match_the_seal_whatever_was_refitted() -> None:
    others = {**CAMPAIGN, "heads": [*heads(bytes(reversed(SEED)))]}
    for is_open in (True, False):
        forged = write_record(others, {}, [], SEED, is_open=is_open)
        with pytest.raises(BadRecord, match="changed or cut off before its first entry"):
            read_record(forged.data)


def test_each_document_stands_under_its_own_digest() -> None:
    def with_documents(documents: dict[str, str]) -> bytes:
        return write_record(CAMPAIGN, documents, [ToWrite(content(1))], SEED, is_open=True).data

    right = {sha256(body.encode()).hexdigest(): body for body in ("{}", '{"a":1}')}
    assert read_record(with_documents(right)).documents == right
    not_texts: list[Any] = [{next(iter(right)): 5}, {next(iter(right)): None}, [], "documents", 5]
    for wrong in (right | {"0" * 64: "{}"}, dict(zip(right, [*right.values()][::-1], strict=True)), *not_texts):
        with pytest.raises(BadRecord, match="before its first entry"):
            read_record(with_documents(wrong))


def test_a_written_record_names_its_format() -> None:
    opened = write_record(CAMPAIGN, {}, [ToWrite(content(1))], SEED, is_open=True)
    closed = write_record(CAMPAIGN, {}, [ToWrite(content(1))], SEED, is_open=False)
    assert (opened.entries, opened.is_open, closed.entries, closed.is_open) == (1, True, 1, False)
    assert opened.hash == closed.hash == read_record(closed.data).hash == json.loads(opened.data)["entries"][0]["hash"]
    assert (read_record(closed.data).seed, read_record(opened.data).start) == (None, None)


def test_a_forgotten_founder_keeps_the_chain() -> None:
    """And a seal that was kept is written, not one of what is left; its salt is not."""
    kept, start = "a" * 64, "b" * 64
    entries = [ToWrite(content(1), seal=kept), GONE]
    for is_open in (True, False):
        written = write_record(CAMPAIGN, {}, entries, SEED, is_open=is_open, start=start)
        first, second = json.loads(written.data)["entries"]
        assert first["hash"] == next_hash(chain_from(start, seal(SEED)), kept, first["deeds"], {})
        opened = {"content"} if is_open else set[str]()
        assert {*first} == {"deeds", "hash", "seal", *opened, *(["forgotten"] if is_open else [])}
        assert {*second} == {"deeds", "hash", "seal", *opened, *(["salt"] if is_open else [])}
        record = read_record(written.data)
        assert (record.start, [link.forgotten for link in record.links]) == (start, [is_open or None, None])


@pytest.mark.parametrize(("count", "is_open"), [(0, True), (0, False), (2, True)])
def test_a_founder_is_not_said_to_be_forgotten_where_nobody_was(count: int, is_open: bool) -> None:
    """Or anybody could found somebody else's campaign, under another name and on other terms."""
    entries = [ToWrite(content(number)) for number in range(1, count + 1)]
    forged = write_record({**CAMPAIGN, "founder": 2}, {}, entries, SEED, is_open=is_open, start=first_hash(CAMPAIGN))
    with pytest.raises(BadRecord, match="before its first entry"):
        read_record(forged.data)


def test_a_forgetting_is_itself_never_forgotten() -> None:
    """Or its words could be changed: no seal is checked of an entry in which somebody was forgotten."""
    forged = write_record(CAMPAIGN, {}, [ToWrite(content(1)), GONE._replace(seal="a" * 64)], SEED, is_open=True)
    with pytest.raises(BadRecord, match=r"^Entry 2 of the record was changed\.$"):
        read_record(forged.data)


def test_closed_entries_hide_a_forgetting() -> None:
    closed = [ToWrite(content(1))]
    written = write_record(CAMPAIGN, {}, closed, SEED, is_open=False, start="b" * 64)
    assert read_record(written.data).start == "b" * 64


async def test_an_entrys_open_dice_are_told(desk: Desk) -> None:
    await played(desk)
    contents = {row.seq: content_of(row) for row in await desk.store.entries(1)}
    (rolled, taken) = (contents[seq] for seq in (3, 6))
    (die,) = rolled["dice"]
    keys = [key(SEED, die["first"] + place).hex() for place in range(2)]
    assert told_of(SEED, rolled) == {"told": {"at": rolled["at"], "dice": [die], "keys": keys}}
    assert [each["is_secret"] for each in taken["dice"]] == [True]
    assert told_of(SEED, taken) == {}
    both = {**rolled, "dice": [die, *taken["dice"], {**die, "first": None}]}
    assert told_of(SEED, both) == told_of(SEED, rolled)
    assert told_of(SEED, {**rolled, "events": [*rolled["events"], {"type": "redone"}]}) == {}


@pytest.mark.parametrize("is_open", [True, False])
def test_only_an_open_record_holds_the_data_of_the_game(is_open: bool) -> None:
    data = write_record(CAMPAIGN, {"digest": "body"}, [ToWrite(content(1))], SEED, is_open=is_open).data
    assert json.loads(data)["documents"] == ({"digest": "body"} if is_open else {})
