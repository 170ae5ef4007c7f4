"""The pictures of a campaign of Fields of Despair."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.base.language import say
from rules.campaign.chronicle.retelling import past_of
from rules.dice import Roll
from rules.games.fields_of_despair.notation import MOST_HEXES
from rules.games.fields_of_despair.odds_report import tell_odds
from rules.games.fields_of_despair.picture import _told_of, draw, draw_odds
from rules.games.fields_of_despair.pieces import CpHex
from rules.picture import Bars, Curves, Facts, Grid, Hexes, Mark, Picture
from rules.printed.lookup import Drm, PrintedTable, Reading, printed, shown_band
from rules.printed.table import Band
from tests.bot.messages.pictures.drawing import check, stretched
from tests.games import fields
from tests.play import Play
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, central, landed
from tests.rules.games.fields_of_despair.own_map import FIRST_CP_ROW, MAP, mapped


def picture(campaign: Campaign) -> Picture:
    past = past_of(campaign.play.campaign.as_founded(), campaign.play.log)
    return draw(campaign.game.data, campaign.state, past)


def test_before_the_set_up_nothing_is_known() -> None:
    play = Play(fields())
    drawn = draw(fields().data, play.campaign.state, past_of(play.campaign, ()))
    assert drawn.words == "Fields of Despair. The Central Powers are not set up yet."


async def test_it_tells_the_tracks_and_how_they_came_so_far() -> None:
    campaign = Campaign().to("central")
    campaign.do("adjust", what="total", value="90", reason="we counted")
    words = picture(campaign).words
    assert "Central Powers SPs: total 90, hidden 76, revealed 14." in words
    assert "total: 96 at first, 90 now, between 90 and 96." in words
    (curves,) = (part for part in picture(campaign).parts if isinstance(part, Curves))
    assert (str(curves.since), str(curves.until)) == ("7.1", "7.1")
    campaign.to("central", 2)
    (curves,) = (part for part in picture(campaign).parts if isinstance(part, Curves))
    assert (str(curves.since), str(curves.until)) == ("7.1", "7.2")
    assert [*map(str, curves.ticks.values())] == ["7.1", "7.2"]
    await check(picture(campaign))


async def test_a_hex_tells_what_was_told_of_it() -> None:
    campaign = Campaign(hexes="A05 B06").know(A05=12)
    campaign.do("note_hex", hex="C07", owner="Allies", sps="4+18", fortress=True)
    campaign.do("note_hex", hex="B06", sps="2+3", reason="we counted")
    campaign.do("note_hex", hex="D01", owner="Central Powers")
    words = picture(campaign).words
    assert "CP blocks with known SPs: A05 12." in words
    assert "CP block face down: B06 5:–." in words
    assert "Held by the Allies: C07 22:– *." in words
    assert "Two numbers: Allied SPs last entered, CP SPs; *: fortress." in words
    assert "Held by the Central Powers: D01." in words
    (hexes,) = (part for part in picture(campaign).parts if isinstance(part, Hexes))
    assert {kind.mark for kind in hexes.kinds} == set(Mark)
    await check(picture(campaign))


def test_a_hex_with_only_allied_sps_told_is_an_allied_one() -> None:
    campaign = Campaign(hexes="A05")
    campaign.do("note_hex", hex="F09", sps="2+3")
    assert "Held by the Allies: F09 5:–." in picture(campaign).words


def changed(campaign: Campaign) -> list[str]:
    """What the picture tells of the changes, line by line."""
    (facts,) = (part for part in picture(campaign).parts if isinstance(part, Facts))
    return [str(each) for each in facts.lines]


def test_what_changed_last_is_told_and_not_what_changed_before() -> None:
    campaign = Campaign(hexes="A05 B05").to("economy").know(A05=12)
    campaign.do("note_hex", hex="C06", owner="Central Powers")
    campaign.to("air")
    campaign.know(B05=1)
    campaign.do("note_hex", hex="B05", owner="Central Powers")
    assert changed(campaign)[:2] == ["What changed last", "B05: before face down, now 1 SP, held by the CP"]
    assert len(changed(campaign)) == 2


def test_six_changes_are_told_at_most() -> None:
    campaign = Campaign().to("air")
    campaign.do("adjust", what="hexes", value="I06", reason="the line moved")
    told = [f"{name}: before face down, now no CP block" for name in ["A05", "B05", "C06", "D06", "E07", "F07"]]
    assert changed(campaign) == ["What changed last", *told]


async def test_as_many_hexes_as_can_be_told_have_room() -> None:
    names = [f"{column}{row:02}" for column in "ABCDEFGHIJKLM" for row in (4, 5, 6, 7)][:MOST_HEXES]
    campaign = Campaign(total=400, hexes=" ".join(names))
    for name in names[:12]:
        campaign.know(**{name: 24})
    assert {*names} <= stretched(str(picture(campaign).words))
    await check(picture(campaign))


async def test_the_table_read_last_has_its_cell_marked() -> None:
    campaign = begun(3, 3, 3)
    (grid,) = (part for part in picture(campaign).parts if isinstance(part, Grid))
    assert str(grid.title) == "Read last: Number of CP Offensives"
    row, column = grid.marked
    assert grid.rows[row].cells[column].text == printed(campaign.state.cp.counted)
    await check(picture(campaign))


def read_at(table: PrintedTable[Any], row: str, column: str) -> Reading:
    """The table as it is read for a row and a column."""
    number, sides = map(int, table.dice.split("d"))
    low, high = Band.read(row)
    total = low if low is not None else high or 0
    drm = Drm(value=total - number, text=table.title, applies=True, reason="")
    return table.read(Roll(sides=sides, faces=(1,) * number), Band.read(column).low or 0, (drm,))[0]


@pytest.mark.parametrize("title", sorted(fields().data.printed_tables))
async def test_every_cell_of_every_table_can_be_the_marked_one(title: str) -> None:
    campaign, table = Campaign(), fields().data.printed_tables[title]
    past = past_of(campaign.play.campaign.as_founded(), campaign.play.log)
    for row in table.rows:
        for place, column in enumerate(table.columns):
            reading = read_at(table, row, column)
            drawn = draw(campaign.game.data, campaign.state, replace(past, reading=reading))
            (grid,) = (part for part in drawn.parts if isinstance(part, Grid))
            at, mark = grid.marked
            assert grid.rows[at].cells[mark].text == reading.cell
            assert grid.rows[at].name.text == shown_band(row)
            assert grid.heads[mark].text == (table.heads or table.columns)[place]


@pytest.mark.parametrize("launched", [False, True])
async def test_the_odds_are_those_that_are_told(launched: bool) -> None:
    """With what came already in the action phase, where it is under way."""
    campaign = central()
    if launched:
        campaign.do("cp_blocks", 6, 4, 3, in_france=True)
        landed(campaign, "A05", 3, 3, 4)
    drawn = draw_odds(campaign.game.data, campaign.state)
    told = "\n".join(map(str, tell_odds(campaign.game.data, campaign.state)))
    bars = [bar for part in drawn.parts if isinstance(part, Bars) for bar in part.bars]
    assert bars
    assert all(f"{bar.name}: {bar.value}" in told for bar in bars)
    await check(drawn)


def test_the_hexes_of_the_set_up_are_those_on_the_picture() -> None:
    words = picture(Campaign()).words
    assert "CP block face down: A-B 05, C-D 06, E-F 07, G-H 08, I06, J-K 07, L08, M08-09." in words


async def test_after_years_of_reports_the_hexes_with_blocks_are_left() -> None:
    campaign = Campaign(hexes="A05 B05 C06 D06 E07 F07 G08")
    told = [f"{column}{row:02}" for column in "ABCDEFGHIJKLM" for row in range(1, 13)]
    for name in told:
        campaign.do("note_hex", hex=name, owner="Allies", sps="10+20", fortress=True)
    drawn = picture(campaign)
    (hexes,) = (part for part in drawn.parts if isinstance(part, Hexes))
    assert {each.name.text for kind in hexes.kinds for each in kind.hexes} == {*campaign.state.hexes}
    await check(drawn)


def test_a_table_that_newer_data_prints_otherwise_is_left_out() -> None:
    campaign = begun(3, 3, 3)
    past = past_of(campaign.play.campaign.as_founded(), campaign.play.log)
    assert past.reading is not None
    for other in ({"table": "A table of old"}, {"column": -5}):
        gone = replace(past, reading=past.reading.replace(**other))
        drawn = draw(campaign.game.data, campaign.state, gone)
        assert not any(isinstance(part, Grid) for part in drawn.parts)


async def test_objective_breakout_and_taken_hex_have_their_own_signs() -> None:
    campaign = begun(6, 5, 4, turn=8, step="central")
    landed(campaign, "A05", 3, 3, 3)
    assert re.search(r"A05 \d+ #", picture(campaign).words)
    assert "#: objective" in picture(campaign).words
    campaign.do("cp_combat", losses=1, taken=True, breakout=True)
    words = picture(campaign).words
    assert re.search(r"Held by the Central Powers: A05 \d+ »×\.", words)
    assert "»: Breakout marker" in words
    assert "CP blocks with known SPs" not in words
    await check(picture(campaign))


def test_what_an_offensive_changed_is_shown_before_and_after() -> None:
    campaign = begun(6, 5, 4, turn=8, step="central")
    landed(campaign, "A05", 3, 3, 3)
    sps = campaign.state.hexes["A05"].sps
    assert f"What changed last. A05: before face down, now {sps} SPs." in picture(campaign).words
    campaign.do("cp_combat", losses=1, taken=True)
    assert f"A05: before face down, now {sps - 1} SPs, held by the CP." in picture(campaign).words


async def test_artillery_has_a_sign_until_it_is_refreshed() -> None:
    campaign = begun(6, 5, 4, turn=8, step="central", artillery="4 3")
    campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
    campaign.do("cp_artillery", 6, artillery=4, blocks=12)
    sps = campaign.state.hexes["A05"].sps
    assert f"CP blocks with known SPs: A05 16:{sps} #°." in picture(campaign).words
    await check(picture(campaign))
    campaign.do("adjust", what="artillery", value="none", reason="we counted")
    assert "°" not in picture(campaign).words
    campaign.to("air", 2)
    assert campaign.state.guns == frozenset()


async def test_the_whole_map_is_drawn_with_its_front_and_its_countries() -> None:
    """The front runs where the sides meet, and moves with what was told."""
    campaign = Campaign(game=mapped(), hexes="")
    drawn = picture(campaign)
    (hexes,) = (part for part in drawn.parts if isinstance(part, Hexes))
    assert {each.name.text for kind in hexes.kinds for each in kind.hexes} == {*MAP}
    sides = {(ord(name[0]) - ord("A"), int(name[1:])): int(name[1:]) < FIRST_CP_ROW for name in MAP}
    borders = {(one, other) for one in MAP for other in MAP[one] if one[1:] < "07" <= other[1:]}
    assert len(hexes.front) == len(set(hexes.front)) == len(borders)
    assert all(sides[one] and not sides[other] for one, other in hexes.front)
    assert "thick line: the front; shaded: outside France." in drawn.words
    assert "Held by the Allies: A-I 04-05, J04-06." in drawn.words
    assert "Ger.: A-J 08-09." in drawn.words
    await check(drawn)
    campaign.do("note_hex", hex="A07", owner="Allies", reason="an advance")
    (moved,) = (part for part in picture(campaign).parts if isinstance(part, Hexes))
    assert set(moved.front) - set(hexes.front) == {((0, 7), (0, 8)), ((0, 7), (1, 7))}
    assert set(hexes.front) - set(moved.front) == {((0, 6), (0, 7)), ((1, 6), (0, 7))}


def test_each_action_phase_begins_at_a_tick_of_the_curve() -> None:
    campaign = central(turn=7, phase=1)
    campaign.do("adjust", what="total", value="90", reason="we counted")
    campaign.to("air", 2)
    (curves,) = (part for part in picture(campaign).parts if isinstance(part, Curves))
    assert [each.text for each in curves.ticks.values()] == ["7.1", "7.2"]
    assert "7.1: 96, 7.2: 90." in picture(campaign).words


def test_two_steps_make_a_curve_and_one_does_not() -> None:
    campaign = Campaign()
    assert not any(isinstance(part, Curves) for part in picture(campaign).parts)
    campaign.do("skip_step", reason="not in this test")
    assert any(isinstance(part, Curves) for part in picture(campaign).parts)


def test_a_hex_that_the_map_lacks_is_drawn_beside_it() -> None:
    """A campaign can adopt a map later."""
    campaign = Campaign()
    past = past_of(campaign.play.campaign.as_founded(), campaign.play.log)
    words = draw(mapped().data, campaign.state, past).words
    assert "M08-09" in words
    assert "thick line: the front" in words


def test_the_front_is_drawn_between_hexes_that_are_drawn() -> None:
    campaign = Campaign(game=mapped(), hexes="A06 B05")
    for number, name in enumerate(MAP):
        campaign.do("note_hex", hex=name, sps=f"{number}+200", fortress=True)
    (hexes,) = (part for part in picture(campaign).parts if isinstance(part, Hexes))
    assert {each.name.text for kind in hexes.kinds for each in kind.hexes} == {"A06", "B05"}
    assert hexes.front == ()


def test_where_nothing_changed_nothing_is_compared() -> None:
    assert "What changed last" not in picture(Campaign()).words


def test_a_hex_is_told_by_its_block_and_by_who_holds_it() -> None:
    block = CpHex(blocks=2, sps=7)
    told = {
        (None, None): "no CP block", (None, "Allies"): "no CP block", (None, "Central Powers"): "held by the CP",
        (CpHex(), "Allies"): "face down", (CpHex(), "Central Powers"): "face down, held by the CP",
        (block, "Allies"): "7 SPs", (block, None): "7 SPs", (block, "Central Powers"): "7 SPs, held by the CP",
    }  # fmt: skip
    for (there, owner), said in told.items():
        assert say(_told_of({"A05": (there, owner)}, "A05")) == said  # type: ignore[dict-item]
    assert say(_told_of({}, "A05")) == "no CP block"
