"""A game that this bot cannot play: its campaigns keep their log and can end."""

from dataclasses import replace

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.decider.unknown import UnknownCommand, UnknownGame, UnknownState
from rules.campaign.life.ending import End
from rules.campaign.life.rolling import RollDice
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.command import Command
from rules.dice import SealedDice
from rules.errors import NotNow
from rules.seat import REFEREE, Player, Seat
from tests.games import SEED, founded
from tests.play import Play, public
from tests.rules.campaign.helpers import high_card, two_players

ANNA, BERT = 1, 2
WHITE = Seat("White")


def chess() -> Play:
    game = UnknownGame("it has no game “chess”.")
    return Play(game, founded(game, ANNA, WHITE))


def test_whatever_its_log_holds_is_read_and_kept() -> None:
    game = chess().game
    for given in ({"type": "move", "from": "e2", "to": "e4"}, {"type": "x"}, {"no": "type"}):
        assert game.read_command(given).model_dump(exclude_defaults=True) == given
        assert game.read_event(given).model_dump(exclude_defaults=True) == given


def test_its_events_change_nothing_and_tell_nothing() -> None:
    game = chess().game
    event = game.read_event({"type": "moved"})
    assert game.apply(game.start(), event) == game.start() == UnknownState()
    assert [*game.tell(event)] == []


def test_the_status_says_why_and_what_still_works() -> None:
    game = chess().game
    why, rest = map(str, game.status(game.start()))
    assert why == "This bot cannot play this campaign: it has no game “chess”."
    assert rest == "Until it can, the campaign can only be exported, moved or ended."


def test_none_of_its_actions_can_be_done_and_none_is_offered() -> None:
    play = chess()
    with pytest.raises(NotNow, match="cannot play this campaign: it has no game"):
        play.do(ANNA, "move")
    assert play.campaign.offers(ANNA) == ()
    with pytest.raises(NotNow, match="cannot play"):
        next(iter(play.game.decide(play.game.start(), WHITE, play.game.read_command({}), SealedDice(SEED))))


@pytest.mark.parametrize("command", [Join(seat=WHITE), RollDice(number=1), Undo()])
def test_it_is_not_played_on(command: Command) -> None:
    """Nobody writes blindly into a log that another bot would have to read."""
    with pytest.raises(NotNow, match="cannot play this campaign: it has no game"):
        chess().do(BERT, command)


def asked_for(command: Command) -> tuple[Play, int]:
    """Bert, who shares the seat, asked Anna for something before the bot lost the game; and the number of that."""
    played = two_players((ANNA, "take"), (ANNA, Undo()))
    (asked,) = played.campaign.requests
    request = replace(asked, player=Player(BERT), command=command, needed=frozenset({WHITE}))
    play = chess()
    roster = {**play.campaign.roster, WHITE: (Player(ANNA), Player(BERT))}
    play.campaign = replace(play.campaign, requests=(request,), roster=roster)
    return play, asked.seq


def test_a_consent_that_would_play_it_on_is_refused() -> None:
    play, to = asked_for(Undo())
    with pytest.raises(NotNow, match="cannot play this campaign"):
        play.do(ANNA, Agree(to=to))


def test_the_others_agree_to_its_end() -> None:
    play, to = asked_for(End())
    play.do(ANNA, Agree(to=to))
    assert play.campaign.is_ended


@pytest.mark.parametrize("command", [Undo(), End()])
def test_what_was_asked_can_be_declined_whatever_it_was(command: Command) -> None:
    play, to = asked_for(command)
    assert "declines" in public(play.do(ANNA, Decline(to=to)))
    assert play.campaign.requests == ()


def test_its_campaign_ends_as_any_other() -> None:
    play = chess()
    assert set(play.campaign.seats_of(ANNA)) == {WHITE, REFEREE}
    assert "ends the campaign" in public(play.do(ANNA, End()))
    assert audit(play.campaign.refold(()), play.log, SEED).unplayable == 1


def test_a_log_in_which_somebody_acted_for_a_free_seat_is_folded() -> None:
    """Whatever the seats of the game were, its channel stays usable."""
    played = high_card()
    played.do(ANNA, "take")
    played.do(ANNA, "take")
    play = chess()
    play.log = [replace(entry, command=UnknownCommand(), events=()) for entry in played.log]
    assert play.campaign.refold(play.log).seq == 2
