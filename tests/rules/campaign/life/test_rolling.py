"""Dice for the table, and words in the seal."""

from rules.campaign.life.rolling import RollDice
from rules.campaign.time.undo import Undo
from rules.dice import Roll
from rules.errors import DiceWanted, NotNow, WrongDice
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, refused, two_players


def test_sealed_campaigns_take_no_dice() -> None:
    refused(two_players(), WrongDice, "leave `dice` empty", BERT, {"type": "take"}, (4, 3))


def test_table_dice_are_asked_for_and_checked() -> None:
    play = two_players(dice="physical")
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
    play = two_players((BERT, "take"))
    refused(play, NotNow, "already", BERT, {"type": "take"})
    play.do(ANNA, "take")
    assert [roll.first for entry in play.log for roll in entry.rolls] == [0, 2]
