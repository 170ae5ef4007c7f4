"""The chain of the rows: whatever a fault changes in one of them is found, and nothing else is."""

import pytest

from bot.storage.rows import CampaignRow, Damaged, EntryRow, Linked, beginning, checked, link, linked, made_up
from tests.bot.storage.rows import CAMPAIGN, entry

WHOLE = EntryRow(1, 2, 102, 1000, 30, "Allies", '{"a":1}', "[2]", "[3]", 1, "0.1", "a" * 64, 2)
OTHER = EntryRow(1, 3, 103, 1001, 31, "Axis", '{"a":2}', "[3]", "[4]", 2, "0.2", "b" * 64, 3)
FOUNDED = CAMPAIGN._replace(data="d" * 64, start="e" * 64)
ELSE = CampaignRow(9, 2, 1001, 11, 21, 31, "y", "y", "Axis", "physical", b"1" * 32, "0.2", "f" * 64, "[]", "0" * 64)
NOWHERE = {"id", "guild", "channel"}
"""What the chain does not hold: two copies of a campaign have one chain."""


@pytest.mark.parametrize("field", EntryRow._fields[1:])
def test_it_holds_every_field_of_an_entry(field: str) -> None:
    assert link("x", WHOLE._replace(**{field: getattr(OTHER, field)})) != link("x", WHOLE)
    assert link("y", WHOLE) != link("x", WHOLE)


@pytest.mark.parametrize("field", CampaignRow._fields)
def test_it_covers_all_but_the_campaigns_place(field: str) -> None:
    changed = FOUNDED._replace(**{field: getattr(ELSE, field)})
    assert (beginning(changed) == beginning(FOUNDED)) is (field in NOWHERE)


def test_a_copy_under_another_id_has_the_same_chain() -> None:
    here, there = (entry(1, made_up(id_, 1))._replace(campaign=id_) for id_ in (1, 7))
    assert link("x", here) == link("x", there) != link("x", entry(1))


@pytest.mark.parametrize(("left", "named"), [([1, 3], 2), ([2, 3], 1), ([1, 2, 2], 3)])
def test_an_entry_that_is_missing_or_there_twice_is_named(left: list[int], named: int) -> None:
    chain = linked("x", [entry(seq) for seq in (1, 2, 3)])
    with pytest.raises(Damaged, match=f"entry {named} of its log is damaged"):
        checked("x", 0, [chain[seq - 1] for seq in left])


def test_the_first_that_was_changed_is_named_and_so_is_its_hash() -> None:
    one, two, three = linked("x", [entry(seq) for seq in (1, 2, 3)])
    assert checked("x", 0, (one, two, three)) == [entry(1), entry(2), entry(3)]
    assert checked(one.hash, 1, (two, three)) == [entry(2), entry(3)]
    for wrong in (Linked(two.row._replace(user=31), two.hash), Linked(two.row, one.hash)):
        with pytest.raises(Damaged, match="entry 2 of"):
            checked("x", 0, (one, wrong, three))
