"""The data against the sources that it was transcribed from, line by line.

The sources are copyrighted and not part of this repository: ``ADJUTANT_SOURCES`` names the folder that holds them.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import SHIPPED
from rules.games.fields_of_despair.data import FieldsData
from rules.printed.lookup import PrintedTable
from rules.printed.table import Band
from tests.games import fields, marne

FOLDER = Path(os.environ["ADJUTANT_SOURCES"])


def source(number: str) -> str:
    """The source of that number; its file has a longer name."""
    (file,) = FOLDER.glob(f"{number}_*.txt")
    return file.read_text(encoding="utf-8")


class TestMarne:
    def test_totals_and_turns_are_those_of_the_player_aid(self) -> None:
        """Each type's heading prints ``[total; turns]``; Cantigny is printed twice and is one marker (ruling)."""
        lines = source("000").splitlines()
        french = {event.name: event for event in marne().data.marker_types}
        for name, event in french.items():
            heading = next(
                line for line in lines if line.lstrip(" $\\*").replace("textbf{", "").lstrip(" {").startswith(name)
            )
            printed = re.search(r"\[(\d+) ?; ?([\d, and et]+?)\]", heading)
            assert printed is not None, name
            assert event.total == int(printed[1]), name
            assert set(event.enters) == set(map(int, re.findall(r"\d+", printed[2]))), name


class TestFields:
    TABLES: FieldsData = fields().data
    HEADINGS = {  # noqa: RUF012 (nobody changes it)
        "major": ("Major Offensive SPs", 0),
        "minor": ("Minor Offensive SPs", 0),
        "dogfight": ("Step 1: Do the Central Powers Respond?", 0),
        "artillery": ("Step 1: Do the Central Powers Respond?", 1),
        "dogfight_strength": ("Step 2: How Much Do They Respond With?", 0),
        "artillery_strength": ("Step 2: How Much Do They Respond With?", 1),
        "recon": ("Solitaire Air Reconnaissance Results (7.1.3-S)", 0),
        "sps_in_hex": ("Central Powers SPs in a Hex (7.3.3-S)", 0),
    }

    def table(self, name: str) -> PrintedTable[Any]:
        found = getattr(self.TABLES, name)
        assert isinstance(found, PrintedTable)
        return found

    def printed_rows(self, heading: str, which: int) -> tuple[list[str], dict[str, list[str]]]:
        """The column heads and rows below a heading of the aid."""
        lines = source("001").splitlines()
        start = [place for place, line in enumerate(lines) if line == heading][which]
        body = [line.split("\t") for line in lines[start + 1 :]]
        body = body[next(place for place, line in enumerate(body) if len(line) > 2) + 1 :]
        heads = [head for head in body[0][1:] if re.match(r"\d", head)]
        rows = {}
        for line in body[1:]:
            if len(line) < len(heads) + 1:
                break
            rows[line[0]] = line[1 : len(heads) + 1]
        return heads, rows

    def band(self, printed: str) -> Band:
        """A row of the aid: ``≤ 6``, ``≥ 5``, ``3-5``, ``18+``."""
        return Band.read(printed.replace("≤ ", "..") if "≥" not in printed else printed.replace("≥ ", "") + "+")

    @pytest.mark.parametrize("name", HEADINGS)
    def test_the_aid_prints_these_rows_and_columns(self, name: str) -> None:
        heads, rows = self.printed_rows(*self.HEADINGS[name])
        ours = self.table(name)
        assert list(ours.columns) == heads
        assert [Band.read(row) for row in ours.rows] == [self.band(row) for row in rows]
        assert [[str(cell) for cell in row] for row in ours.rows.values()] == [*rows.values()]

    def test_the_aid_prints_this_reinforcement_check(self) -> None:
        lines = source("001").splitlines()
        rows = [line.split("\t") for line in lines[lines.index("1d6\tAllied SPs : Central SPs\t\t\t") + 1 :]][:7]
        assert rows[0][1:5] == ["4:1", "3:1", "2:1", "1:1"]
        for printed in rows[1:]:
            assert [*reversed(printed[1:5])] == [*self.TABLES.cp_reinforcement.rows[printed[0]]]

    def test_the_aid_prints_these_numbers_of_offensives(self) -> None:
        lines = source("001").splitlines()
        rows = [line.split("\t") for line in lines[lines.index("3d6\tMajor\tMinor") + 1 :]][:14]
        ours = {self.band(row): [str(n) for n in cells[0]] for row, cells in self.TABLES.offensives.rows.items()}
        # the aid prints 1-6 for what a modifier can bring below 1
        theirs = {Band.read("..6" if row == "1-6" else row): [major, minor] for row, major, minor in rows}
        assert ours == theirs


def test_storm_titles_are_our_own() -> None:
    """No event of Gathering Storm is called as in the aid."""
    printed = " ".join(source("002").casefold().split())
    deck = tomllib.loads((SHIPPED / "gathering_storm_deck.toml").read_text(encoding="utf-8"))
    for card in deck["cards"]:
        assert card["title"].casefold() not in printed, card["title"]
