"""The offensives of a turn in the report, a line each."""

from rules.campaign.chronicle.report import charts, in_brief, of_all, of_turn, standing
from rules.campaign.chronicle.retelling import may_read, retold
from rules.campaign.chronicle.story import Story, story_of
from rules.notice import Public
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, landed
from tests.rules.games.fields_of_despair.own_map import mapped


def reported(campaign: Campaign) -> list[Public]:
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    return [*of_turn(turns[-1], None, story_of(now, log, may_read(now, 1)))]


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


def test_ground_is_the_hex_the_breakout_or_none() -> None:
    campaign = begun(6, 4, 3, artillery="")
    for hex_, more in (("A05", {"taken": True}), ("B05", {"breakout": True}), ("C06", {})):
        landed(campaign, hex_, 3, 3, 4)
        campaign.do("cp_combat", losses=0, **more)
    assert [each.partition(" lost, ")[2] for each in offensives(campaign)] == ["hex taken", "breakout", "no ground"]


def test_an_offensive_that_was_skipped_is_told_before_that_of_the_next_action_phase() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("skip_step", reason="not in this test")
    campaign.to("central", 2)
    campaign.do("cp_blocks", 6, 4, 3, in_france=True)
    landed(campaign, "B05", 3, 3, 4)
    campaign.do("cp_combat", losses=1)
    assert [each.partition(" (")[0] for each in offensives(campaign)] == ["Major, A05: 23 SPs", "Major, B05: 23 SPs"]
    assert offensives(campaign)[0].endswith(", not resolved")


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
    for told in (of_all(now, log, turns, story_of(now, log, {})), in_brief(now), standing(now)):
        assert sum("The Allies won." in str(each) for each in told) == 1
    assert "Victory points: 14" in [str(each) for each in of_all(now, log, turns, story_of(now, log, {}))]


def test_with_a_map_the_front_moves_from_turn_to_turn() -> None:
    campaign = Campaign(game=mapped(), hexes="", total=400)
    for name in ("A07", "B07"):
        campaign.do("note_hex", hex=name, owner="Allies", reason="the line moved")
    campaign.to("score", 2)
    campaign.do("skip_step", reason="the next turn")
    campaign.do("note_hex", hex="C07", owner="Allies", reason="the line moved")
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    assert "Hexes of France under CP control: 7" in [str(each) for each in of_all(now, log, turns, made(campaign))]
    drawn = [series for picture in charts(turns) for part in picture.parts for series in part.series]  # type: ignore[union-attr]
    assert [each.values for each in drawn if "France" in str(each.name)] == [(8, 7)]
    assert not any("France" in str(each.name) for each in Campaign().game.figures(Campaign().state))


def made(campaign: Campaign) -> Story:
    now, log = campaign.play.campaign, campaign.play.log
    return story_of(now, log, may_read(now, 1))


def test_sps_lost_and_ground_taken_are_turning_points() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=3, taken=True)
    landed(campaign, "B05", 3, 3, 4)
    campaign.do("cp_combat", losses=17)
    landed(campaign, "C06", 3, 3, 4)
    campaign.do("cp_combat", losses=0)
    told = [(str(each.when.day), str(each.name), str(each.change)) for each in made(campaign).turning_points(3)]
    assert told == [
        ("Turn 9, action phase 1", "CP SPs on newly taken ground", "+23 (A05)"),
        ("Turn 9, action phase 1", "CP SPs", "−20 (B05 −17, A05 −3)"),
    ]


