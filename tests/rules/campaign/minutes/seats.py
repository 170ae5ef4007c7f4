"""Seats and the office of the referee: who comes, goes, is silent or away."""

from datetime import timedelta

from tests.minutes import Minutes
from tests.play import ADMIN
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY


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
    table.do(NOBODY, "swap")
    table.do(CARLA, "agree", to=table.play.campaign.seq)
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "leave", seat="South")
    table.do(NOBODY, "leave", seat="South")
    table.do(DORA, "swap")
    table.do(ANNA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "join", seat="South")
    table.do(DORA, "agree", to=table.play.campaign.seq)
    table.do(CARLA, "swap")
    table.everybody("swap")
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
    table.everybody("swap")
    table.do(CARLA, "leave", seat="Referee")
    table.everybody("join", seat="South")


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
