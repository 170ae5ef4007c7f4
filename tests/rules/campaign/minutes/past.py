"""What was done is taken back and brought back; dice stay used."""

from rules.line import Line
from tests.minutes import Minutes
from tests.rules.campaign.helpers import ANNA, BERT, CARLA


def back(table: Minutes) -> None:
    """Undo, rewind and redo."""
    for command in ("undo", "redo"):
        table.everybody(command)
    table.do(ANNA, "check_board", changed=0)
    table.do(BERT, "call")
    table.do(ANNA, "answer", answer="here")
    table.everybody("undo")
    table.do(ANNA, "undo")
    table.do(BERT, "undo")
    table.everybody("redo")
    table.do(BERT, "redo", number=1)
    table.do(BERT, "draw")
    table.everybody("undo")
    table.everybody("redo", first=5)
    table.do(BERT, "redo", first=3)
    table.do(BERT, "redo", first=5)
    table.play.is_sure = True
    table.do(BERT, "answer")
    table.do(ANNA, "answer", answer="there")
    table.do(ANNA, "next_turn")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(BERT, "check_board", changed=13)
    for to in (0, 2, 3, table.play.campaign.number - 1, table.play.campaign.number, 99):
        table.everybody("rewind", to=to, last=table.play.campaign.timeline.standing[-1].number)
    table.do(ANNA, "rewind", to=2, last=3)
    table.do(ANNA, "rewind", to=2, last=table.play.campaign.timeline.standing[-1].number)
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.everybody("redo", number=2)
    table.do(BERT, "redo", number=2)
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(BERT, "redo")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(ANNA, "undo")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "call")
    table.do(ANNA, "redo")


def back_to_a_hand(table: Minutes) -> None:
    """A hand that was dealt anew is brought back with what was done after it; what was asked meanwhile is void."""
    table.do(BERT, "draw")
    table.do(CARLA, "join", seat="South")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "note")
    table.do(CARLA, "swap")
    table.do(ANNA, "undo")
    table.do(CARLA, "swap")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(CARLA, "call")
    table.do(ANNA, "rewind", to=2, last=table.play.campaign.timeline.standing[-1].number)
    table.do(CARLA, "agree", to=table.play.campaign.number)
    table.do(ANNA, "redo")
    table.do(CARLA, "change_settings", language="fr")
    table.do(CARLA, "agree", to=table.play.campaign.number - 1)
    table.do(ANNA, "answer", answer="here")


def many_dice(table: Minutes) -> None:
    """A side rolls two dice, and a free roll is made beside the game; what is undone leaves its dice used."""
    table.everybody("roll_dice", number=1, sides=6)
    for number, sides in ((0, 6), (21, 6), (20, 100), (1, 1), (1, 101), (1, 2)):
        table.everybody("roll_dice", number=number, sides=sides)
    table.do(BERT, "roll_dice", number=3, sides=8, reason="Who begins? *We*")
    table.do(ANNA, "roll_dice", (1, 2))
    table.do(ANNA, "take")
    table.do(BERT, "take")
    table.do(BERT, "bid", points=3)
    table.do(ANNA, "show")
    table.everybody("rewind", to=0, last=table.play.campaign.timeline.standing[-1].number)
    table.do(ANNA, "rewind", to=4, last=table.play.campaign.timeline.standing[-1].number)
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "redo")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(BERT, "undo")
    table.do(ANNA, "agree", to=table.play.campaign.number)


def dice_on_the_table(table: Minutes) -> None:
    """The players roll their own dice; what they enter must fit."""
    for faces in (None, (), (1, 2, 3), (1, 7), (0, 1), (1, 2)):
        table.do(ANNA, "take", faces)
    for faces in (None, (9, 3), (9, 11), (3, 3, 3), (10, 1)):
        table.do(BERT, "roll_dice", faces, number=2, sides=10)
    table.do(BERT, "bid", (3,), points=3)
    table.do(BERT, "bid", points=3)
    table.do(BERT, "undo", (3,))
    table.do(ANNA, "undo")
    table.do(ANNA, "change_settings", (4,), pictures=False)


def redo_refused(table: Minutes) -> None:
    """What no longer fits is not brought back; why, only the one whose it is may read, and nobody who agrees to it."""
    table.do(ANNA, "call")
    table.do(ANNA, "undo")
    table.do(BERT, "call")
    table.everybody("redo")
    table.do(ANNA, "answer")
    table.do(ANNA, "draw")
    table.do(ANNA, "undo")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "draw")
    table.do(ANNA, "redo", first=table.play.campaign.timeline.to_redo[-1].number)
    table.everybody("agree", to=table.play.campaign.number)


def orders_before_a_redo(table: Minutes) -> None:
    """A plan of this turn is not followed in the next one, which is brought back."""
    table.play.is_sure = True
    table.do(ANNA, "next_turn")
    table.do(ANNA, "call")
    table.do(BERT, "answer", answer="here")
    board = tuple(Line(f"Set it to {number}.") for number in range(13))
    table.do(ANNA, "rewind", to=1, last=4, where="the start", board=board)
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(BERT, "give_order", when="any", do="silence")
    table.do(ANNA, "redo")
    table.do(BERT, "agree", to=table.play.campaign.number)