def test_the_ground_that_a_breakout_enters_is_a_turning_point() -> None:
    campaign = begun(3, 3, 2, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", 2, 1, losses=3, breakout=True)
    campaign.do("cp_breakout", hexes="A06 B06")
    told = [(str(each.name), str(each.change)) for each in made(campaign).turning_points(3)]
    assert told == [("CP SPs on newly taken ground", "+10 (A06 +5, B06 +5)"), ("CP SPs", "−3 (A05)")]


def test_dice_that_brought_what_average_ones_do_not_are_told_with_their_hex() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 1, 1, 1)
    told = [(str(each.chance.purpose), str(each.chance.result)) for each in made(campaign).luck(9)]
    assert [purpose for purpose, _ in told] == ["A05, Major Offensive", "Offensives"]
    assert told[1][1] == "2 Major and 1 Minor"


def test_dice_that_were_undone_decided_nothing() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 1, 1, 1)
    campaign.do("undo")
    assert "A05, Major Offensive" not in [str(each.chance.purpose) for each in made(campaign).luck(9)]


def attacked(*dice: int, **more: object) -> Campaign:
    """A05 is attacked with 22 SPs, and answered with those dice; no artillery can answer."""
    campaign = Campaign(step="combat", artillery="", total=60, **more)  # type: ignore[arg-type]
    campaign.do("combat", hexes="A05 0+22")
    campaign.do("answer_attack", *dice, limit=60)
    return campaign


def test_an_attack_is_told_with_what_turned_up_as_the_game_runs() -> None:
    """It stands on the board: nobody hides it."""
    campaign = attacked(3, 3, 3)
    (scene,) = made(campaign).scenes
    found = campaign.state.hexes["A05"].sps
    assert str(scene.what) == "The Allies attacked A05 with 22 SPs"
    assert [(kept.seat, str(kept.name)) for kept in scene.kept] == [("Central Powers", f"{found} SPs")]
    line = f"**Turn 7, action phase 1**: The Allies attacked A05 with 22 SPs. Central Powers: {found} SPs."
    assert line in [str(each) for each in reported(campaign)]


def test_what_was_known_in_a_hex_is_no_surprise() -> None:
    campaign = Campaign(step="combat", artillery="", total=60)
    campaign.know(A05=4)
    campaign.do("combat", hexes="A05 0+22")
    assert campaign.state.fighting == "A05"
    assert made(campaign).scenes == ()


def test_of_blocks_that_were_known_in_part_the_rest_is_told_as_the_surprise() -> None:
    """As the limit is entered as well as where none is asked for."""
    for limit in (None, 60):
        campaign = Campaign(step="air", artillery="")
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=8)
        campaign.to("combat")
        campaign.do("combat", hexes="A05 0+9")
        campaign.do("answer_attack", 3, 3, 3, **({} if limit is None else {"limit": limit}))
        if limit is None:
            campaign.do("limit", limit=10)
        (scene,) = made(campaign).scenes
        found = 18 if limit is None else 23
        assert [str(kept.name) for kept in scene.kept] == [f"{found} SPs, 8 of them known"]


def test_of_a_shaded_cell_what_its_limit_left_is_told() -> None:
    campaign = Campaign(step="combat", artillery="", total=60)
    campaign.do("combat", hexes="A05 1+1")
    campaign.do("answer_attack", 6, 6, 6)
    assert made(campaign).scenes == ()
    campaign.do("limit", limit=2)
    (scene,) = made(campaign).scenes
    assert (str(scene.what), [str(kept.name) for kept in scene.kept]) == (
        "The Allies attacked A05 with 2 SPs", [f"{campaign.state.hexes['A05'].sps} SPs"],
    )  # fmt: skip


def test_the_report_tells_the_newest_offensives_for_which_there_is_room() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=3)
    now, log = campaign.play.campaign, campaign.play.log
    turns = [*retold(now, log, may_read(now, 1))]
    brief = [f"{each.section}: {each}" for each in of_all(now, log, turns, made(campaign))]
    full = [str(each) for each in of_all(now, log, turns, made(campaign), in_full=True)]
    assert "Offensives, turn 9: Major, A05: 23 SPs (mean 26.9), 3 lost, no ground" in brief
    assert not any("mean" in each for each in full), "a file tells them turn by turn"
