"""The minutes of some tables: every message, refusal, offer and change of a campaign, compared word for word.

``UPDATE_GOLDEN=1`` writes them anew; read the difference before you commit it.
"""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from rules.campaign.forking import People, TakeOverLog
from rules.campaign.seating import Join
from rules.line import Line
from rules.seat import REFEREE, Player
from tests.games import all_games, founded
from tests.minutes import Minutes, told_afterwards
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY, night_watch, two_players

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "tables"
PEOPLE = {ANNA: "Anna", BERT: "Bert", CARLA: "Carla", DORA: "Dora", NOBODY: "Nora", ADMIN: "Admin"}
"""Anna plays the North, Bert the South; what the others are, the minutes say."""


def two() -> Minutes:
    """Anna is North and the referee, Bert is South."""
    return Minutes(night_watch(), PEOPLE)


def shared() -> Minutes:
    """The same; Dora shares the South."""
    play = night_watch()
    play.do(DORA, Join(seat=SOUTH))
    play.do(BERT, "agree", to=2)
    return Minutes(play, PEOPLE)


def neutral() -> Minutes:
    """Carla is the referee and plays no side; Anna is North, Bert is South."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, CARLA, REFEREE))
    play.do(ANNA, Join(seat=NORTH))
    play.do(BERT, Join(seat=SOUTH))
    return Minutes(play, PEOPLE)


def alone() -> Minutes:
    """Carla is the referee of a table at which nobody plays yet."""
    game = all_games()["night-watch"]
    return Minutes(Play(game, founded(game, CARLA, REFEREE)), PEOPLE)


def seats(table: Minutes) -> None:
    """Seats are shared, given up, handed over and taken again; a hand that is known is told of and dealt anew."""
    for seat in ("North", "South", "Referee", "West"):
        table.everybody("join", seat=seat)
    table.do(BERT, "draw")
    table.do(CARLA, "join", seat="South")
    table.do(CARLA, "join", seat="South")
    table.do(DORA, "join", seat="South")
    for command in ("agree", "decline"):
        table.everybody(command, to=3)
    table.do(BERT, "agree", to=4)
    table.everybody("leave", seat="South")
    table.do(BERT, "decline", to=5)
    table.do(BERT, "hand_over", seat="South", player=ANNA)
    table.do(BERT, "hand_over", seat="South", player=CARLA)
    table.do(NOBODY, "join", seat="South")
    table.do(NOBODY, "decline", to=table.play.campaign.seq)
    table.do(BERT, "hand_over", seat="South", player=NOBODY)
    table.do(NOBODY, "redeal")
    table.do(CARLA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "leave", seat="South")
    table.do(NOBODY, "leave", seat="South")
    table.do(DORA, "redeal")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "join", seat="South")
    table.do(DORA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "redeal")
    table.everybody("redeal")
    table.do(CARLA, "leave", seat="South")
    for seat in ("North", "South", "Referee"):
        table.everybody("join", seat=seat)
    table.do(BERT, "join", seat="South")
    table.do(ANNA, "hand_over", seat="Referee", player=BERT)


def silence(table: Minutes) -> None:
    """A seat whose players are silent is taken over, with the consent of the others, unless they come back."""
    table.do(BERT, "draw")
    table.everybody("take_over", seat="South")
    table.wait(days=13, hours=23, minutes=57)
    table.do(ANNA, "draw")
    table.everybody("take_over", seat="South")
    table.wait(minutes=1)
    table.everybody("take_over", seat="South")
    table.do(CARLA, "take_over", seat="South")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(BERT, "note")
    table.wait(days=3)
    table.do(CARLA, "agree", to=4)
    table.wait(days=12)
    table.do(DORA, "join", seat="South")
    table.wait(days=3)
    table.do(DORA, "agree", to=table.play.campaign.seq)
    table.do(DORA, "decline", to=table.play.campaign.seq)
    table.wait(days=14)
    table.do(CARLA, "take_over", seat="South")
    table.do(NOBODY, "take_over", seat="Referee")
    table.do(BERT, "join", seat="Referee")
    asked = table.play.campaign.seq - 1
    table.wait(days=4)
    table.everybody("agree", to=asked)
    table.do(CARLA, "agree", to=asked)
    table.everybody("join", seat="Referee")


def founder_gone(table: Minutes) -> None:
    """Silence counts from the founding for who has done nothing, and from their coming for who was let in."""
    table.wait(days=9)
    table.do(DORA, "join", seat="South")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.wait(days=5)
    table.do(BERT, "hand_over", seat="South", player=NOBODY)
    table.do(DORA, "leave", seat="South")
    table.wait(days=9)
    for seat in ("North", "South", "Referee"):
        table.everybody("take_over", seat=seat)
    table.wait(days=9)


def office(table: Minutes) -> None:
    """The office of the referee: who comes to it, and whose word it takes."""
    table.everybody("join", seat="Referee")
    table.do(ANNA, "hand_over", seat="Referee", player=CARLA)
    table.everybody("agree", to=table.play.campaign.seq)
    table.wait(days=3, minutes=-1)
    table.everybody("agree", to=table.play.campaign.seq)
    table.wait(minutes=1)
    table.everybody("agree", to=table.play.campaign.seq)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "hand_over", seat="Referee", player=CARLA)
    table.wait(days=20)
    table.everybody("agree", to=table.play.campaign.seq)
    table.do(ANNA, "set_pictures", on=False)
    table.do(ANNA, "leave", seat="Referee")
    table.everybody("join", seat="Referee")
    table.do(CARLA, "join", seat="Referee")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(BERT, "agree", to=table.play.campaign.seq - 1)
    table.do(CARLA, "agree", to=8)
    table.do(BERT, "hand_over", seat="South", player=CARLA)
    table.do(CARLA, "hand_over", seat="Referee", player=ANNA)
    table.everybody("join", seat="Referee")


def free_seats(table: Minutes) -> None:
    """A referee acts for seats that nobody ever held, and everybody is told who has read a hand."""
    table.do(CARLA, "draw")
    table.play.is_sure = True
    table.do(CARLA, "draw")
    table.play.is_sure = False
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "call")
    table.everybody("join", seat="North")
    table.do(ANNA, "draw")
    table.do(BERT, "join", seat="North")
    table.everybody("redeal")
    table.do(CARLA, "leave", seat="Referee")
    table.everybody("join", seat="South")


def deadlines(table: Minutes) -> None:
    """What a side must answer is asked for, and decided by default when its time is over."""
    table.everybody("set_patience", answer=2, silence=9, move=1)
    for answer, silence_, move in ((90, 90, 90), (0, 90, 90), (91, 90, 90), (90, 0, 90), (90, 91, 90), (90, 90, 91)):
        table.everybody("set_patience", answer=answer, silence=silence_, move=move)
    table.everybody("set_patience", answer=1, silence=1, move=-1)
    table.do(BERT, "set_patience", answer=2, silence=9, move=1)
    table.do(ANNA, "set_patience", answer=2, silence=9)
    table.do(ANNA, "decline", to=2)
    table.do(BERT, "agree", to=3, for_turn=True)
    table.do(ANNA, "call")
    table.everybody("decide_by_default", seat="South")
    table.everybody("decide_by_default", seat="North")
    table.do(ANNA, "decide_by_default", seat="South")
    table.do(ANNA, "enter_score", score=2)
    table.wait(days=1)
    table.do(BERT, "set_calls", on=False)
    table.do(BERT, "answer", answer="lantern")
    table.do(BERT, "call")
    table.do(BERT, "decide_by_default", seat="North")
    table.wait(days=2)
    table.everybody("agree", to=table.play.campaign.seq)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    overdue_moves(table)


def overdue_moves(table: Minutes) -> None:
    """The same with a time for what play waits for."""
    table.do(BERT, "set_patience", answer=3, silence=14, move=2)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "call")
    table.wait(days=2, minutes=-1)
    table.everybody("decide_by_default", seat="South")
    table.wait(minutes=1)
    table.everybody("decide_by_default", seat="South")
    table.everybody("admin_default", seat="South")
    table.do(BERT, "note")
    table.do(ANNA, "decide_by_default", seat="South")
    table.do(ANNA, "call")
    table.do(BERT, "leave", seat="South")
    table.everybody("decide_by_default", seat="South")
    table.do(ADMIN, "admin_default", seat="South")
    table.do(ADMIN, "admin_default", seat="South")
    table.do(ANNA, "call")
    table.do(ANNA, "decide_by_default", seat="South")
    table.do(ANNA, "set_patience", answer=1, silence=2, move=3)


def phases(table: Minutes) -> None:
    """The end of a phase: who is asked, who is done for the turn, and what makes a request void."""
    table.everybody("next_phase")
    table.everybody("next_turn")
    table.play.is_sure = True
    table.do(BERT, "draw")
    table.do(ANNA, "next_turn")
    table.do(ANNA, "redeal")
    table.do(BERT, "note")
    table.do(BERT, "redeal")
    table.do(ANNA, "agree", to=3, for_turn=True)
    for to in (3, 5):
        table.everybody("agree", to=to)
        table.everybody("decline", to=to)
    table.do(BERT, "next_turn")
    table.do(ANNA, "draw")
    table.do(ANNA, "next_phase")
    table.do(BERT, "decline", to=table.play.campaign.seq)
    table.do(BERT, "redeal")
    table.do(ANNA, "next_phase")
    table.do(BERT, "agree", to=table.play.campaign.seq, for_turn=True)
    table.do(ANNA, "next_turn")
    table.do(ANNA, "next_phase")
    table.do(BERT, "next_phase")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "next_turn")
    table.do(BERT, "agree", to=table.play.campaign.seq - 1, for_turn=True)
    table.do(ANNA, "next_phase")
    table.wait(days=3)
    table.everybody("agree", to=table.play.campaign.seq)
    table.do(ANNA, "agree", to=table.play.campaign.seq)


def requests(table: Minutes) -> None:
    """Several requests at once: which are shown, go on without answers, lapse, or are done for silent players."""
    table.do(BERT, "draw")
    table.do(BERT, "redeal")
    table.do(ANNA, "set_pictures", on=False)
    table.do(ANNA, "set_language", language="fr")
    table.do(ANNA, "move_house", channel=55)
    table.do(BERT, "set_language", language="fr")
    table.do(ANNA, "set_pictures", on=True)
    for to in (3, 4, 5, 6):
        table.everybody("agree", to=to)
    table.wait(days=3)
    for to in (3, 4, 5, 6):
        table.everybody("agree", to=to)
        table.everybody("decline", to=to)
    table.do(BERT, "agree", to=3, for_turn=True)
    table.do(ANNA, "agree", to=4)
    table.do(NOBODY, "agree", to=5)
    table.do(BERT, "decline", to=5)
    table.do(BERT, "redeal")
    table.do(BERT, "leave", seat="South")
    table.do(BERT, "join", seat="South")
    table.do(BERT, "redeal")
    table.do(ANNA, "leave", seat="North")
    table.do(ANNA, "join", seat="North")
    table.do(BERT, "redeal")
    table.wait(days=14)
    table.do(ANNA, "trash")
    table.do(BERT, "agree", to=table.play.campaign.seq - 1)


def corrections(table: Minutes) -> None:
    """A number takes effect unless the others object in time."""
    table.do(ANNA, "enter_score", score=1)
    table.everybody("object", to=2)
    table.everybody("withdraw", to=2)
    table.do(ANNA, "enter_score", score=2)
    table.do(ANNA, "enter_score", score=2, reason="We counted again")
    table.everybody("object", to=2)
    table.do(BERT, "object", to=3)
    table.do(BERT, "enter_score", score=4, reason="So it is")
    table.do(BERT, "withdraw", to=table.play.campaign.seq)
    table.do(ANNA, "leave", seat="North")
    table.everybody("withdraw", to=2)
    table.do(BERT, "enter_score", score=5, reason="Look")
    last = table.play.campaign.seq
    table.wait(days=3, minutes=-1)
    for command in ("object", "withdraw"):
        table.everybody(command, to=last)
    table.wait(minutes=1)
    for command in ("object", "withdraw"):
        table.everybody(command, to=last)


def questions(table: Minutes) -> None:
    """Questions under seal: who answers, changes, withdraws and opens."""
    for options in (
        "a",
        ";;a; A",
        "; ".join("abcdefghijk"),
        "x; " + "y" * 101,
        "x; " + "y" * 100,
        "; ".join("abcdefghij"),
    ):
        table.everybody("put_question", question="Which?", options=options)
    for seats_ in ("south", " South , west", "North,South", ","):
        table.everybody("put_question", question="Which?", seats=seats_)
    table.everybody("put_question", question="  ")
    table.do(ANNA, "put_question", question="Where next?", options="East; West")
    table.do(BERT, "put_question", question="where NEXT?")
    table.do(BERT, "put_question", question="How many, in your own words?", seats="north")
    table.do(ANNA, "put_question", question="Shall we go on for another turn, or is it enough for this week, or what?",
             options="Yes; No", seats="South")  # fmt: skip
    table.do(ANNA, "put_question", question="A fourth?")
    table.everybody("withdraw_question", to=2)
    table.everybody("answer_question", to=2, answer="east")
    table.do(BERT, "answer_question", to=2, answer="north")
    table.do(BERT, "answer_question", to=2, answer="east")
    table.do(BERT, "answer_question", to=2, answer="East")
    table.do(BERT, "answer_question", to=2, answer="WEST")
    for seat in ("North", "South"):
        table.everybody("join", seat=seat)
    table.do(ANNA, "answer_question", to=2, answer=" ")
    table.everybody("withdraw_question", to=2)
    table.everybody("withdraw_question", to=3)
    table.do(BERT, "withdraw_question", to=3)
    table.do(ANNA, "answer_question", to=2, seat="South", answer="West")
    table.do(ANNA, "answer_question", to=2, answer="East")
    table.everybody("open_answers", to=4)
    table.wait(days=3)
    table.everybody("open_answers", to=4)
    table.do(ANNA, "open_answers", to=4)


def both_sides(table: Minutes) -> None:
    """Somebody who plays both sides answers for each."""
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "put_question", question="Where?", options="East; West")
    to = table.play.campaign.seq
    table.do(ANNA, "answer_question", to=to, answer="East")
    table.do(ANNA, "answer_question", to=to, seat="North", answer="West")
    table.do(ANNA, "answer_question", to=to, seat="Referee", answer="West")
    table.do(ANNA, "answer_question", to=to, answer="East")
    table.play.is_sure = True
    table.do(ANNA, "draw")
    table.do(ANNA, "draw")
    table.do(ANNA, "leave", seat="South")
    table.everybody("join", seat="South")


def left_alone(table: Minutes) -> None:
    """A referee who plays no side answers for a free seat; what they asked for it is not done once it is taken."""
    table.play.is_sure = True
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "call")
    table.everybody("decide_by_default", seat="North")
    table.do(CARLA, "answer")
    table.do(CARLA, "draw")
    table.do(CARLA, "redeal")
    table.do(BERT, "join", seat="North")
    table.do(ANNA, "agree", to=table.play.campaign.seq - 1)


def half_answered(table: Minutes) -> None:
    """A seat that is given up answers no question, and nobody opens the others' answers earlier by that."""
    table.do(ANNA, "put_question", question="Where next?", options="East; West")
    table.do(ANNA, "answer_question", to=2, answer="East")
    table.do(BERT, "leave", seat="South")
    table.everybody("open_answers", to=2)
    for seats_ in ("", "South", "North"):
        table.everybody("put_question", question="Where else?", seats=seats_)
    table.do(CARLA, "join", seat="South")
    table.everybody("answer_question", to=2, answer="West")


