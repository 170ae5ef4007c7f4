"""A campaign: what it reads, decides, follows and offers."""

import pytest

from rules.campaign.decider.campaign import is_unseen
from rules.campaign.life.ending import End
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Undo
from rules.dice import Source
from rules.errors import NotNow, NotThere, NotYours, RuleError
from tests.bridges import Bridges
from tests.faults.rounds import many
from tests.games import SEED, all_games, founded
from tests.high_card import BLUE, HighCard
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, high_card, night_watch, two_players
from tests.rules.test_conformance import random_play

GAMES = all_games()


def key_of(play: Play, user: int, label: str) -> str:
    return next(offer.key for offer in play.campaign.offers(user) if offer.label == label)


def test_a_game_refuses_a_command_it_lacks_in_one_sentence() -> None:
    play = high_card()
    assert isinstance(play.game, HighCard)
    with pytest.raises(NotThere, match="High Card does not use this command"):
        play.campaign.read_command({"type": "draw"})
    with pytest.raises(NotThere, match="“Points” must be at most 9"):
        play.campaign.read_command({"type": "bid", "points": 10})


def test_a_command_of_any_campaign_is_read_whatever_the_game() -> None:
    for game in all_games().values():
        assert isinstance(founded(game).read_command({"type": "end"}), End)
        assert founded(game).read_event({"type": "ended", "player": 1}).type == "ended"


def test_an_event_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(NotThere, match="High Card has no event rain"):
        high_card().campaign.read_event({"type": "rain"})


def test_of_several_refusals_the_most_specific_is_said() -> None:
    """Anna holds Red and is the referee: the referee does not play, and Red holds a number already."""
    play = two_players((ANNA, "take"))
    with pytest.raises(NotNow, match="You hold a number already"):
        play.do(ANNA, "take")


def test_following_the_log_entry_by_entry_is_folding_it() -> None:
    play = two_players()
    for user, action in ((ANNA, "take"), (BERT, "take"), (ANNA, "show"), (BERT, "bid")):
        play.do(user, action)
        assert play.campaign == play.campaign.refold(play.log)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(many(2, 3)))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_following_on_from_any_earlier_entry_is_folding_it(game: str, seed: int) -> None:
    """As long as nothing before that entry is undone later."""
    *_, (play, _) = random_play(GAMES[game], seed, 40, all_agree=bool(seed))
    play.all_agree = True
    for _ in range(3):
        if play.campaign.timeline.last is not None:
            play.do(1, Undo())
    fresh = play.campaign.refold(())
    for cut in range(len(play.log)):
        earlier, later = fresh.follow_all(play.log[:cut]), play.log[cut:]
        if any(entry.undoes is not None and entry.undoes <= cut for entry in later):
            with pytest.raises(ValueError, match="stay as they are"):
                earlier.follow_all(later)
        else:
            assert earlier.follow_all(later) == play.campaign == fresh.refold(play.log)
    assert play.campaign.follow_all(()) is play.campaign


def test_an_entry_is_not_followed_twice() -> None:
    play = two_players()
    with pytest.raises(ValueError, match="entry 1 and those before it are followed already"):
        play.campaign.follow_all(play.log)


def test_what_is_secret_is_offered_to_its_seat_alone() -> None:
    game = all_games()["bridges"]
    assert isinstance(game, Bridges)
    campaign = founded(game)
    assert {offer.label for offer in campaign.offers(ANNA)} == {"Attack", "Defend"}
    assert campaign.open_offers() == ()


def test_an_offer_for_several_seats_of_a_player_stands_once() -> None:
    play = high_card()
    play.do(ANNA, Join(seat=BLUE))
    assert [offer.label for offer in play.campaign.offers(ANNA)] == ["Take a number", "Bid"]


class TestFindingAnOffer:
    def refused(self, play: Play, user: int, key: str, kind: type[RuleError], said: str) -> None:
        with pytest.raises(kind, match=said):
            play.campaign.find_offer(user, key)

    def test_that_stands(self) -> None:
        play = two_players()
        assert play.campaign.find_offer(BERT, key_of(play, BERT, "Take a number")).label == "Take a number"

    def test_that_was_taken(self) -> None:
        play = two_players()
        key = key_of(play, BERT, "Take a number")
        play.do(BERT, "take")
        self.refused(play, BERT, key, NotNow, "cannot be done now")

    def test_of_another_seat(self) -> None:
        play = two_players((BERT, "take"))
        self.refused(play, BERT, key_of(play, ANNA, "Take a number"), NotYours, r"Only <@1> \(Red\) can do that")

    def test_without_a_seat(self) -> None:
        play = two_players()
        self.refused(play, NOBODY, key_of(play, ANNA, "Bid"), NotYours, "You hold no seat")

    def test_after_the_end(self) -> None:
        play = two_players()
        key = key_of(play, ANNA, "Bid")
        play.do(ANNA, End())
        play.do(BERT, Agree(to=2))
        self.refused(play, ANNA, key, NotNow, "This campaign has ended")

    def test_of_a_secret_of_another_seat_as_if_there_were_none(self) -> None:
        """The refusal does not say that the other side has such a thing."""
        play = two_players((ANNA, "take"))
        self.refused(play, BERT, key_of(play, ANNA, "Show"), NotNow, "cannot be done now")


def test_deciding_changes_nothing() -> None:
    play = two_players()
    before = play.campaign
    done = before.decide(BERT, before.read_command({"type": "take"}), None, Source(SEED, 0))
    assert done == before.decide(BERT, before.read_command({"type": "take"}), None, Source(SEED, 0))
    assert play.campaign.state.held == {}


def test_a_private_deed_tells_the_channel_nothing() -> None:
    play = night_watch((BERT, "note"), (ANNA, "draw"))
    noted, drawn = play.log[-2:]
    assert [is_unseen(play.campaign, each.command, each.events) for each in (noted, drawn)] == [True, False]
    assert [noted.is_unseen, drawn.is_unseen] == [True, False]


def test_a_redo_says_first_what_it_brings_back() -> None:
    play = night_watch((BERT, "wave"), (BERT, Undo()))
    said = public(play.do(BERT, Redo()))
    assert "Brought back, with the same dice: Hand waved." in said
    assert "South waves." not in said, "the board, the dice and secrets alone are told again"
