"""Seats, words for the dice, dice, taking back, rulings and the end: what is the same at any table."""

from typing import Any

import pytest

from rules.campaign import audit
from rules.campaign.ending import End
from rules.campaign.rolling import AddWords, RollDice
from rules.campaign.rulings import SetRuling
from rules.campaign.seating import Admit, Join, Leave
from rules.campaign.undo import Agree, Decline, Undo
from rules.dice import Roll
from rules.errors import DiceWanted, NotNow, NotThere, NotYours, RuleError, WrongDice
from rules.seat import REFEREE, Player
from tests.games import SEED, all_games, founded
from tests.high_card import BLUE, RED, HighCard
from tests.play import Play, public, secret

ANNA, BERT, CARLA, NOBODY = 1, 2, 3, 9


def high_card(dice: Any = "sealed") -> Play:
    game = all_games()["high-card"]
    return Play(game, founded(game, ANNA, RED, dice))


def two_players(dice: Any = "sealed") -> Play:
    play = high_card(dice)
    play.do(BERT, Join(seat=BLUE))
    return play


def refused(play: Play, kind: type[RuleError], said: str, user: int, ask: Any, *faces: Any) -> None:
    """The action gets that refusal and changes nothing."""
    before = play.campaign
    with pytest.raises(kind, match=said):
        play.do(user, ask, *faces)
    assert play.campaign is before


