"""A place in the log, which the reader of a notice reads as a number."""

from rules.entry import Entry

from rules.line import line
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def test_a_notice_holds_the_place_and_its_reader_reads_the_number() -> None:
    """A private deed before it has no number, so nobody can count it."""
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, "draw")
    assert play.campaign.seq == 3
    assert str(line("Entry {entry}", entry=Entry(3))) == "Entry 3"
    asked, *_ = map(str, play.do(ANNA, "undo"))
    assert asked == "<@1> wants to undo “Token drawn” (entry 2)."