def orders(table: Minutes) -> None:
    """What a side has ordered ahead is done as it is asked, and forgotten as the turn or its players go."""
    table.everybody("give_order", order="silence")
    table.everybody("give_order", order="noise")
    table.do(BERT, "give_order", order="silence")
    table.do(BERT, "give_order", order="silence")
    table.do(ANNA, "call")
    table.do(ANNA, "undo")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "redo")
    table.do(BERT, "give_order", order="silence", on=False)
    table.do(BERT, "give_order", order="silence", on=False)
    table.do(ANNA, "call")
    table.do(BERT, "answer", answer="here")
    table.do(BERT, "give_order", order="silence")
    table.play.is_sure = True
    table.do(ANNA, "next_turn")
    table.do(BERT, "give_order", order="silence")
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "call")


def back(table: Minutes) -> None:
    """Undo, rewind, redo and marks."""
    for command in ("undo", "redo"):
        table.everybody(command)
    table.do(ANNA, "mark", name="The start")
    table.do(BERT, "mark", name="the START")
    table.everybody("mark", name="x" * 60)
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
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(BERT, "mark", name="Night")
    for to in (0, 2, 3, table.play.campaign.seq - 1, table.play.campaign.seq, 99):
        table.everybody("rewind", to=to, last=table.play.campaign.standing[-1].entry)
    table.do(ANNA, "rewind", to=2, last=3)
    table.do(ANNA, "rewind", to=2, last=table.play.campaign.standing[-1].entry)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.everybody("redo", number=2)
    table.do(BERT, "redo", number=2)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(BERT, "redo")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "undo")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "call")
    table.do(ANNA, "redo")


