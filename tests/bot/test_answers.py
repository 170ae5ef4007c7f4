"""What the founding, the status and the list of campaigns read like."""

from bot.answers import status
from rules.campaign.ending import End
from rules.campaign.undo import Undo
from tests.bot.desk import ANNA
from tests.rules.campaign.helpers import BERT, high_card, night_watch


def test_the_status_says_what_waits_for_whom() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, Undo())
    said = [str(line) for line in status(play.campaign)]
    assert "<@1> (North) must answer <@2>: “Undo”." in said
    play.do(ANNA, "call")
    assert "Play waits for <@2> (South)." in [str(line) for line in status(play.campaign)]


def test_the_status_says_who_has_been_silent_for_long() -> None:
    play = night_watch()
    play.wait(days=15)
    play.do(ANNA, "draw")
    said = [str(line) for line in status(play.campaign)]
    assert "South: held by <@2>, silent for a long time" in said
    assert "North: held by <@1>" in said


def test_the_status_of_an_ended_campaign_says_whether_it_can_go_on() -> None:
    for command, can_go_on in ((End(), True), (End(for_good=True), False)):
        play = high_card()
        play.do(ANNA, command)
        said = "\n".join(str(line) for line in status(play.campaign))
        assert "The campaign has ended." in said
        assert ("/campaign reopen" in said) is can_go_on
