"""What the journal says, whatever file it becomes."""

from zoneinfo import ZoneInfo

from bot.language import reading
from bot.record.page import Page, Wish, groups, page_of
from rules.notice import tell_all, tell_rule, tell_section
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch


def page(play: Play, user: int = CARLA, **more: object) -> Page:
    return page_of(play.campaign, play.log, Wish(user, play.clock, **more))  # type: ignore[arg-type]


def test_it_says_what_of_the_secrets_is_in_it() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    assert "No secret is in this file." in page(play).intro[2]
    assert "holds what only South may know" in page(play, BERT).intro[2]


def test_an_entry_has_who_when_what_and_where() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    *_, told = page(play, BERT, links={2: "https://discord.com/x"}).turns[0].entries
    assert (told.who, told.title, told.link) == ("South", "Token drawn", "https://discord.com/x")
    assert told.told[0].lines == ("South draws a token.",)
    assert told.secrets[0].head == "Only for South"
    assert told.secrets[0].lines[0].startswith("Your token is ")


def test_it_can_begin_with_a_later_turn() -> None:
    play = night_watch()
    play.do(BERT, "call")
    play.do(ANNA, "answer")
    play.do(ANNA, "next_turn")
    play.do(ANNA, "call")
    assert [turn.title for turn in page(play).turns] == ["Turn 1", "Turn 2"]
    later = page(play, since=2)
    assert [turn.title for turn in later.turns] == ["Turn 2"]
    assert later.report.groups == (), "the report is of the whole"


def test_it_is_in_the_readers_language_and_time_zone() -> None:
    play = night_watch()
    with reading("fr"):
        french = page(play, zone=ZoneInfo("Europe/Paris"))
    assert french.turns[0].title == "Tour 1"
    assert "Europe/Paris" in french.intro[-1]


def test_lines_of_a_section_stand_together_and_a_sentence_once() -> None:
    told = [tell_all("Done."), tell_section("Dice", "Two."), tell_rule("By rule C."), tell_all("Done."),
            tell_section("Dice", "Three.")]  # fmt: skip
    assert [(group.head, group.lines) for group in groups(told)] == [
        ("", ("Done.",)), ("Dice", ("Two.", "Three.")), ("Rule", ("By rule C.",)),
    ]  # fmt: skip
