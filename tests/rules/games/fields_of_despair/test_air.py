"""7.1-S: dogfights and reconnaissance."""

import pytest

from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.air import AirAnswered, Reconnoitre
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import Campaign


class TestDogfights:
    """7.1.2-S."""

    def test_then_reconnaissance_is_proposed_where_squadrons_are(self) -> None:
        campaign = Campaign(step="air", air="")
        assert campaign.offered() == [
            "Allied squadrons…", "Reconnaissance…", "Allied attacks…", "Allied SPs…", "Play on",
        ]  # fmt: skip
        campaign.do("dogfight", hexes="C06 2, D06 4")
        menu = next(each for each in campaign.play.campaign.offers(1) if not each.minor)
        assert [each.value for each in menu.of("hex")] == [f"{name} {air}" for name in ("C06", "D06") for air in "123"]
        campaign.do("recon", 3, 3, 4, hex="D06 2")
        assert campaign.state.hexes["D06"].blocks == 2

    def test_a_check_that_is_not_made_leaves_the_last_result(self) -> None:
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 2, B05 2, C06 2")
        campaign.do("answer_air", 1)
        campaign.do("answer_air", 6, 1)
        assert campaign.state.air.available == 0
        assert [answered.answer for answered in campaign.happened(AirAnswered)] == ["N", "Y", None]
        assert campaign.state.air_answer == "Y"

    def test_a_hex_is_answered_once_a_phase(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 4")
        assert "squadrons in A05 first" in campaign.refused("dogfight", hexes="B05 1")
        campaign.do("answer_air", 1)
        assert "already been answered in this action phase" in campaign.refused("dogfight", hexes="A05 4")
        assert "No Allied squadrons are waiting" in campaign.refused("answer_air", 1)

    def test_air_comes_back_at_7_6_and_the_last_result_is_forgotten(self) -> None:
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 6")
        campaign.do("answer_air", 3, 1)
        assert campaign.state.air.spent == (1,)
        campaign.to("central")
        campaign.do("cp_blocks", 1, 1, 1, in_france=True)
        assert campaign.step == "air", "the refresh passes by itself"
        assert campaign.state.air.available == 1
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 6")
        campaign.do("answer_air", 3, 1)
        campaign.to("refresh")
        campaign.do("next_turn")
        state = campaign.state
        assert (len(state.air.spent), state.air_answer, len(state.fought)) == (0, None, 0)

    def test_a_refresh_that_is_skipped_brings_nothing_back(self) -> None:
        """The counters lie used on the table, so the bot must not answer with them."""
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 6")
        campaign.do("answer_air", 3, 1)
        campaign.to("refresh")
        campaign.do("skip_step", reason="we forgot it")
        assert (campaign.state.air.spent, campaign.state.air.available) == ((1,), 0)


def test_squadrons_are_placed_at_once_and_over_a_hex_once() -> None:
    campaign = Campaign(step="air", air="1")
    campaign.do("dogfight", hexes="A05 3, C06 2, B05 4")
    waits = campaign.refused("dogfight", hexes="D06 1")
    assert waits == "Roll the CP answer to the squadrons in B05 first."
    campaign.do("answer_air", 5, 1)
    assert campaign.state.dogfights == (), "no counter is left for the others"
    said = campaign.refused("dogfight", hexes="D06 1, C06 1")
    assert said == "The squadrons in C06 have already been answered in this action phase."
    assert "No hex in this list has Allied air" in campaign.refused("dogfight", hexes="D06 0")


def test_where_no_counter_fits_none_is_placed() -> None:
    campaign = Campaign(step="air", air="4 3")
    campaign.do("dogfight", hexes="A05 1, B05 1")
    told = campaign.do("answer_air", 4, 1)
    why = "A05: the table gives 2, the smallest counter is 3."
    assert told.startswith(f"A05: **no** CP air.\n{why}\nWhich counters are placed if none sum to")
    told = campaign.do("answer_air", 4, 6)
    assert told.startswith("B05: CP air 3.\n")


def test_the_strongest_hex_is_answered_first_ties_in_given_order() -> None:
    told = Campaign(step="air").do("dogfight", hexes="C06 2, B05 4, D06 0, A05 3+1, E07 5")
    assert told.startswith("CP answers in order: E07 (5), B05 (4), A05 (4), C06 (2).")


class TestReconnaissance:
    """7.1.3-S."""

    def test_once_a_hex_and_only_what_is_not_known(self) -> None:
        campaign = Campaign(step="air")
        for name in ("A05", "C06"):
            campaign.do("recon", 3, 3, 4, hex=name, air=1)
        for name in ("A05", "C06"):
            assert "already" in campaign.refused("recon", 3, 3, 4, hex=name, air=1)
        later = Campaign(step="air")
        later.do("recon", 3, 3, 4, hex="A05", air=1)
        later.to("air", 2)
        later.do("recon", 3, 3, 4, hex="A05", air=1)
        campaign.know(B05=7)
        assert "they hold 7 SPs" in campaign.refused("recon", 3, 3, 4, hex="B05", air=3)
        assert "no CP block" in campaign.refused("recon", 3, 3, 4, hex="A09", air=3)

    def proposed(self, campaign: Campaign) -> tuple[str, tuple[str, ...], str]:
        """The hex that the form proposes, those that can be chosen, and the dice."""
        every = [each for each in campaign.play.campaign.offers(1) if isinstance(each.command, Reconnoitre)]
        offer = every[-1]
        assert isinstance(offer.command, Reconnoitre)
        return offer.command.hex, tuple(str(choice.value) for choice in offer.of("hex")), offer.dice

    def test_any_unknown_hex_can_be_chosen(self) -> None:
        campaign = Campaign(step="air", air="", hexes="D06 A05 C06 B05")
        assert self.proposed(campaign) == ("", ("A05", "B05", "C06", "D06"), "3d6")
        campaign.do("dogfight", hexes="C06 2, D06 4, B05 3")
        campaign.know(B05=7)
        assert self.proposed(campaign) == ("", ("A05", "C06", "D06"), "3d6")
        campaign.do("recon", 3, 3, 4, hex="D06", air=1)
        assert self.proposed(campaign) == ("", ("A05", "C06"), "3d6")
        campaign.do("recon", 3, 3, 4, hex="C06", air=1)
        assert self.proposed(campaign) == ("", ("A05",), "3d6")
        campaign.do("recon", 3, 3, 4, hex="A05", air=1)
        assert "Reconnaissance…" not in campaign.offered()

    def test_no_dice_are_asked_for_where_nothing_is_hidden(self) -> None:
        campaign = Campaign(step="air", air="", hexes="A05 B05", total=2)
        assert self.proposed(campaign) == ("", ("A05", "B05"), "")

    def test_what_was_seen_is_added_three_squadrons_have_no_limit(self) -> None:
        """Air 3 sees all that is left, and the aid prints no limit for it."""
        campaign = Campaign(step="air")
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=8)
        campaign.to("air", 2)
        assert "A05" in self.proposed(campaign)[1]
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=3)
        assert told.startswith("A05: reveal **31 SPs** (16/15).\nA05: 39 SPs are known now.\n")
        assert "shaded" not in told
        held = campaign.state.hexes["A05"]
        assert (held.blocks, held.sps, campaign.state.revealed) == (3, 39, 13 + 39)

    def test_dogfights_come_first(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 4")
        assert "Finish the dogfights first" in campaign.refused("recon", 3, 3, 4, hex="A05", air=4)

    def test_one_block_shows_20_at_most(self) -> None:
        campaign = Campaign(step="air")
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=1)
        assert campaign.state.hexes["A05"].sps == 20
        assert "No block shows more than 20 SPs." in told

    @pytest.mark.parametrize(("limit", "sps"), [(18, 18), (19, 19), (20, 19)])
    def test_a_limit_is_told_where_it_takes_something_away(self, limit: int, sps: int) -> None:
        told = Campaign(step="air").do("recon", 3, 3, 4, hex="A05", air=1, limit=limit)
        assert told.startswith(f"A05: reveal **{sps} SPs** ({sps}).\n")
        assert ("At most 18 SPs can be placed." in told) is (limit == 18)
        assert "Only the hidden SPs" not in told

    def test_no_limit_shows_more_than_the_blocks_can(self) -> None:
        """A limit that was misread, or a group's table with a slip in it, puts no 32 SPs under one block."""
        campaign = Campaign(step="air")
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=60)
        assert campaign.state.hexes["A05"].sps == 20
        data = fields().data
        recon = data.recon.replace(limits={"1": (60,) * 11, "2": (60,) * 11})
        campaign = Campaign(step="air", game=FieldsOfDespair(data.replace(recon=recon)))
        campaign.do("recon", 6, 6, 5, hex="A05", air=1)
        assert campaign.state.hexes["A05"].sps == 20

    def test_a_limit_of_the_group(self) -> None:
        data = fields().data
        recon = data.recon.replace(limits={"1": (1,) * 11, "2": (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)})
        campaign = Campaign(step="air", game=FieldsOfDespair(data.replace(recon=recon)))
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=2)
        assert campaign.state.hexes["A05"].sps == 12
        assert "shading" not in told

    def test_nothing_hidden_is_not_rolled(self) -> None:
        campaign = Campaign(step="air", total=14)
        assert "nothing is rolled" in campaign.do("recon", hex="A05", air=3)
        assert (campaign.state.hexes["A05"].sps, campaign.state.revealed) == (1, 14)
