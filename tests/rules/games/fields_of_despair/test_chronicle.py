"""The offensives of a turn in the report, a line each."""

from rules.campaign.chronicle.report import charts, in_brief, of_all, of_turn, standing
from rules.campaign.chronicle.retelling import may_read, retold
from rules.notice import Public
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, fought, landed
from tests.rules.games.fields_of_despair.own_map import mapped


def reported(campaign: Campaign) -> list[Public]:
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    return [*of_turn(turns[-1], None, may_read(now, 1))]


def offensives(campaign: Campaign) -> list[str]:
    return [str(each) for each in reported(campaign) if each.section == "Offensives"]


def test_an_offensive_is_one_line() -> None:
    campaign = begun(6, 4, 3, artillery="")
    fought(campaign, "A05", 3, 3, 4, losses=3, taken=True, breakout=True)
    fought(campaign, "B05", 3, 3, 4, losses=17)
    landed(campaign, "C06", 3, 3, 4)
    assert offensives(campaign) == [
        "Major, A05: 23 SPs (mean 26.9), 3 lost, hex taken, breakout",
        "Major, B05: 17 SPs (mean 20.7), 17 lost, destroyed",
        "Minor, C06: 8 SPs (mean 9.1), not resolved",
    ]
    told = [str(each) for each in reported(campaign)]
    assert not any("Offensive against" in each or "CP losses" in each for each in told), "it is told once"


def test_ground_is_the_hex_the_breakout_or_none() -> None:
    campaign = begun(6, 4, 3, artillery="")
    for hex_, more in (("A05", {"taken": True}), ("B05", {"breakout": True}), ("C06", {})):
        fought(campaign, hex_, 3, 3, 4, losses=0, **more)
    assert [each.partition(" lost, ")[2] for each in offensives(campaign)] == ["hex taken", "breakout", "no ground"]


def test_a_skipped_offensive_is_told_before_the_next_phases() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("skip_step", reason="not in this test")
    campaign.to("central", 2)
    campaign.do("cp_blocks", 6, 4, 3, in_france=True)
    fought(campaign, "B05", 3, 3, 4, losses=1)
    assert [each.partition(" (")[0] for each in offensives(campaign)] == ["Major, A05: 23 SPs", "Major, B05: 23 SPs"]
    assert offensives(campaign)[0].endswith(", not resolved")


def test_what_was_undone_is_not_told() -> None:
    campaign = begun(6, 4, 3, artillery="")
    fought(campaign, "A05", 3, 3, 4, losses=3)
    campaign.do("undo")
    assert offensives(campaign) == ["Major, A05: 23 SPs (mean 26.9), not resolved"]


def test_who_won_is_told_wherever_the_game_is_summed_up() -> None:
    campaign = Campaign(turn=9).to("score", 2)
    campaign.do("score", winner="Allies", points=14)
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    for told in (of_all(now, log, turns, {}), in_brief(now), standing(now)):
        assert sum("The Allies won." in str(each) for each in told) == 1
    assert "Victory points: 14" in [str(each) for each in of_all(now, log, turns, {})]


def test_with_a_map_the_front_moves_from_turn_to_turn() -> None:
    campaign = Campaign(game=mapped(), hexes="", total=400)
    for name in ("A07", "B07"):
        campaign.do("note_hex", hex=name, owner="Allies", reason="the line moved")
    campaign.to("score", 2)
    campaign.do("skip_step", reason="the next turn")
    campaign.do("note_hex", hex="C07", owner="Allies", reason="the line moved")
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    assert "Hexes of France under CP control: 7" in [str(each) for each in of_all(now, log, turns, {})]
    drawn = [series for picture in charts(turns) for part in picture.parts for series in part.series]  # type: ignore[union-attr]
    assert [each.values for each in drawn if "France" in str(each.name)] == [(8, 7)]
    assert not any("France" in str(each.name) for each in Campaign().game.figures(Campaign().state))


def test_the_report_tells_the_newest_offensives_that_fit() -> None:
    campaign = begun(6, 4, 3, artillery="")
    fought(campaign, "A05", 3, 3, 4, losses=3)
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    brief = [f"{each.section}: {each}" for each in of_all(now, log, turns, {})]
    full = [str(each) for each in of_all(now, log, turns, {}, in_full=True)]
    assert "Offensives, turn 9: Major, A05: 23 SPs (mean 26.9), 3 lost, no ground" in brief
    assert not any("mean" in each for each in full), "a file tells them turn by turn"
