"""The offensives of a turn in the report, a line each."""

from rules.campaign.chronicle.report import in_brief, of_all, of_turn, standing
from rules.campaign.chronicle.retelling import may_read, retold
from rules.notice import Public
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, landed


def reported(campaign: Campaign) -> list[Public]:
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    return [*of_turn(now, turns[-1], None)]


def offensives(campaign: Campaign) -> list[str]:
    return [str(each) for each in reported(campaign) if each.section == "Offensives"]


def test_an_offensive_is_one_line() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=3, taken=True, breakout=True)
    landed(campaign, "B05", 3, 3, 4)
    campaign.do("cp_combat", losses=17)
    landed(campaign, "C06", 3, 3, 4)
    assert offensives(campaign) == [
        "Major, A05: 23 SPs (mean 26.9), 3 lost, hex taken, breakout",
        "Major, B05: 17 SPs (mean 20.7), 17 lost, destroyed",
        "Minor, C06: 8 SPs (mean 9.1), not resolved",
    ]
    told = [str(each) for each in reported(campaign)]
    assert not any("Offensive against" in each or "CP losses" in each for each in told), "it is told once"


def test_what_was_undone_is_not_told() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=3)
    campaign.do("undo")
    assert offensives(campaign) == ["Major, A05: 23 SPs (mean 26.9), not resolved"]


def test_who_won_is_told_wherever_the_game_is_summed_up() -> None:
    campaign = Campaign(turn=9)
    campaign.to("score", 2)
    campaign.do("score", winner="Allies", points=14)
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    for told in (of_all(now, log, turns), in_brief(now), standing(now)):
        assert sum("The Allies won." in str(each) for each in told) == 1
    assert "Victory points: 14" in [str(each) for each in of_all(now, log, turns)]