def back_to_a_hand(table: Minutes) -> None:
    """A hand that was dealt anew is brought back with what was done after it; what was asked meanwhile is void."""
    table.do(BERT, "draw")
    table.do(CARLA, "join", seat="South")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "note")
    table.do(CARLA, "redeal")
    table.do(ANNA, "undo")
    table.do(CARLA, "redeal")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "call")
    table.do(ANNA, "rewind", to=2, last=table.play.campaign.standing[-1].entry)
    table.do(CARLA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "redo")
    table.do(CARLA, "set_language", language="fr")
    table.do(CARLA, "agree", to=table.play.campaign.seq - 1)
    table.do(ANNA, "answer", answer="here")


def many_dice(table: Minutes) -> None:
    """A side rolls two dice, and a free roll is made beside the game; what is undone leaves its dice used."""
    table.everybody("add_words", words="A fair day")
    table.do(ANNA, "add_words", words="A *fair* day")
    table.do(BERT, "add_words", words="x" * 101)
    table.everybody("roll_dice", number=1, sides=6)
    for number, sides in ((0, 6), (21, 6), (20, 100), (1, 1), (1, 101), (1, 2)):
        table.everybody("roll_dice", number=number, sides=sides)
    table.do(BERT, "roll_dice", number=3, sides=8, reason="Who begins? *We*")
    table.do(BERT, "add_words", words="Too late")
    table.do(ANNA, "roll_dice", (1, 2))
    table.do(ANNA, "take")
    table.do(BERT, "take")
    table.do(BERT, "bid", points=3)
    table.do(ANNA, "show")
    table.everybody("rewind", to=0, last=table.play.campaign.standing[-1].entry)
    table.do(ANNA, "rewind", to=4, last=table.play.campaign.standing[-1].entry)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "redo")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(BERT, "undo")
    table.do(ANNA, "agree", to=table.play.campaign.seq)


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
    table.do(ANNA, "set_pictures", (4,), on=False)


