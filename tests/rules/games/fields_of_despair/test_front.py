"""The front as the group told it: remembered, shown, corrected."""

import pytest

from rules.games.fields_of_despair.status import front
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, fought


def shown(campaign: Campaign) -> list[str]:
    return [f"{line.section}: {line}" for line in front(campaign.game.data, campaign.state)]


def test_what_was_told_once_is_shown_sorted_and_with_blocks() -> None:
    campaign = Campaign(step="combat", hexes="B05 A05 C06", artillery="").know(C06=8, A05=22)
    campaign.do("note_hex", hex="B05", owner="Allies", fortress=True)
    campaign.do("combat", hexes="B05 4+18")
    campaign.do("note_hex", hex="b6", owner="Allies", fortress=True)
    assert shown(campaign) == [
        "Known CP blocks: SPs in A05: 22 (8/7/7)",
        "Known CP blocks: SPs in C06: 8 (3/3/2)",
        "CP blocks face down: One each in B05",
        "Who holds a hex: The Allies hold B05, B06",
        "Fortresses: A fortress stands in B05, B06",
        "Allied SPs last entered: SPs in B05: artillery 4, blocks 18",
    ]


def test_blocks_in_which_no_sps_are_left_are_still_shown() -> None:
    campaign = Campaign().know(A05=0)
    assert "Known CP blocks: SPs in A05: 0 (0 (two blocks))" in shown(campaign)


def test_a_hex_that_was_taken_is_remembered() -> None:
    campaign = begun(3, 3, 2, artillery="")
    campaign.do("note_hex", hex="A05", fortress=True)
    fought(campaign, "A05", 3, 3, 4, losses=3, taken=True)
    campaign.do("note_hex", hex="A05", sps="4+18", reason="retaken")
    campaign.do("cp_reset", hexes=HEXES, taken="A05")
    assert "Who holds a hex: The Central Powers hold A05" in shown(campaign)
    assert "Fortresses: A fortress stands in A05" in shown(campaign)
    assert campaign.state.at("A05").allied is None


def test_a_correction_tells_old_and_new_the_reason_and_the_board() -> None:
    campaign = Campaign()
    told = campaign.do("note_hex", hex="F07", owner="Central Powers", sps="4+18")
    assert "Owner of F07: **Central Powers**." in told
    assert "Allied SPs: F07 4+18." in told
    assert "Give a reason" in campaign.refused("note_hex", hex="F07", owner="Allies")
    assert "Give a reason" in campaign.refused("note_hex", hex="F07", owner="Allies", fortress=True)
    campaign.do("note_hex", hex="G08", owner="Allies")
    assert "Give a reason" in campaign.refused("note_hex", hex="G08", owner="Central Powers", sps="3+3")
    campaign.do("note_hex", hex="G08", sps="3+3")
    told = campaign.do("note_hex", hex="F07", owner="Allies", sps="2", fortress=True, reason="retaken")
    assert "Owner of F07: Central Powers → **Allies**." in told
    assert "Allied SPs: F07 2+0." in told
    assert "A fortress stands in F07: no → **yes**." in told
    assert "Reason: retaken" in told
    told = campaign.do("note_hex", hex="F07", fortress=False, reason="razed")
    assert "A fortress stands in F07: yes → **no**." in told


@pytest.mark.parametrize(("fields", "said"), [({}, "is missing"), ({"owner": "Allies"}, "nothing changes")])
def test_nothing_new_is_refused(fields: dict[str, str], said: str) -> None:
    campaign = Campaign()
    campaign.do("note_hex", hex="F07", owner="Allies")
    assert said in campaign.refused("note_hex", hex="F07", **fields)


def test_before_anything_is_told() -> None:
    fresh = type(Campaign().play)(Campaign().game).campaign.state
    assert "not told the bot" in "\n".join(map(str, front(fields().data, fresh)))


def test_a_front_without_cp_blocks_is_shown_all_the_same() -> None:
    campaign = Campaign(hexes="A05")
    campaign.do("note_hex", hex="B05", owner="Allies")
    campaign.do("adjust", what="remove hex", value="A05", reason="lost")
    assert shown(campaign) == ["Who holds a hex: The Allies hold B05"]