class TestSeats:
    def test_the_founder_holds_a_seat_and_is_the_referee(self) -> None:
        assert high_card().campaign.seats_of(ANNA) == (RED, REFEREE)

    def test_several_players_share_a_seat_once_one_of_them_lets_the_other_in(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        told = public(play.do(CARLA, Join(seat=BLUE)))
        assert "asks to share the Blue seat and its hidden hand" in told
        assert play.campaign.roster[BLUE] == (BERT,)
        assert play.campaign.seats_of(CARLA) == ()
        for other in (CARLA, ANNA, NOBODY):  # Anna is the referee, and plays Red
            refused(
                play,
                NotYours,
                "Only a Blue player, or a referee who has never played a side",
                other,
                Admit(player=CARLA),
            )
        assert "Let them in" not in {offer.label for offer in play.campaign.offers(ANNA)}
        refused(play, NotNow, "no longer open", BERT, Admit(player=NOBODY))
        assert "Let them in" in {offer.label for offer in play.campaign.offers(BERT)}
        assert play.campaign.offers(CARLA) == ()
        play.do(BERT, Admit(player=CARLA))
        assert play.campaign.roster[BLUE] == (BERT, CARLA)
        refused(play, NotNow, "no longer open", BERT, Admit(player=CARLA))

    def test_a_referee_who_never_played_lets_somebody_in(self) -> None:
        game = all_games()["high-card"]
        play = Play(game, founded(game, ANNA, REFEREE))
        play.do(BERT, Join(seat=BLUE))
        play.do(CARLA, Join(seat=BLUE))
        play.do(ANNA, Admit(player=CARLA))
        assert play.campaign.roster[BLUE] == (BERT, CARLA)

    def test_one_player_holds_several_seats_that_nobody_else_ever_held(self) -> None:
        play = high_card()
        play.do(ANNA, Join(seat=BLUE))
        assert play.campaign.seats_of(ANNA) == (RED, BLUE, REFEREE)

    def test_nobody_comes_to_the_secrets_of_another_side(self) -> None:
        """Not by joining it, not after its player left, and not as the referee of an empty seat."""
        play = two_players()
        play.do(ANNA, "take")
        refused(play, NotYours, "played another side", BERT, Join(seat=RED))
        play.do(BERT, Leave(seat=BLUE))
        refused(play, NotYours, "played another side", BERT, Join(seat=RED))
        play.do(ANNA, Leave(seat=REFEREE))
        play.do(BERT, Join(seat=REFEREE))
        play.do(ANNA, Leave(seat=RED))
        assert play.campaign.acts_for(BERT) == (REFEREE, BLUE)
        refused(play, NotYours, "played another side", BERT, Join(seat=RED))
        play.do(CARLA, Join(seat=RED))
        assert play.campaign.roster[RED] == (CARLA,)

    def test_a_player_comes_back_to_the_own_side(self) -> None:
        play = two_players()
        play.do(BERT, Leave(seat=BLUE))
        play.do(BERT, Join(seat=BLUE))
        assert play.campaign.roster[BLUE] == (BERT,)

    def test_a_game_without_hands_is_joined_freely(self) -> None:
        game = all_games()["fields-of-despair"]
        assert "hand" not in game.shows
        play = Play(game)
        play.do(BERT, Join(seat=game.seats[0]))
        assert play.campaign.roster[game.seats[0]] == (ANNA, BERT)

    def test_there_is_one_referee_who_can_make_room(self) -> None:
        play = two_players()
        refused(play, NotNow, "has a referee", BERT, Join(seat=REFEREE))
        play.do(ANNA, Leave(seat=REFEREE))
        play.do(BERT, Join(seat=REFEREE))
        assert play.campaign.seats_of(BERT) == (BLUE, REFEREE)

    def test_what_cannot_be_taken_or_given_up(self) -> None:
        play = two_players()
        refused(play, NotNow, "already", BERT, Join(seat=BLUE))
        refused(play, NotThere, "seats are Red, Blue, Referee", BERT, Join.model_validate({"seat": "Green"}))
        refused(play, NotThere, "do not hold", BERT, Leave(seat=RED))

    def test_nobody_acts_for_a_seat_that_is_not_theirs(self) -> None:
        play = two_players()
        refused(play, NotYours, "hold no seat", NOBODY, {"type": "take"})
        play.do(BERT, "take")
        assert set(play.campaign.state.held) == {BLUE}

    def test_a_player_of_two_seats_acts_for_the_first_that_may(self) -> None:
        play = high_card()
        play.do(ANNA, Join(seat=BLUE))
        play.do(ANNA, "take")
        play.do(ANNA, "take")
        assert set(play.campaign.state.held) == {RED, BLUE}
        refused(play, NotNow, "already", ANNA, {"type": "take"})


class TestUndo:
    def test_a_deed_without_a_die_or_a_secret_is_free(self) -> None:
        play = two_players()
        before = play.campaign.state
        play.do(BERT, "bid", points=3)
        assert "is undone" in public(play.do(BERT, Undo()))
        assert play.campaign.state == before
        assert play.log[-1].undoes == 2

    def test_a_roll_needs_the_other_seat_and_the_dice_stay_used(self) -> None:
        play = two_players()
        before = play.campaign.state
        first = secret(play.do(BERT, "take"), BLUE)
        assert "Red or the referee must agree" in public(play.do(BERT, Undo()))
        assert play.campaign.state != before
        refused(play, NotYours, "Only Red or the referee", BERT, Agree(to=2))
        refused(play, NotYours, "Only Red or the referee", NOBODY, Agree(to=2))
        play.do(ANNA, Agree(to=2))
        assert play.campaign.state == before
        assert play.campaign.next_die == 2
        assert secret(play.do(BERT, "take"), BLUE) != first

    def test_others_can_let_it_stand(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        play.do(BERT, Undo())
        play.do(ANNA, Decline(to=2))
        assert play.campaign.undo_request is None
        assert BLUE in play.campaign.state.held
        refused(play, NotNow, "no longer open", ANNA, Agree(to=2))

    def test_the_asker_can_let_it_stand(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        play.do(BERT, Undo())
        play.do(BERT, Decline(to=2))
        assert play.campaign.undo_request is None

    def test_all_other_seats_must_agree_where_there_is_no_referee(self) -> None:
        play = two_players()
        play.do(ANNA, Leave(seat=REFEREE))
        play.do(ANNA, "take")
        play.do(ANNA, Undo())
        assert play.campaign.undo_request is not None
        assert play.campaign.undo_request.needed == {BLUE}
        play.do(BERT, Agree(to=3))
        assert play.campaign.state.held == {}

    def test_a_next_deed_makes_the_question_void(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        play.do(BERT, Undo())
        play.do(ANNA, "bid", points=1)
        refused(play, NotNow, "no longer open", ANNA, Agree(to=2))

    def test_somebody_alone_asks_nobody(self) -> None:
        play = high_card()
        play.do(ANNA, "take")
        play.do(ANNA, Undo())
        assert play.campaign.state.held == {}

    def test_a_referee_who_never_held_a_side_decides(self) -> None:
        game = all_games()["high-card"]
        play = Play(game, founded(game, ANNA, REFEREE))
        for user, seat in ((BERT, BLUE), (CARLA, RED)):
            play.do(user, Join(seat=seat))
        play.do(BERT, "take")
        play.do(ANNA, Undo())
        assert play.campaign.state.held == {}

    def test_a_referee_who_played_needs_the_others_from_whatever_seat(self) -> None:
        """Leaving the side, or sitting down on the other one, is no way around their word."""
        play = two_players()
        play.do(ANNA, "take")
        play.do(ANNA, Leave(seat=RED))
        assert "Blue or the referee must agree" in public(play.do(ANNA, Undo()))
        refused(play, NotYours, "played another side", ANNA, Join(seat=BLUE))
        assert play.campaign.state.held

    def test_only_who_did_it_or_the_referee_takes_back(self) -> None:
        play = two_players()
        play.do(ANNA, Leave(seat=REFEREE))
        play.do(ANNA, "bid", points=1)
        refused(play, NotYours, "Only Red or the referee", BERT, Undo())

    def test_one_deed_after_the_other_is_taken_back(self) -> None:
        play = two_players()
        for points in (1, 2, 3):
            play.do(BERT, "bid", points=points)
        play.do(BERT, Undo())
        play.do(BERT, Undo())
        assert play.campaign.state.bids == {BLUE: 1}
        play.do(BERT, Undo())
        refused(play, NotNow, "nothing to undo", BERT, Undo())

    def test_the_offers_show_the_answers_to_those_who_may_give_them(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        play.do(BERT, Undo())
        labels = {user: {offer.label for offer in play.campaign.offers(user)} for user in (ANNA, BERT, NOBODY)}
        assert {"Agree", "Let it stand"} <= labels[ANNA]
        assert "Agree" not in labels[BERT]
        assert labels[NOBODY] == set()


class TestDice:
    def test_anybody_at_the_table_rolls_and_the_log_keeps_it(self) -> None:
        play = two_players()
        told = public(play.do(BERT, RollDice(number=3, reason="the *Marne*")))
        assert told.startswith("Rolled 3d6: ")
        assert "the \\*Marne\\*" in told
        refused(play, NotYours, "Only players", NOBODY, RollDice())

    def test_words_change_the_dice_and_are_taken_before_the_first_die_only(self) -> None:
        plain, worded = two_players(), two_players()
        worded.do(ANNA, AddWords(words="by the Marne"))
        worded.do(BERT, AddWords(words="wir kommen"))
        for play in (plain, worded):
            play.do(ANNA, RollDice(number=20))
        assert plain.log[-1].rolls != worded.log[-1].rolls
        refused(worded, NotNow, "only before the first roll", ANNA, AddWords(words="too late"))
        refused(two_players(), NotYours, "Only players", NOBODY, AddWords(words="hello"))

    def test_sealed_campaigns_take_no_dice(self) -> None:
        refused(two_players(), WrongDice, "leave `dice` empty", BERT, {"type": "take"}, (4, 3))

    def test_dice_rolled_on_the_table_are_asked_for_checked_and_marked(self) -> None:
        play = two_players("physical")
        refused(play, DiceWanted, "2d6", BERT, {"type": "take"})
        refused(play, DiceWanted, "you gave 1", BERT, {"type": "take"}, (4,))
        refused(play, WrongDice, "Number of dice entered: 3", BERT, {"type": "take"}, (4, 3, 1))
        refused(play, WrongDice, "cannot show 7", BERT, {"type": "take"}, (4, 7))
        refused(play, WrongDice, "no dice", BERT, {"type": "bid", "points": 1}, (4,))
        refused(play, WrongDice, "rolls no dice", BERT, Undo(), (4,))
        play.do(BERT, {"type": "take"}, (4, 3))
        assert play.log[-1].rolls == (Roll(sides=6, faces=(4, 3), first=None),)
        assert play.campaign.next_die == 0
        assert "rolled on the table" in public(play.do(ANNA, RollDice(), (5,)))

    def test_a_refusal_burns_no_die(self) -> None:
        play = two_players()
        play.do(BERT, "take")
        refused(play, NotNow, "already", BERT, {"type": "take"})
        play.do(ANNA, "take")
        assert [roll.first for entry in play.log for roll in entry.rolls] == [0, 2]


class TestRulings:
    def marne(self) -> Play:
        return Play(all_games()["marne-1918"])

    def test_the_referee_changes_a_ruling_from_then_on(self) -> None:
        play = self.marne()
        assert "rules on `draws_a_turn`: 4" in public(play.do(1, SetRuling(name="draws_a_turn", choice=4)))
        assert "draw 4 markers" in public(play.do(1, "draw"))

    def test_what_cannot_be_ruled(self) -> None:
        play = self.marne()
        play.do(2, Join(seat=play.game.seats[1]))
        refused(play, NotYours, "Only the referee", 2, SetRuling(name="draws_a_turn", choice=4))
        refused(play, NotThere, "no such ruling", 1, SetRuling(name="weather", choice=4))
        refused(play, NotThere, "one of the choices: 3, 4", 1, SetRuling(name="draws_a_turn", choice=5))
        refused(play, NotNow, "already applies", 1, SetRuling(name="draws_a_turn", choice=3))

    def test_the_log_comes_out_the_same_after_a_change_of_ruling(self) -> None:
        play = self.marne()
        play.do(1, "draw")
        play.do(1, SetRuling(name="draws_a_turn", choice=4))
        assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
        assert play.campaign.refold(play.log) == play.campaign


class TestTheEnd:
    def test_the_referee_ends_it_and_nothing_more_is_done(self) -> None:
        play = two_players()
        refused(play, NotYours, "Only the referee", BERT, End())
        play.do(ANNA, End())
        refused(play, NotNow, "has ended", ANNA, {"type": "take"})
        assert play.campaign.offers(ANNA) == play.campaign.open_offers() == ()


class TestAudit:
    def long_play(self) -> Play:
        play = two_players()
        play.do(ANNA, AddWords(words="by the Marne"))
        play.do(BERT, "take")
        play.do(BERT, Undo())
        play.do(ANNA, Agree(to=3))
        play.do(BERT, "take")
        play.do(BERT, "show")
        return play

    def audit(self, play: Play, seed: bytes = SEED) -> tuple[int, ...]:
        return audit(play.campaign.refold(()), play.log, seed).wrong

    def test_an_honest_log_comes_out(self) -> None:
        assert self.audit(self.long_play()) == ()

    def test_another_seed_does_not(self) -> None:
        assert self.audit(self.long_play(), bytes(32))[0] == 3

    def test_a_changed_die_an_invented_event_or_another_seat_is_found(self) -> None:
        from dataclasses import replace

        play = self.long_play()
        honest = play.log[2]
        for change in (
            {"rolls": (honest.rolls[0].replace(faces=(1, 1)),)},
            {"events": (*honest.events, *honest.events)},
            {"seat": RED},
        ):
            play.log[2] = replace(honest, **change)
            assert 3 in self.audit(play), change


def test_a_command_that_the_game_lacks_is_refused_in_one_sentence() -> None:
    play = high_card()
    assert isinstance(play.game, HighCard)
    with pytest.raises(NotThere, match="High Card does not use this command"):
        play.campaign.read_command({"type": "draw"})
    with pytest.raises(NotThere, match="`points` is at most 9"):
        play.campaign.read_command({"type": "bid", "points": 10})


def test_a_player_is_an_id() -> None:
    assert two_players().campaign.roster[BLUE] == (Player(BERT),)


class TestEmptySeats:
    def test_the_referee_acts_for_seats_that_nobody_holds_and_for_no_others(self) -> None:
        play = high_card()
        play.do(ANNA, "take")
        play.do(ANNA, "take")
        assert set(play.campaign.state.held) == {RED, BLUE}
        play = two_players()
        play.do(ANNA, "take")
        refused(play, NotNow, "already", ANNA, {"type": "take"})
        assert set(play.campaign.state.held) == {RED}

    def test_a_player_who_is_not_the_referee_acts_for_no_empty_seat(self) -> None:
        play = two_players()
        play.do(ANNA, Leave(seat=RED))
        play.do(BERT, "take")
        refused(play, NotNow, "already", BERT, {"type": "take"})
