"""What lies on the table by number, and its correction."""

from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.pieces import Shade
from tests.games import fields
from tests.play import Play, public
from tests.rules.games.fields_of_despair.campaign import Campaign


def values(campaign: Campaign) -> dict[str, object]:
    return {each.key: each.value for each in campaign.game.facts(campaign.play.campaign.state)}


def test_tracks_hexes_and_counters_are_counted() -> None:
    campaign = Campaign()
    now = values(campaign)
    assert now["total"] == campaign.play.campaign.state.total
    assert now["hex A05"] == "a face-down block"
    assert isinstance(now["air"], str)


def in_the_midst() -> Campaign:
    """Points were spent, counters lie on the map, and some of the front was told."""
    campaign = Campaign(hexes="A05 B05", step="economy")
    campaign.do("economy", eps=5, supply=0)
    campaign.to("air")
    campaign.do("dogfight", hexes="A05 2")
    campaign.do("answer_air", 5, 5)
    campaign.to("combat")
    campaign.do("combat", hexes="B05 2+2")
    campaign.do("answer_attack", 5, 4)
    campaign.know(A05=12)
    campaign.do("note_hex", hex="C06", owner="Allies", sps="4+18")
    campaign.do("note_hex", hex="D06", sps="0+3")
    campaign.do("note_hex", hex="E06", owner="Central Powers", fortress=True)
    return campaign


def test_everything_that_lies_on_the_table_is_a_fact() -> None:
    every = [*in_the_midst().game.facts(in_the_midst().state)]
    assert [(each.key, each.value) for each in every] == [
        ("turn", 7), ("total", 96), ("revealed", 13), ("eps", 2), ("logistic points", 2), ("air", "4, 3, 1"),
        ("artillery", "5, 4, 2"), ("air there", "3"), ("artillery there", "4"), ("item Tank Counter", 1),
        ("item Air Tech", 1), ("item Tank Tech", 1), ("item Gas Mask Tech", 1), ("hex A05", 12),
        ("hex B05", "a face-down block"),
        ("allied B05", "2+2"), ("owner C06", "Allies"), ("allied C06", "4+18"), ("allied D06", "0+3"),
        ("owner E06", "Central Powers"), ("fortress E06", "yes"),
    ]  # fmt: skip
    told = {str(label) for label, _ in in_the_midst().game.position(in_the_midst().state)}
    assert {"Owner of E06", "A fortress stands in E06", "Allied SPs in C06"} <= told, "a position names them too"
    assert [*in_the_midst().game.facts(in_the_midst().state, ALLIES)] == [], "no seat has anything of its own"
    assert [*Campaign().game.facts(Campaign().game.start())] == []


def test_a_smaller_throw_does_not_unlearn_the_shading() -> None:
    state = in_the_midst().state.learning("3 B", None, 6).learning("3 B", None, 4)
    assert state.shading["3 B"].allowed == 6
    assert state.learning("3 B", 7).shading["3 B"] == Shade(limit=7, allowed=6)


def test_known_sps_count_on_the_revealed_marker() -> None:
    """12 and 3 that are known, and 1 for the block that lies face down."""
    play = Play(fields())
    hexes = "A05 12, B05, C06 3"
    told = play.do(1, "begin_here", where="8.2 Allied combat", total=90, hexes=hexes, air="4", artillery="5")
    assert "Revealed SPs marker: 16." in public(told)


def test_whoever_comes_back_reads_the_whole_board() -> None:
    campaign = in_the_midst()
    said = [f"{each.section}: {each}" for each in campaign.game.status(campaign.state)]
    assert said[1:] == [
        "None: Allied attacks that wait for the CP answer: B05 (4).",
        "None: CP total **96**, revealed **13**, hidden **83** SPs.",
        "CP blocks: Known SPs: A05 12",
        "Counters: CP air: 4, 1 (on the map 3)",
        "Counters: CP artillery: 5, 2 (on the map 4)",
        "Counters: Logistic Points: 2; economic points: 2",
    ]
