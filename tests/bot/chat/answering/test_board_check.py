"""The board by number: compared, checked, corrected."""

import pytest

from bot.base.language import reading
from bot.chat.answering.board_check import _meant, settable
from rules.errors import NotThere
from tests.bot.chat.commands.test_record import act, played, told
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, offered, text
from tests.games import all_games, founded


async def test_a_comparison_shows_each_seat_its_own_secrets(here: Harness) -> None:
    await played(here)
    await choose(here.anna, here.marne, "record more compare", {"from": "1"})
    mine = text(here.newest(here.anna))
    assert here.newest(here.anna)["flags"] & EPHEMERAL
    assert here.newest(here.anna)["attachments"] == []
    assert mine.startswith("Entry 1 and entry 5 compared\nAfter entry 1: Turn 1")
    assert "South: token: – → face down" in mine
    assert "Known to North alone: Your token: – → " in mine
    assert "Known to South" not in mine
    await choose(here.carla, here.marne, "record more compare", {"from": "1", "to": "3"})
    theirs = text(here.newest(here.carla))
    assert "South: token: – → face down" in theirs
    assert "Known to" not in theirs
    assert "Your token" not in theirs


async def test_an_undone_point_can_be_compared(here: Harness) -> None:
    await played(here)
    await here.anna.slash(here.marne, "record rewind", {"to": "1"})
    await here.anna.press(here.newest(here.anna), "Ask the others")
    await here.bert.press(here.newest(here.carla), "South: Agree")
    await choose(here.carla, here.marne, "record more compare", {"from": "5"})
    assert "South: token: face down → –" in text(here.newest(here.carla))
    await choose(here.carla, here.marne, "record more compare", {"from": "1"})
    assert "What everybody sees on the table is the same." in text(here.newest(here.carla))


async def test_a_board_is_checked_by_number(here: Harness) -> None:
    await played(here)
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await choose(here.bert, here.marne, "record more check")
    listed = here.newest(here.bert)
    assert listed["flags"] & EPHEMERAL
    assert "Score: unknown" in text(listed)
    assert "Your token" not in text(listed)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.press(listed, "It matches")
    assert f"<@{here.bert.id}> has checked the board, and it matches: Turn 1." in told(here), "a roll changed nothing"
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.bert.press(listed, "It matches")
    assert "The game has gone on since" in text(here.newest(here.bert))


async def test_one_value_is_corrected_and_the_others_can_object(here: Harness) -> None:
    await played(here)
    assert await offered(here.anna, here.marne, "record more adjust", "fact") == ["Score: unknown"]
    given = {"fact": "score", "value": "7", "reason": "We counted"}
    await choose(here.anna, here.marne, "record more adjust", given)
    assert "Score: unknown → 7" in told(here)
    assert "That's wrong" in labels(here.newest(here.carla))
    await here.bert.press(here.newest(here.carla), "That's wrong")
    assert (await here.campaign()).campaign.state.score is None


async def test_a_value_that_is_none_is_refused_in_a_sentence(here: Harness) -> None:
    await played(here)
    await choose(here.anna, here.marne, "record more adjust", {"fact": "weather", "value": "7", "reason": "Rain"})
    assert "No value of that name can be corrected." in text(here.newest(here.anna))
    await choose(here.anna, here.marne, "record more adjust", {"fact": "Score", "value": "many", "reason": "Rain"})
    assert "This value cannot be corrected by itself." in text(here.newest(here.anna))


async def test_a_board_that_the_bot_does_not_keep_is_not_checked(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, "record more check")
    assert text(here.newest(here.anna)) == "The bot keeps nothing of this board now."
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.anna.press(here.carla.messages(here.marne)[-1], "More…")
    assert "Check the board" not in labels(here.newest(here.anna))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Germany support", "Germany support"), ("Germany: income", "Germany income"),
        (" germany: INCOME ", "Germany income"), ("germany: income tiles", "Germany tiles"), ("balance", "balance"),
        ("purge", "purge"), ("income", None), ("Germany", None), ("Turn", None), ("weather", None),
    ],
)  # fmt: skip
def test_a_value_is_found_by_key_name_or_unique_part(typed: str, meant: str | None) -> None:
    """Of two whose names hold the words, the one that is called so is meant; of several, none."""
    campaign = founded(all_games()["gathering-storm"])
    if meant is None:
        with pytest.raises(NotThere, match="No value of that name"):
            _meant(campaign, typed)
    else:
        assert _meant(campaign, typed) == meant


async def test_a_check_uses_public_numbers(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await act(here, here.bert, "note")
    await act(here, here.anna, "draw")
    await choose(here.anna, here.marne, "record more check")
    await here.anna.press(here.newest(here.anna), "It matches")
    assert f"<@{here.anna.id}> has checked the board, and it matches: Turn 1." in told(here)


async def test_a_value_is_found_in_the_readers_language() -> None:
    campaign = founded(all_games()["gathering-storm"])
    with reading("fr"):
        (said,) = (each.name for each in settable(campaign) if each.value == "Germany tiles")
        name = said.rpartition(":")[0].strip()
        assert name != "Germany: income tiles"
        assert _meant(campaign, name.upper()) == _meant(campaign, "Germany: income tiles") == "Germany tiles"