def rest(table: Minutes) -> None:
    """The campaign ends, is reopened, goes to the trash and comes back; an administrator helps, openly."""
    table.do(ANNA, "call")
    for command in ("end", "trash", "reopen", "restore", "admin_end", "admin_reopen"):
        table.everybody(command)
    table.everybody("end", for_good=True)
    table.do(ANNA, "end", for_good=True)
    table.do(BERT, "decline", to=table.play.campaign.seq)
    table.do(BERT, "end")
    table.do(DORA, "trash")
    table.do(DORA, "agree", to=7)
    table.do(CARLA, "join", seat="South")
    table.do(DORA, "agree", to=table.play.campaign.seq)
    table.do(DORA, "decline", to=8)
    table.do(ANNA, "agree", to=7)
    for command in ("end", "trash", "reopen", "note", "undo", "admin_reopen"):
        table.everybody(command)
    for faces in (None, (1,)):
        table.do(ANNA, "roll_dice", faces)
    table.everybody("fork", at=1)
    table.wait(days=20)
    table.do(ANNA, "reopen")
    table.everybody("take_over", seat="South")
    table.everybody("fork", at=1)
    table.do(ADMIN, "admin_end")
    table.do(ADMIN, "admin_reopen")
    table.do(CARLA, "end", for_good=True)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(BERT, "agree", to=table.play.campaign.seq - 1)
    for command in ("reopen", "admin_reopen", "end", "trash", "note"):
        table.everybody(command)
    table.everybody("fork", at=table.play.campaign.seq)
    table.everybody("fork", at=table.play.campaign.seq + 1)


