"""A campaign ends and is reopened."""

from tests.minutes import Minutes
from tests.play import ADMIN
from tests.rules.campaign.helpers import ANNA, BERT, CARLA


def rest(table: Minutes) -> None:
    """The campaign ends and is reopened; an administrator helps, openly."""
    table.do(ANNA, "call")
    for command in ("end", "reopen", "admin_end"):
        table.everybody(command)
    table.everybody("end", for_good=True)
    table.do(ANNA, "end", for_good=True)
    table.do(BERT, "decline", to=table.play.campaign.number)
    table.do(BERT, "end")
    table.do(CARLA, "join", seat="South")
    table.do(ANNA, "agree", to=7)
    for command in ("end", "reopen", "note", "undo"):
        table.everybody(command)
    for faces in (None, (1,)):
        table.do(ANNA, "roll_dice", faces)
    table.wait(days=20)
    table.do(ANNA, "reopen")
    table.do(ADMIN, "admin_end")
    table.do(ANNA, "reopen")
    table.do(CARLA, "end", for_good=True)
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(BERT, "agree", to=table.play.campaign.number - 1)
    for command in ("reopen", "end", "note"):
        table.everybody(command)


def rest_for_long(table: Minutes) -> None:
    """For thirty days an ended campaign can be reopened; its players were late or silent in none of them."""
    table.do(ANNA, "change_settings", answer=3, silence=14, move=2)
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "call")
    table.do(BERT, "end")
    table.wait(days=3)
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.wait(days=20)
    table.do(ANNA, "reopen")
    table.do(ADMIN, "admin_end")
    table.wait(days=30, minutes=-1)
    table.everybody("reopen")
    table.wait(minutes=1)
    table.everybody("reopen")


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
    table.everybody("end", for_good=True)
    table.do(ANNA, "end", for_good=True)
