"""``docs/authority.md`` says who may do what; every cell is tried."""

import pytest

from tests.authority import NO, PAGE, PERSONS, SITUATIONS, YES, Situation, text, untried

ROWS = {
    cells[0]: dict(zip(PERSONS, cells[1:], strict=True))
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and (cells := [cell.strip() for cell in line.strip("|").split("|")])[0] != "what"
}


@pytest.mark.parametrize("person", PERSONS)
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_a_cell_is_what_happens(situation: Situation, person: str) -> None:
    assert situation.outcome(PERSONS[person]) == ROWS[situation.name][person]


def test_the_page_is_as_it_would_be_written_today() -> None:
    """If this fails after a change that was meant: `make authority`, and read the difference."""
    assert PAGE.read_text(encoding="utf-8") == text()


def test_every_command_of_the_campaign_has_a_row() -> None:
    assert untried() == set()


def test_the_office_gives_a_player_no_power_over_another_side() -> None:
    """Whatever a referee who plays can do at once, a player of another side without the office can do too."""
    for name, cells in ROWS.items():
        if cells["playing referee"] not in (NO, "asks") and "free seat" not in name:  # who takes it asks a referee
            assert cells["other side"] == cells["playing referee"], name


def test_nobody_without_a_seat_touches_the_game() -> None:
    seats = ("seat", "referee")
    for name, cells in ROWS.items():
        for person in ("newcomer", "outsider"):
            assert cells[person] == NO or any(word in name for word in seats), name
    for name, cells in ROWS.items():
        if cells["administrator"] == YES and not name.startswith("Administrator"):
            assert cells["outsider"] == YES, name