def rest_for_long(table: Minutes) -> None:
    """For thirty days an ended campaign can be reopened; its players were late or silent in none of them."""
    table.do(ANNA, "set_patience", answer=3, silence=14, move=2)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "call")
    table.do(BERT, "end")
    table.wait(days=3)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.wait(days=20)
    table.do(ANNA, "reopen")
    table.do(ADMIN, "admin_end")
    table.wait(days=30, minutes=-1)
    table.everybody("reopen")
    table.wait(minutes=1)
    for command in ("reopen", "admin_reopen", "trash"):
        table.everybody(command)
    table.everybody("fork", at=1)


def trash(table: Minutes) -> None:
    """In the trash nothing is done but bringing it back."""
    table.do(ANNA, "set_patience", answer=3, silence=14, move=1)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "call")
    table.do(ANNA, "put_question", question="Where?")
    table.do(ANNA, "trash")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    for command in ("note", "trash", "restore", "reopen", "undo", "admin_end"):
        table.everybody(command)
    table.wait(days=20)
    table.do(BERT, "restore")
    table.everybody("take_over", seat="North")
    table.do(BERT, "trash")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.wait(days=30, minutes=-1)
    table.everybody("restore")
    table.wait(minutes=1)
    table.everybody("restore")


def administration(table: Minutes) -> None:
    """An administrator frees and gives seats, and comes to no hand by it."""
    table.do(BERT, "draw")
    for seat in ("North", "South", "Referee", "West"):
        table.everybody("admin_seat", seat=seat)
        table.do(ADMIN, "admin_seat", seat=seat, player=ADMIN)
    table.do(ADMIN, "admin_seat", seat="South", player=BERT)
    table.do(ADMIN, "admin_seat", seat="South", player=ANNA)
    table.do(ADMIN, "admin_seat", seat="Referee", player=CARLA)
    table.do(ADMIN, "admin_seat", seat="Referee", player=BERT)
    table.do(ADMIN, "admin_seat", seat="South")
    table.do(ADMIN, "admin_seat", seat="South")
    table.everybody("join", seat="South")
    table.do(ADMIN, "admin_seat", seat="South", player=DORA)
    table.do(ADMIN, "admin_seats", players=(("North", CARLA), ("South", NOBODY)))
    table.everybody("admin_seat", seat="South")
    table.everybody("join", seat="North")


