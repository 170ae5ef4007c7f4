"""What the players ask each other: deadlines, consent, corrections and plans."""

from tests.minutes import Minutes
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY


def deadlines(table: Minutes) -> None:
    """What a side must answer is asked for, and decided by default when its time is over."""
    for answer in (2, 90, 0, 91, 3):
        table.everybody("change_settings", answer=answer)
    table.everybody("change_settings")
    table.do(BERT, "change_settings", answer=1)
    table.do(ANNA, "change_settings", answer=2)
    table.do(ANNA, "decline", to=2)
    table.do(BERT, "agree", to=3)
    table.do(ANNA, "call")
    table.everybody("go_on_without", seat="South")
    table.everybody("go_on_without", seat="North")
    table.do(ANNA, "go_on_without", seat="South")
    table.do(ANNA, "enter_score", score=2)
    table.wait(days=1)
    table.do(BERT, "change_settings", calls=False)
    table.do(BERT, "answer", answer="lantern")
    table.do(BERT, "call")
    table.do(BERT, "go_on_without", seat="North")
    table.wait(days=2)
    table.everybody("agree", to=table.play.campaign.number)
    table.do(BERT, "agree", to=table.play.campaign.number)
    overdue_moves(table)


def overdue_moves(table: Minutes) -> None:
    """The same to the minute, with a seat that is given up."""
    table.do(ANNA, "call")
    table.wait(days=2, minutes=-1)
    table.everybody("go_on_without", seat="South")
    table.wait(minutes=1)
    table.everybody("go_on_without", seat="South")
    table.do(BERT, "note")
    table.do(ANNA, "go_on_without", seat="South")
    table.do(ANNA, "call")
    table.do(BERT, "leave", seat="South")
    table.everybody("go_on_without", seat="South")
    table.do(ANNA, "go_on_without", seat="South")


def phases(table: Minutes) -> None:
    """The end of a phase: who is asked, who is done for the turn, and what makes a request void."""
    table.everybody("next_phase")
    table.everybody("next_turn")
    table.play.is_sure = True
    table.do(BERT, "draw")
    table.do(ANNA, "next_turn")
    table.do(ANNA, "swap")
    table.do(BERT, "note")
    table.do(BERT, "swap")
    table.do(ANNA, "agree", to=3)
    for to in (3, 5):
        table.everybody("agree", to=to)
        table.everybody("decline", to=to)
        table.everybody("wait", to=to)
    table.do(BERT, "next_turn")
    table.do(ANNA, "draw")
    table.do(ANNA, "next_phase")
    table.do(BERT, "wait", to=table.play.campaign.number)
    table.do(BERT, "swap")
    table.do(ANNA, "next_phase")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "next_turn")
    table.do(ANNA, "next_phase")
    table.do(BERT, "next_phase")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(ANNA, "next_turn")
    table.do(BERT, "agree", to=table.play.campaign.number - 1)
    table.do(ANNA, "next_phase")
    table.wait(days=3)
    table.everybody("agree", to=table.play.campaign.number)
    table.do(ANNA, "agree", to=table.play.campaign.number)


def done_for_the_turn(table: Minutes) -> None:
    """Who is done for the turn stays so while they end phases, and is not asked again after an undo."""
    table.do(BERT, "draw")
    table.do(ANNA, "draw")
    table.do(ANNA, "next_phase")
    table.do(BERT, "agree", to=table.play.campaign.number)
    table.do(ANNA, "undo")
    table.do(BERT, "next_phase")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(BERT, "undo")
    table.do(ANNA, "next_phase")
    table.do(ANNA, "undo")
    table.do(BERT, "note")
    table.do(ANNA, "next_phase")


def requests(table: Minutes) -> None:
    """Several requests at once: which are shown, go on without answers, lapse, or are done for silent players."""
    table.do(BERT, "draw")
    table.do(BERT, "swap")
    table.do(ANNA, "change_settings", pictures=False)
    table.do(ANNA, "change_settings", language="fr")
    table.do(ANNA, "move_house", channel=55)
    table.do(BERT, "change_settings", language="fr")
    table.do(ANNA, "change_settings", pictures=True)
    for to in (3, 4, 5, 6):
        table.everybody("agree", to=to)
    table.wait(days=3)
    for to in (3, 4, 5, 6):
        table.everybody("agree", to=to)
        table.everybody("decline", to=to)
    table.do(BERT, "agree", to=3)
    table.do(ANNA, "agree", to=4)
    table.do(NOBODY, "agree", to=5)
    table.do(BERT, "decline", to=5)
    table.do(BERT, "swap")
    table.do(BERT, "leave", seat="South")
    table.do(BERT, "join", seat="South")
    table.do(BERT, "swap")
    table.do(ANNA, "leave", seat="North")
    table.do(ANNA, "join", seat="North")
    table.do(BERT, "swap")
    table.wait(days=14)
    table.do(ANNA, "end")
    table.do(BERT, "agree", to=table.play.campaign.number - 1)


def corrections(table: Minutes) -> None:
    """A number takes effect at once, and any other player says that it is wrong."""
    table.do(ANNA, "enter_score", score=1)
    table.everybody("thats_wrong", to=2)
    table.do(ANNA, "enter_score", score=2)
    table.do(ANNA, "enter_score", score=2, reason="We counted again")
    table.do(BERT, "enter_score", score=4, reason="So it is")
    table.do(ANNA, "draw")
    table.do(BERT, "thats_wrong", to=table.play.campaign.number)
    table.everybody("thats_wrong", to=table.play.campaign.number - 1)
    table.do(ANNA, "leave", seat="North")
    table.do(BERT, "enter_score", score=5, reason="Look")
    table.everybody("thats_wrong", to=table.play.campaign.number)


def left_alone(table: Minutes) -> None:
    """A referee who plays no side answers for a free seat; what they asked for it is not done once it is taken."""
    table.play.is_sure = True
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "call")
    table.everybody("go_on_without", seat="North")
    table.do(CARLA, "answer")
    table.do(CARLA, "draw")
    table.do(CARLA, "swap")
    table.do(BERT, "join", seat="North")
    table.do(ANNA, "agree", to=table.play.campaign.number - 1)


def orders(table: Minutes) -> None:
    """What a side has ordered is done as it is asked, and forgotten as the turn or its players go."""
    table.everybody("give_order", when="any", do="silence")
    table.everybody("give_order", when="any", do="noise")
    table.everybody("give_order", when="any", do="go_on")
    table.everybody("strike_orders", places=("1",))
    table.do(BERT, "give_order", when="any", do="silence", lasts=True)
    table.do(BERT, "give_order", when="at_once", do="wave")
    table.do(ANNA, "call")
    table.do(ANNA, "undo")
    table.do(ANNA, "agree", to=table.play.campaign.number)
    table.do(ANNA, "redo")
    table.do(BERT, "strike_orders", places=("1",))
    table.do(ANNA, "call")
    table.do(BERT, "answer", answer="here")
    table.do(BERT, "draw")
    for user, lasts in ((ANNA, False), (BERT, True)):
        table.do(user, "give_order", when="every_phase", do="go_on", lasts=lasts)
    table.do(BERT, "give_order", when="phase Rest", do="call_me", lasts=True)
    table.play.is_sure = True
    table.do(ANNA, "next_phase")
    table.do(ANNA, "next_turn")
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "call")
