"""``/dice``: roll, words for the seal, and every die checked."""

from tests.bot.harness import Harness, text
from tests.bot.marne import drawn


async def test_a_roll_of_the_table_asks_for_its_dice(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.bert.slash(here.marne, "dice roll", {"number": 3})
    await here.bert.submit({"dice": "4 3 6"})
    assert "3d6: 4 + 3 + 6 = 13 (rolled on the table)" in text(here.newest(here.carla))


async def test_words_for_the_dice_are_public(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice seal", {"words": "wir *kommen*"})
    assert "wir \\*kommen\\*" in text(here.newest(here.carla))
    await here.carla.slash(here.marne, "dice seal")
    assert "wir \\*kommen\\*" in text(here.newest(here.carla))


async def test_after_the_end_the_seed_and_every_die_are_published(here: Harness) -> None:
    await drawn(here)
    await here.bert.slash(here.marne, "dice seal")
    await here.anna.slash(here.marne, "campaign end", {"sure": True})
    await here.bert.slash(here.marne, "dice verify")
    answer = here.newest(here.carla)
    assert bytes(range(32)).hex() in text(answer)
    assert [file["filename"] for file in answer["attachments"]] == ["dice.json"]