def away(table: Minutes) -> None:
    """Who goes away lets somebody in beside them; who is forgotten leaves nothing open."""
    until = table.play.clock + timedelta(days=5)
    for player in (ANNA, BERT, CARLA):
        table.everybody("name_stand_in", player=player, until=until)
    table.everybody("name_stand_in", player=DORA, until=table.play.clock)
    table.do(BERT, "draw")
    table.do(BERT, "name_stand_in", player=CARLA, until=until)
    table.do(BERT, "name_stand_in", player=DORA, until=until)
    table.do(ANNA, "name_stand_in", player=CARLA, until=until)
    for seat in ("North", "South"):
        table.everybody("join", seat=seat)
    table.everybody("withdraw_stand_in")
    table.do(DORA, "join", seat="South")
    table.do(ANNA, "withdraw_stand_in")
    table.do(BERT, "name_stand_in", player=CARLA, until=until)
    table.play.clock = until - timedelta(minutes=1)
    table.wait()
    table.everybody("join", seat="South")
    table.wait(minutes=1)
    table.everybody("join", seat="South")
    table.everybody("withdraw_stand_in")
    table.do(BERT, "set_calls", on=False)
    table.do(BERT, "set_calls", on=False)
    table.do(NOBODY, "set_calls", on=False)
    table.do(ANNA, "set_calls", on=True)
    table.do(CARLA, "join", seat="North")
    table.do(BERT, "join", seat="Referee")
    table.do(BERT, "set_pictures", on=False)
    table.do(BERT, "forget")
    table.do(CARLA, "forget")
    table.do(ANNA, "name_stand_in", player=BERT, until=until + timedelta(days=9))
    table.do(BERT, "forget")


