"""The buttons, menus and forms by which people begin: they do what they say after a restart too."""

from typing import Any

import pytest
from discord import ButtonStyle

from bot.messages.buttons import is_known
from bot.messages.start_buttons import (
    BEGIN_ITEMS,
    DAYS,
    LATER,
    STARTS,
    StartButton,
    TryButton,
    campaign_form,
    days_menu,
    start_view,
)
from localdiscord.state.components import walk
from rules.game import AnyGame
from rules.seat import REFEREE, Seat
from tests.bot.harness import Harness, labels, text
from tests.games import all_games


@pytest.mark.parametrize("what", STARTS)
def test_a_button_is_known_and_named(what: str) -> None:
    button = StartButton(what)
    assert button.item.label == STARTS[what]
    assert is_known(f"adj:start:{what}", BEGIN_ITEMS)
    assert not is_known(f"adj:start:{what}")


def test_the_games_to_try_have_a_row_and_none_is_blue() -> None:
    rows = start_view(all_games().values(), "new", "server").to_components()
    shown = [[(each["label"], each["style"]) for each in row["components"]] for row in rows]
    tried = [(f"Try {name}", 2) for name in ("Marne 1918", "Fields of Despair", "Gathering Storm")]
    assert shown == [tried, [("Start a campaign", 2), ("Server settings", 2)]]


@pytest.mark.parametrize("game", all_games())
def test_the_button_of_each_game_is_known_after_a_restart(game: str) -> None:
    assert is_known(str(TryButton(game).item.custom_id), BEGIN_ITEMS)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_a_new_campaign_form_has_five_fields_and_defaults(game: AnyGame) -> None:
    form: Any = campaign_form(game.id, game).to_dict()
    assert len(form["components"]) <= 5
    seats = next(each["component"] for each in form["components"] if each["component"]["custom_id"] == "seat")
    assert [option["value"] for option in seats["options"]] == [*game.seats, REFEREE]
    boxes: list[Any] = [each["component"] for each in form["components"]]
    listed = [each for each in boxes if "options" in each]
    chosen = {each["custom_id"]: [o["value"] for o in each["options"] if o.get("default")] for each in listed}
    later = {"opening": [LATER]} if game.openings() else {}
    assert chosen == {"seat": [game.seats[0]], "dice": ["sealed"]} | later


@pytest.mark.parametrize("answer", [3, 45])
def test_the_days_to_answer_are_proposed_as_they_are(answer: int) -> None:
    label: Any = days_menu(answer).to_component_dict()
    days = label["component"]
    (proposed,) = (option for option in days["options"] if option.get("default"))
    assert [int(option["value"]) for option in days["options"]] == sorted({*DAYS, answer})
    assert proposed["value"] == str(answer)
    assert proposed["label"] == DAYS.get(answer, f"{answer} days")


async def test_a_seat_is_taken_by_the_button_of_the_founding(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.restart()
    founding = here.newest(here.bert)
    await here.bert.press(founding, "Play the Germans")
    assert f"<@{here.bert.id}> joins as the Germans." in text(here.newest(here.anna))
    said = text(here.private(here.bert)[-1])
    assert "You play the Germans" in said
    assert len(said.split()) <= 60
    await here.bert.press(founding, "Play the Germans")
    assert "No seat is free." in text(here.newest(here.bert))


async def test_of_several_free_seats_one_is_chosen(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.press(here.newest(here.bert), "Take a seat")
    await here.bert.select(here.private(here.bert)[-1], "Take a seat", ["Italy"])
    assert f"<@{here.bert.id}> joins as Italy." in text(here.newest(here.anna))


async def test_who_is_invited_is_called_once_and_may_say_no(here: Harness) -> None:
    given = {"game": "marne-1918", "seat": "Allies", "opponent": here.bert.id, "scenario": "Friedensturm"}
    await here.anna.slash(here.marne, "campaign new", given)
    (founding,) = here.carla.messages(here.marne)
    assert f"<@{here.bert.id}>: <@{here.anna.id}> invites you to play." in founding["content"]
    assert [each["id"] for each in founding["mentions"]] == [str(here.bert.id)]
    assert text(founding).count("invites") == 1
    assert "play begins on turn 17" in text(founding)
    main = [each["label"] for each in walk(founding["components"]) if each.get("style") == ButtonStyle.primary.value]
    assert main == labels(founding)[:1] == ["Play the Germans"]
    await here.carla.press(founding, "No, thanks")
    assert "Nobody awaits your answer here." in text(here.newest(here.carla))
    await here.bert.press(founding, "No, thanks")
    assert f"<@{here.bert.id}> does not play this time." in text(here.newest(here.anna))
    now = next(each for each in here.carla.messages(here.marne) if each["id"] == founding["id"])
    assert labels(now) == ["Play the Germans"], "the seat is still free"
    await here.carla.press(now, "Play the Germans")
    now = next(each for each in here.carla.messages(here.marne) if each["id"] == founding["id"])
    assert not labels(now), "every seat is taken"


async def test_who_is_invited_shares_the_only_seat(here: Harness) -> None:
    given = {"game": "fields-of-despair", "seat": "Allies", "opponent": here.bert.id}
    await here.anna.slash(here.marne, "campaign new", given)
    await here.bert.press(here.newest(here.carla), "Play the Allies")
    assert (await here.campaign()).campaign.roster[Seat("Allies")] == (int(here.anna.id), int(here.bert.id))


async def test_who_holds_no_seat_is_refused_with_the_free_one(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.bert.slash(here.marne, "hand")
    await here.bert.press(here.private(here.bert)[-1], "Play the Germans")
    assert f"<@{here.bert.id}> joins as the Germans." in text(here.newest(here.anna))


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
