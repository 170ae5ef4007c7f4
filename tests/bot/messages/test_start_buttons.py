"""The buttons, menus and forms by which people begin: they do what they say after a restart too."""

import pytest

from bot.messages.buttons import is_known
from bot.messages.start_buttons import (
    BEGIN_ITEMS,
    DAYS,
    LATER,
    STARTS,
    StartButton,
    TryButton,
    campaign_form,
    start_view,
)
from rules.seat import REFEREE
from tests.bot.harness import Harness, labels, text
from tests.games import all_games


@pytest.mark.parametrize("what", STARTS)
def test_a_button_is_known_and_named(what: str) -> None:
    button = StartButton(what)
    assert button.item.label == STARTS[what]
    assert is_known(f"adj:start:{what}", BEGIN_ITEMS)
    assert not is_known(f"adj:start:{what}")


def test_the_games_to_try_stand_out_in_a_row_of_their_own() -> None:
    rows = start_view(all_games().values(), "new", "server").to_components()
    shown = [[(each["label"], each["style"]) for each in row["components"]] for row in rows]
    tried = [(f"Try {name}", 1) for name in ("Marne 1918", "Fields of Despair", "Gathering Storm")]
    assert shown == [tried, [("Start a campaign", 2), ("Server settings", 2)]]


@pytest.mark.parametrize("game", all_games())
def test_the_button_of_each_game_is_known_after_a_restart(game: str) -> None:
    assert is_known(str(TryButton(game).item.custom_id), BEGIN_ITEMS)


@pytest.mark.parametrize("answer", [3, 45])
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_a_new_campaign_form_has_five_fields_and_defaults(game: object, answer: int) -> None:
    form = campaign_form(game, answer).to_dict()  # type: ignore[arg-type]
    assert len(form["components"]) <= 5
    days = next(each["component"] for each in form["components"] if each["component"]["custom_id"] == "answer")
    (proposed,) = (option for option in days["options"] if option.get("default"))
    assert [int(option["value"]) for option in days["options"]] == sorted({*DAYS, answer})
    assert proposed["value"] == str(answer)
    assert proposed["label"] == DAYS.get(answer, f"{answer} days")
    seats = next(each["component"] for each in form["components"] if each["component"]["custom_id"] == "seat")
    assert [option["value"] for option in seats["options"]] == [*game.seats, REFEREE]  # type: ignore[attr-defined]
    chosen = {
        label: [option["value"] for option in each["component"]["options"] if option.get("default")]
        for each in form["components"]
        if "options" in each["component"] and (label := each["component"]["custom_id"]) != "answer"
    }
    first = {"seat": [game.seats[0]], "dice": ["sealed"]}  # type: ignore[attr-defined]
    later = {"opening": [LATER]} if game.openings() else {}  # type: ignore[attr-defined]
    assert chosen == first | later


async def test_a_seat_is_taken_from_the_menu_of_the_founding(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.restart()
    founding = here.newest(here.bert)
    assert "Take a seat" in labels(founding)
    await here.bert.select(founding, "Take a seat", ["Germans"])
    assert f"<@{here.bert.id}> takes the Germans seat." in text(here.newest(here.anna))
    await here.bert.select(founding, "Take a seat", ["Germans"])
    assert here.private(here.bert), "one who holds it reads so"


async def test_an_unknown_button_of_another_version_is_refused(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    card = here.newest(here.anna)
    card["components"][0]["components"][0]["custom_id"] = "adj:start:dance"
    await here.anna.press(card, "Try Marne 1918")
    assert "another version" in text(here.newest(here.anna))


async def test_a_form_of_a_game_that_is_gone_is_refused(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    await here.anna.press(here.newest(here.anna), "Start a campaign")
    menu = here.newest(here.anna)
    menu["components"][0]["components"][0]["options"][0]["value"] = "chess"
    await here.anna.select(menu, "Which game?", ["chess"])
    assert "no such game any more" in text(here.newest(here.anna))
