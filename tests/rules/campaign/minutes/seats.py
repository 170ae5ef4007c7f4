"""Seats and the office of the referee: who comes, goes, is silent or away."""

from datetime import timedelta

from tests.minutes import Minutes
from tests.play import ADMIN
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY


def seats(table: Minutes) -> None:
    """Seats are shared, given up, handed over and taken again."""
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
    table.do(BERT, "hand_over", seat="South", player=NOBODY)
    table.do(CARLA, "leave", seat="South")
    table.do(NOBODY, "leave", seat="South")
    table.everybody("join", seat="South")
    table.do(DORA, "join", seat="South")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    for seat in ("North", "South", "Referee"):
        table.everybody("join", seat=seat)
    table.do(BERT, "join", seat="North")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(ANNA, "hand_over", seat="Referee", player=BERT)


def silence(table: Minutes) -> None:
    """A seat whose players are silent goes to somebody else with the consent of the other sides, or is freed."""
    table.do(BERT, "draw")
    table.wait(days=13, hours=23, minutes=57)
    table.do(ANNA, "draw")
    table.everybody("join", seat="South")
    table.wait(minutes=1)
    table.everybody("join", seat="South")
    table.do(CARLA, "join", seat="South")
    table.do(BERT, "note")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(CARLA, "join", seat="South")
    table.do(BERT, "set_pictures", on=False)
    table.do(ANNA, "agree", to=table.play.campaign.number - 1)
    table.wait(days=14)
    table.everybody("join", seat="North")
    table.everybody("join", seat="Referee")
    table.do(BERT, "join", seat="Referee")
    table.everybody("join", seat="Referee")


def office(table: Minutes) -> None:
    """The office of the referee: who comes to it, and whose word it takes."""
    table.everybody("join", seat="Referee")
    table.do(ANNA, "hand_over", seat="Referee", player=CARLA)
    table.everybody("agree", to=table.play.campaign.number)
    table.wait(days=3, minutes=-1)
    table.everybody("agree", to=table.play.campaign.number)
    table.wait(minutes=1)
    table.everybody("agree", to=table.play.campaign.number)
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "hand_over", seat="Referee", player=CARLA)
    table.wait(days=20)
    table.everybody("agree", to=table.play.campaign.number)
    table.do(ANNA, "change_settings", pictures=False)
    table.do(ANNA, "leave", seat="Referee")
    table.everybody("join", seat="Referee")
    table.do(CARLA, "join", seat="Referee")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(BERT, "agree", to=table.play.campaign.number - 1)
    table.do(CARLA, "agree", to=8)
    table.do(BERT, "hand_over", seat="South", player=CARLA)
    table.do(CARLA, "hand_over", seat="Referee", player=ANNA)
    table.everybody("join", seat="Referee")


def free_seats(table: Minutes) -> None:
    """Nobody acts for a free seat but who plays a side alone; it is taken freely until the game begins."""
    table.do(CARLA, "draw")
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "draw")
    table.do(ANNA, "call")
    table.do(CARLA, "draw")
    table.everybody("join", seat="North")
    table.do(BERT, "join", seat="North")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(CARLA, "leave", seat="Referee")
    table.everybody("join", seat="South")


def administration(table: Minutes) -> None:
    """An administrator frees seats, and comes to none by it."""
    table.do(BERT, "draw")
    for seat in ("North", "South", "Referee", "West"):
        table.everybody("admin_seat", seat=seat)
    table.do(ADMIN, "admin_seat", seat="South")
    table.do(ADMIN, "admin_seat", seat="South")
    table.everybody("join", seat="South")
    table.do(ADMIN, "join", seat="South")


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
    table.everybody("come_back")
    table.do(DORA, "join", seat="South")
    table.do(ANNA, "come_back")
    table.do(BERT, "name_stand_in", player=CARLA, until=until)
    table.play.clock = until - timedelta(minutes=1)
    table.wait()
    table.everybody("join", seat="South")
    table.wait(minutes=1)
    table.everybody("join", seat="South")
    table.everybody("come_back")
    table.do(BERT, "change_settings", calls=False)
    table.do(BERT, "change_settings", calls=False)
    table.do(NOBODY, "change_settings", calls=False)
    table.do(ANNA, "change_settings", calls=True)
    table.do(CARLA, "join", seat="North")
    table.do(BERT, "join", seat="Referee")
    table.do(BERT, "change_settings", pictures=False)
    table.do(BERT, "depart")
    table.do(BERT, "join", seat="South")
    table.do(BERT, "forget")
    table.do(CARLA, "forget")
    table.do(ANNA, "name_stand_in", player=BERT, until=until + timedelta(days=9))
    table.do(BERT, "forget")
