"""What somebody who takes a seat reads in private."""

import pytest

from bot.messages.start_buttons import welcome
from rules.seat import REFEREE, Seat
from tests.bot.harness import Harness, labels, text
from tests.games import all_games
from tests.play import Play


@pytest.mark.parametrize("game", all_games())
def test_it_says_in_sixty_words_what_the_seat_does(game: str) -> None:
    campaign = Play(all_games()[game]).campaign
    for seat in (*campaign.game.seats, REFEREE):
        told = welcome(1, campaign, Seat(seat))
        embed = told["embed"]
        has_hand = "hand" in campaign.game.shows and seat != REFEREE
        assert ("My hand" in labels({"components": told["view"].to_components()})) is has_hand
        assert len(f"{embed.title} {embed.description}".split()) <= 60
        assert seat == REFEREE or not campaign.game.data.seats or campaign.game.data.words_of(seat) in embed.description


async def test_quiet_hours_are_set_from_there(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.bert.press(here.newest(here.bert), "Play the Germans")
    greeting = here.private(here.bert)[-1]
    assert labels(greeting) == ["My hand", "Quiet hours…"]
    await here.bert.press(greeting, "Quiet hours…")
    await here.bert.submit({"zone": "Europe/Berlin", "quiet": "22-7"})
    assert "Quiet hours: 22:00" in text(here.private(here.bert)[-1])
