"""Dice for the table, and words in the seal."""

from rules.campaign.life.rolling import AddWords, RollDice
from rules.campaign.time.undo import Undo
from rules.dice import Roll
from rules.errors import DiceWanted, NotNow, NotYours, WrongDice
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, refused, two_players


def test_anybody_at_the_table_rolls_and_the_log_keeps_it() -> None:
    play = two_players()
    told = public(play.do(BERT, RollDice(number=3, reason="the *Marne*")))
    assert told.startswith("Rolled 3d6: ")
    assert "the \\*Marne\\*" in told
    refused(play, NotYours, "Only players", NOBODY, RollDice())


def test_words_change_the_dice_and_are_taken_before_the_first_die_only() -> None:
    plain, worded = two_players(), two_players()
    worded.do(ANNA, AddWords(words="by the Marne"))
    worded.do(BERT, AddWords(words="wir kommen"))
    for play in (plain, worded):
        play.do(ANNA, RollDice(number=20))
    assert plain.log[-1].rolls != worded.log[-1].rolls
    refused(worded, NotNow, "only before the first roll", ANNA, AddWords(words="too late"))
    refused(two_players(), NotYours, "Only players", NOBODY, AddWords(words="hello"))


def test_sealed_campaigns_take_no_dice() -> None:
    refused(two_players(), WrongDice, "leave `dice` empty", BERT, {"type": "take"}, (4, 3))


def test_dice_rolled_on_the_table_are_asked_for_checked_and_marked() -> None:
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
    refused(play, WrongDice, "Number of dice entered: 2", ANNA, RollDice(), (5, 4))
    assert "rolled on the table" in public(play.do(ANNA, RollDice(), (5,)))


def test_a_refusal_burns_no_die() -> None:
    play = two_players()
    play.do(BERT, "take")
    refused(play, NotNow, "already", BERT, {"type": "take"})
    play.do(ANNA, "take")
    assert [roll.first for entry in play.log for roll in entry.rolls] == [0, 2]


def test_words_stand_in_their_order_and_one_die_is_enough_to_close_them() -> None:
    play = two_players()
    play.do(ANNA, AddWords(words="by the Marne"))
    play.do(BERT, AddWords(words="wir kommen"))
    assert play.campaign.words == ("by the Marne", "wir kommen")
    play.do(ANNA, RollDice(number=1))
    refused(play, NotNow, "only before the first roll", BERT, AddWords(words="too late"))