def redo_refused(table: Minutes) -> None:
    """What no longer fits is not brought back; why, only the one whose it is may read, and nobody who agrees to it."""
    table.do(ANNA, "call")
    table.do(ANNA, "undo")
    table.do(BERT, "call")
    table.everybody("redo")
    table.do(ANNA, "answer")
    table.do(ANNA, "draw")
    table.do(ANNA, "undo")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "draw")
    table.do(ANNA, "redo", first=table.play.campaign.aside.entries[-1])
    table.everybody("agree", to=table.play.campaign.seq)


def done_for_the_turn(table: Minutes) -> None:
    """Who is done for the turn stays so while they end phases, and is not asked again after an undo."""
    table.do(BERT, "draw")
    table.do(ANNA, "draw")
    table.do(ANNA, "next_phase")
    table.do(BERT, "agree", to=table.play.campaign.seq, for_turn=True)
    table.do(ANNA, "undo")
    table.do(BERT, "next_phase")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(BERT, "undo")
    table.do(ANNA, "next_phase")
    table.do(ANNA, "undo")
    table.do(BERT, "note")
    table.do(ANNA, "next_phase")


def orders_before_a_redo(table: Minutes) -> None:
    """An order of this turn is not followed in the next one, which is brought back."""
    table.play.is_sure = True
    table.do(ANNA, "next_turn")
    table.do(ANNA, "call")
    table.do(BERT, "answer", answer="here")
    board = tuple(Line(f"Set it to {number}.") for number in range(13))
    table.do(ANNA, "rewind", to=1, last=4, where="the start", board=board)
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(BERT, "give_order", order="silence")
    table.do(ANNA, "redo")
    table.do(BERT, "agree", to=table.play.campaign.seq)


def solo() -> Minutes:
    """Anna is North and the referee, and nobody ever was South."""
    game = all_games()["night-watch"]
    return Minutes(Play(game, founded(game, ANNA, NORTH)), PEOPLE)


def by_oneself(table: Minutes) -> None:
    """Who plays alone may come back to a hand that only they know, and opens the secrets of nobody else."""
    table.play.is_sure = True
    table.everybody("end", for_good=True)
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "draw")
    table.do(ANNA, "draw")
    table.do(ANNA, "leave", seat="South")
    table.everybody("join", seat="South")
    table.everybody("end", for_good=True)
    table.do(ANNA, "trash")
    table.do(ANNA, TakeOverLog(name="Trashed", people=People.of(table.play.campaign)))
    table.everybody("end", for_good=True)
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "end", for_good=True)
    table.do(ANNA, TakeOverLog(name="Over", people=People.of(table.play.campaign)))


def fork_from_the_start(table: Minutes) -> None:
    """A fork from the founding opens what it took over, too; a side that nobody ever held has nothing to open."""
    table.do(ANNA, TakeOverLog(name="Again", people=People.of(table.play.campaign)))
    table.everybody("end", for_good=True)
    table.do(BERT, "join", seat="South")
    table.do(ANNA, "end", for_good=True)
    table.do(ANNA, "fork", at=1)
    table.wait(days=20)
    for to in (3, 4):
        table.everybody("agree", to=to)


def fork(table: Minutes) -> None:
    """A fork takes over the log, its people and their secrets, and nothing that is open; its dice begin anew."""
    table.play.is_sure = True
    table.do(ADMIN, "admin_seat", seat="South", player=DORA)
    table.do(BERT, "join", seat="South")
    table.do(DORA, "agree", to=table.play.campaign.seq)
    table.do(DORA, "leave", seat="South")
    table.do(ANNA, "draw")
    table.do(BERT, "draw")
    table.do(BERT, "give_order", order="silence")
    table.do(ANNA, "next_phase")
    table.do(BERT, "agree", to=table.play.campaign.seq, for_turn=True)
    table.do(ANNA, "mark", name="Here")
    table.do(ANNA, "enter_score", score=3)
    table.do(ANNA, "note")
    table.do(ANNA, "undo")
    table.do(ANNA, "put_question", question="Where?")
    table.do(BERT, "redeal")
    for at in (-1, 0, 7, table.play.campaign.seq, table.play.campaign.seq + 1):
        table.everybody("fork", at=at)
    table.do(ANNA, "fork", at=7, name="  ")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.do(BERT, "end")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.wait(days=40)
    play_the_fork(table)


