"""7.3.1-S in the Central Powers' own action phase."""

import pytest

from rules.games.fields_of_despair.artillery import ArtilleryAnswered, bands
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, landed


class TestArtillery:
    """(6) step 6: 7.3.1-S, step 2 alone."""

    def answered(self, *, kind: str = "Major", rulings: dict[str, str] | None = None) -> str:
        campaign = begun(*((3, 3, 2) if kind == "Major" else (2, 2, 3)), artillery="5 4 2", rulings=rulings)
        landed(campaign, "A05", 3, 3, 3)
        return campaign.do("cp_artillery", 3, artillery=1, blocks=11)

    def test_a_major_counts_everything_that_applies(self) -> None:
        told = self.answered()
        assert "step 1 counts as Y" in told
        assert "✓ DRM +1: Major Offensive" in told
        assert "✓ DRM -2: Allied artillery SPs below 2" in told
        assert "Row 4, column 10-12: **4**" in told
        assert "artillery_in_the_cp_turn" in told

    def test_a_minor_has_no_modifier_of_its_own(self) -> None:
        assert "✗ DRM +1: Major Offensive" in self.answered(kind="Minor")

    def test_by_ruling_only_the_major_counts(self) -> None:
        told = self.answered(rulings={"artillery_in_the_cp_turn": "only_the_major_offensives"})
        assert "✗ DRM +2: Allied SPs above 10" in told
        assert "✓ DRM +1: Major Offensive" in told
        assert "Row 4, column 10-12" in told

    def test_it_leaves_the_last_result_of_step_1_alone(self) -> None:
        campaign = Campaign(turn=9, artillery="2").to("combat")
        campaign.do("combat", hexes="A05 3")
        campaign.do("answer_attack", 2)
        campaign.do("losses", sps=0)
        campaign.to("central")
        campaign.do("cp_blocks", 3, 3, 2, hexes=HEXES, in_france=True)
        landed(campaign, "A05", 3, 3, 3)
        campaign.do("cp_artillery", 3, artillery=3, blocks=0)
        assert campaign.state.artillery_answer == "N"

    def test_without_counters_nothing_is_rolled(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        told = landed(campaign, "A05", 3, 3, 3)
        assert "A05: **no** CP artillery.\nA05: no counter is available." in told
        assert "step 1 counts as Y" not in told
        assert "counters_that_do_not_fit" not in told
        assert campaign.offered() == ["CP losses in A05 (17 SPs)…", "A05 (17 SPs) taken, or a breakout…"]

    def test_a_roll_that_no_counter_fits_is_not_told_in_bold(self) -> None:
        campaign = begun(3, 3, 2, artillery="4")
        landed(campaign, "A05", 3, 3, 3)
        told = campaign.do("cp_artillery", 3, artillery=3, blocks=0)
        assert "A05: **no** CP artillery.\nA05: the table gives 3, the smallest counter is 4." in told
        assert "left" not in told

    @pytest.mark.parametrize(
        ("counters", "die", "told"),
        [
            ("5 4 2", 1, "2.|Which counters are placed if"),
            ("1", 3, "1.|The available counters total only 1."),
            ("5 4 2", 4, "5.|Roll 1d6"),
        ],
    )  # fmt: skip
    def test_counters_below_the_value_of_the_table_are_told_with_it(self, counters: str, die: int, told: str) -> None:
        campaign = begun(3, 3, 2, artillery=counters)
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        board, then = told.split("|")
        answered = campaign.do("cp_artillery", die, artillery=3, blocks=0)
        assert answered.startswith(f"A05: CP artillery {board}\n{then}")

    def test_a_counter_that_no_cell_reaches_asks_nothing(self) -> None:
        """Column 4-6 has no cell above 4, so a lone 5 never answers by the default ruling."""
        campaign = begun(3, 3, 2, artillery="5")
        told = landed(campaign, "A05", 3, 3, 3)
        assert "A05: **no** CP artillery.\nA05: no cell reaches the smallest counter, 5." in told
        assert campaign.offered() == ["CP losses in A05 (17 SPs)…", "A05 (17 SPs) taken, or a breakout…"]
        above = begun(3, 3, 2, artillery="5", rulings={"counters_that_do_not_fit": "smallest_sum_above"})
        above.do("cp_target", hex="A05")
        above.do("cp_reinforce", 3, 3, 3, sps=0)
        assert above.offered() == ["Your SPs in A05, with artillery…", "Allied SPs in A05 in numbers…"]

    def test_the_allied_sps_told_before_are_not_asked_for(self) -> None:
        """Others can replace them until the combat is over: the same die is read again."""
        campaign = begun(3, 3, 2, artillery="5 4 2")
        campaign.do("allied", sps="A05 0+4, B05 4+18")
        told = campaign.do("cp_target", 3, 3, 3, 3, hex="A05", sps=0)
        assert "A05: CP artillery 2." in told
        assert "You may place artillery." in told
        told = campaign.do("cp_artillery", artillery=3, blocks=10)
        assert "A05: take CP artillery 2 back.\n" in told
        assert "A05: CP artillery 4+2." in told
        assert campaign.state.artillery.left == (5,)
        campaign.do("cp_combat", losses=0)
        assert (
            "waits for the reset" in campaign.refused("cp_artillery", artillery=3, blocks=10) or campaign.step == "air"
        )

    def test_of_several_sets_the_bot_says_which_it_takes(self) -> None:
        campaign = begun(3, 3, 2, artillery="3 2 2 1")
        landed(campaign, "A05", 3, 3, 3)
        told = campaign.do("cp_artillery", 3, artillery=3, blocks=0)
        assert "A05: CP artillery 2+2 (or 3+1)." in told
        assert "The fewest counters that make the value go; of as many, the smaller ones." in told

    def test_what_was_told_of_the_hex_is_proposed_again(self) -> None:
        campaign = begun(6, 4, 3, artillery="5 4 2")
        landed(campaign, "A05", 3, 3, 3)
        campaign.do("cp_artillery", 3, artillery=1, blocks=11)
        campaign.do("cp_combat", losses=0)
        campaign.do("cp_target", hex="A05")
        campaign.do("cp_reinforce", 3, 3, 3, sps=4)
        (offer,) = (each for each in campaign.play.campaign.offers(1) if each.minor)
        assert offer.command.model_dump(exclude={"type"}) == {"artillery": 1, "blocks": 15, "band": ""}

    @pytest.mark.parametrize(
        ("artillery", "blocks", "band"),
        [(0, 0, "0-4 SPs · artillery 0-1"), (2, 5, "5-10 SPs · artillery 2"),
         (3, 8, "11+ SPs · artillery 3+")],
    )  # fmt: skip
    def test_a_band_answers_as_every_number_in_it(self, artillery: int, blocks: int, band: str) -> None:
        """The table reads no more of the Allied SPs; what nobody has told is not kept."""
        told = []
        for answer in ({"artillery": artillery, "blocks": blocks}, {"band": band}, {"band": band, "blocks": 2}):
            campaign = begun(6, 4, 3, artillery="5 4 2")
            campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
            campaign.do("cp_artillery", 3, **answer)
            (answered,) = campaign.happened(ArtilleryAnswered)
            told.append((answered.wanted, answered.placed, answered.readings[0].modifier))
            assert (campaign.state.at("A05").allied is None) is ("band" in answer)
        assert told[0] == told[1] == told[2]

    def test_all_of_the_allied_sps_can_be_artillery(self) -> None:
        data = fields().data
        (_, from_5, *others) = data.artillery_strength.drms
        up_to_3 = from_5.replace(when={**from_5.when, "Allied SPs": "..3"})
        known = bands(data.replace(artillery_strength=data.artillery_strength.replace(drms=(up_to_3, *others))))
        assert [*map(str, known)][:4] == [
            "0-3 SPs · artillery 0-1", "0-3 SPs · artillery 2", "0-3 SPs · artillery 3+", "4+ SPs · artillery 0-1"
        ]  # fmt: skip

    def test_only_what_the_table_tells_apart_is_asked(self) -> None:
        campaign = begun(6, 4, 3, artillery="5 4 2")
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        (offer,) = (each for each in campaign.play.campaign.offers(1) if each.menu)
        assert len(offer.chosen_from["band"]) == 9
        assert "Choose the Allied SPs from: 0-4 SPs" in campaign.refused("cp_artillery", 3, band="many")
