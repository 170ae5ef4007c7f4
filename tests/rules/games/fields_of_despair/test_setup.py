"""What the players report of the board, and what they correct."""

import pytest

from rules.errors import NotThere, NotYours
from rules.games.fields_of_despair.wording import listed
from tests.games import fields
from tests.play import public
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign


class TestTheBoard:
    """What the players tell, and what the tracks should read."""

    def test_nothing_goes_on_before_it_is_told(self) -> None:
        campaign = Campaign()
        fresh = type(campaign.play)(campaign.game)
        assert [offer.label for offer in fresh.campaign.offers(1)] == [
            "Choose the difficulty",
            "Set up the Central Powers…",
            "As it stands on our table…",
        ]
        with pytest.raises(Exception, match="/enter what:setup"):
            fresh.do(1, "next_turn")

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"total": 3}, "A total of 3 SPs is too low: the hexes that you named hold at least 14"),
            ({"hexes": ""}, "List the hexes"),
            ({"hexes": "A05 A05"}, "twice"),
            ({"hexes": "N05"}, "is not a hex"),
            ({"air": "x"}, "not a number"),
            ({"air": "0 3"}, "1 to 10"),
            ({"total": -1}, "total"),
            ({"turn": 6}, "Turn"),
        ],
    )
    def test_a_set_up_that_cannot_be(self, fields: dict[str, object], said: str) -> None:
        campaign = Campaign()
        fresh = type(campaign.play)(campaign.game)
        given: dict[str, object] = {"type": "set_up", "total": 96, "hexes": HEXES, **fields}
        with pytest.raises(Exception, match=said):
            fresh.do(1, given)

    def test_a_lesson_begins_in_the_midst_of_a_turn(self) -> None:
        fresh = type(Campaign().play)(Campaign().game)
        told = public(fresh.do(1, "set_up", total=96, hexes=HEXES, air="3", artillery="4", turn=8, step=7))
        title = fields().data.positions[8][7].step.title
        assert f"**Turn 8.1: {title}**" in told
        labels = [offer.label for offer in fresh.campaign.offers(1)]
        assert "CP phase: 14 hexes, CP hex in France" in map(str, labels)

    def test_everything_that_is_wrong_is_said_at_once(self) -> None:
        fresh = type(Campaign().play)(Campaign().game)
        with pytest.raises(NotThere) as refused:
            fresh.do(1, "set_up", total=96, hexes="A05 Z99 Q7", air="x", artillery="5 4", eps=51)
        assert str(refused.value) == (
            "Hexes with CP blocks: Z99 and Q7 are not hexes of the map. Write a letter from A to M and a number, e.g. "
            "I06. CP air counters: “x” is not a number from 0 to 400. "
            "CP economic points: “51” is not a number from 0 to 50."
        )

    @pytest.mark.parametrize(
        ("what", "value", "told"),
        [
            ("total", "90", "CP track: 96 → **90**."),
            ("eps", "7", "economic points: 5 → **7**"),
            ("logistic points", "2", "Logistic Points: 0 → **2**"),
            ("air", "3 3", "air counters: 4, 3, 1 → **3, 3**"),
            ("artillery", "", "artillery counters: 5, 4, 2 → **–**"),
            ("hex", "a5 12", "CP SPs in A05: a face-down block → **12**"),
            ("hex", "A05: 12", "CP SPs in A05: a face-down block → **12**"),
            ("hex", "A-05 = 12", "CP SPs in A05: a face-down block → **12**"),
            ("hexes", "A05 B06", "M09 → **A05, B06**"),
        ],
    )
    def test_anything_can_be_put_right(self, what: str, value: str, told: str) -> None:
        campaign = Campaign()
        said = campaign.do("adjust", what=what, value=value, reason="the board says so")
        assert told in said
        assert "the board says so" in said

    def test_hexes_that_stay_keep_what_is_known_of_them(self) -> None:
        campaign = Campaign().know(A05=12)
        campaign.do("adjust", what="hexes", value="A05 B05 C12", reason="the line moved")
        assert (sorted(campaign.state.hexes), campaign.state.revealed) == (["A05", "B05", "C12"], 14)

    def test_a_hex_can_go_face_down_again(self) -> None:
        campaign = Campaign().know(A05=12)
        assert campaign.state.revealed == 13 + 12
        told = []
        for value in ("A05 6", "a5 Down"):
            told.append(campaign.do("adjust", what="hex", value=value, reason="a mistake").splitlines()[0])
        assert campaign.state.revealed == 14
        assert told == ["CP SPs in A05: 12 → **6**.", "CP SPs in A05: 6 → **a face-down block**."]

    @pytest.mark.parametrize(
        ("values", "there", "left"),
        [("4 3 1", "3", (4, 1)), ("3 1", "3", (1,)), ("4 1", "–", (4, 1)), ("3 3", "3", (3,)), ("none", "–", ())],
    )
    @pytest.mark.parametrize("arm", ["air", "artillery"])
    def test_counters_on_the_map_stay_while_they_exist(
        self, arm: str, values: str, there: str, left: tuple[int, ...]
    ) -> None:
        campaign = Campaign(step="air" if arm == "air" else "combat", air="4 3 1", artillery="4 3 1")
        if arm == "air":
            campaign.do("dogfight", hexes="A05 2")
            campaign.do("answer_air", 5, 5)
        else:
            campaign.do("combat", hexes="A05 2+2")
            campaign.do("answer_attack", 5, 4)
        assert getattr(campaign.state, arm).spent == (3,)
        if values != "4 3 1":
            campaign.do("adjust", what=arm, value=values, reason="counted")
        counters = getattr(campaign.state, arm)
        assert (listed(counters.spent).text, counters.left) == (there, left)
        if arm == "artillery":
            assert campaign.state.guns == ({"A05"} if counters.spent else set()), "where they lie is known"

    @pytest.mark.parametrize(
        ("what", "value", "total", "revealed"), [("total", "13", 13, 14), ("hex", "A05 15", 14, 28)]
    )
    def test_no_total_below_what_is_revealed(self, what: str, value: str, total: int, revealed: int) -> None:
        said = Campaign(total=14).refused("adjust", what=what, value=value, reason="a slip")
        assert said == f"The CP total would be {total} SPs, below the {revealed} SPs that are revealed."

    @pytest.mark.parametrize(("what", "value"), [("hexes", HEXES + " A09"), ("add hex", "A09")])
    def test_a_front_can_be_longer_than_the_sps_that_are_left(self, what: str, value: str) -> None:
        campaign = Campaign(total=14)
        campaign.do("adjust", what=what, value=value, reason="the line moved")
        assert (campaign.state.revealed, campaign.state.hidden) == (15, 0)


def test_the_referee_alone_puts_right_and_no_more() -> None:
    campaign = Campaign()
    campaign.play.do(2, "join", seat="Allies")
    campaign.play.do(1, "leave", seat="Allies")
    campaign.play.do(1, {"type": "adjust", "what": "total", "value": "90", "reason": "a miscount"})
    campaign.play.do(1, {"type": "note_hex", "hex": "F07", "owner": "Allies"})
    with pytest.raises(NotYours):
        campaign.play.do(1, {"type": "next_turn"})
    campaign.play.do(2, {"type": "next_turn"})