def play_the_fork(table: Minutes) -> None:
    """Who knows what comes with it; what is known may be of another time than the entry at which it begins."""
    people = People.of(table.play.campaign).replace(barred={SOUTH: (Player(NOBODY),)}, read={NORTH: (Player(CARLA),)})
    table.do(BERT, TakeOverLog(name="The *first* campaign", people=people))
    table.do(BERT, "take_over", seat="North")
    table.do(CARLA, "take_over", seat="South")
    table.do(BERT, "redeal")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    begun = table.play.campaign.forked_at
    for to in (begun - 1, begun):
        table.everybody("rewind", to=to, last=table.play.campaign.standing[-1].entry)
        table.everybody("fork", at=to)
    table.do(ANNA, "redo")
    table.do(ANNA, "end", for_good=True)
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "end", for_good=True)
    table.do(BERT, "join", seat="South")
    table.do(ANNA, "end")
    table.do(BERT, "agree", to=table.play.campaign.seq)
    table.wait(days=40)
    table.everybody("reopen")


TABLES: dict[str, tuple[Callable[[], Minutes], Callable[[Minutes], None]]] = {
    "seats": (two, seats),
    "silence": (two, silence),
    "silence_before_a_neutral_referee": (neutral, silence),
    "office": (shared, office),
    "free_seats": (alone, free_seats),
    "deadlines": (two, deadlines),
    "deadlines_before_a_neutral_referee": (neutral, deadlines),
    "phases": (two, phases),
    "phases_of_a_shared_seat": (shared, phases),
    "requests": (two, requests),
    "requests_before_a_neutral_referee": (neutral, requests),
    "corrections": (two, corrections),
    "corrections_before_a_neutral_referee": (neutral, corrections),
    "questions": (two, questions),
    "questions_of_a_shared_seat": (shared, questions),
    "both_sides": (two, both_sides),
    "fork": (two, fork),
    "orders": (two, orders),
    "back": (two, back),
    "back_before_a_neutral_referee": (neutral, back),
    "rest": (shared, rest),
    "trash": (two, trash),
    "rest_for_long": (two, rest_for_long),
    "back_to_a_hand": (two, back_to_a_hand),
    "many_dice": (lambda: Minutes(two_players(), PEOPLE), many_dice),
    "dice_on_the_table": (lambda: Minutes(two_players("physical"), PEOPLE), dice_on_the_table),
    "founder_gone": (two, founder_gone),
    "orders_of_a_shared_seat": (shared, orders),
    "administration": (two, administration),
    "away": (two, away),
    "away_from_a_shared_seat": (shared, away),
    "away_before_a_neutral_referee": (neutral, away),
    "left_alone": (alone, left_alone),
    "redo_refused": (two, redo_refused),
    "redo_refused_before_a_neutral_referee": (neutral, redo_refused),
    "done_for_the_turn": (two, done_for_the_turn),
    "orders_before_a_redo": (two, orders_before_a_redo),
    "by_oneself": (solo, by_oneself),
    "fork_from_the_start": (solo, fork_from_the_start),
    "half_answered": (two, half_answered),
}


RETOLD = ("back", "many_dice", "phases", "back_to_a_hand", "fork", "rest")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_goes_as_its_minutes_say(name: str) -> None:
    table = after(name)
    compare(table.text, GOLDEN / f"{name}.txt")
    if name in RETOLD:
        compare(told_afterwards(table.play.campaign, table.play.log), GOLDEN / f"{name}_afterwards.txt")


def test_there_is_a_table_to_all_minutes() -> None:
    names = {*TABLES, *(f"{name}_afterwards" for name in RETOLD)}
    assert {minutes.stem for minutes in GOLDEN.glob("*.txt")} - names == set()


def after(name: str) -> Minutes:
    """A table after all that happens at it."""
    begin, happen = TABLES[name]
    table = begin()
    happen(table)
    return table


def compare(text: str, golden: Path) -> None:
    """A text is what it was."""
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
