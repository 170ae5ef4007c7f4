"""``/campaign``: founding, undo, rulings, the log, newer data, the end."""

from tests.bot.harness import Harness, labels, text
from tests.bot.marne import drawn


async def test_the_founding_shows_the_seal_and_the_first_moves(here: Harness) -> None:
    await here.found(name="The *long* war")
    founding = here.carla.messages(here.marne)[0]
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in text(founding)
    assert "The \\*long\\* war" in text(founding)
    assert labels(founding) == ["Draw 3 events", "My hand"]


async def test_past_a_draw_the_other_seat_agrees_by_a_button(here: Harness) -> None:
    await drawn(here)
    await here.anna.slash(here.marne, "campaign undo")
    asked = here.newest(here.bert)
    assert "Germans or the referee must agree" in text(asked)
    await here.anna.press(asked, "Agree")
    assert "The answer belongs" in text(here.private(here.anna)[-1]) or "another seat" in text(
        here.private(here.anna)[-1]
    )
    await here.bert.press(asked, "Agree")
    assert "is undone" in text(here.newest(here.carla))
    await here.anna.slash(here.marne, "draw event")
    assert (await here.campaign()).campaign.next_die == 6


async def test_the_log_strikes_out_what_was_undone(here: Harness) -> None:
    await drawn(here)
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(here.newest(here.bert), "Agree")
    await here.carla.slash(here.marne, "campaign log")
    log = text(here.newest(here.carla))
    assert "~~The Allies draw 3 markers.~~" in log
    assert "Entries in all: 4" in log


async def test_a_ruling_is_explained_and_changed(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "campaign rulings", {"ruling": "draws_a_turn"})
    assert "Choices: One of: 3, 4" in text(here.newest(here.bert))
    choices = await here.anna.autocomplete(
        here.marne, "campaign rulings", focused="choice", options={"ruling": "draws_a_turn"}
    )
    assert [choice["value"] for choice in choices] == ["3", "4"]
    await here.anna.slash(here.marne, "campaign rulings", {"ruling": "draws_a_turn", "choice": "4"})
    await here.anna.slash(here.marne, "draw event")
    assert "The Allies draw 4 markers." in "\n".join(map(text, here.carla.messages(here.marne)))
