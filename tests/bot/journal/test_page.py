"""What the journal says, whatever file it becomes."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.base.language import reading
from bot.journal.page import Group, Page, PageEntry, Report, Wish, _once, groups, page_of
from rules.campaign.chronicle.report import of_turn
from rules.campaign.chronicle.retelling import retold
from rules.campaign.life.ending import End
from rules.campaign.life.rolling import RollDice
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.seats.seating import Join
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind
from rules.notice import tell_all, tell_board, tell_rule, tell_seat, tell_section
from rules.secrets import Hidden
from tests.bot.journal.plays import whole_game
from tests.games import all_games, founded, marne
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch


def page(play: Play, user: int = CARLA, **more: object) -> Page:
    return page_of(play.campaign, play.log, Wish(user, play.clock, **more))  # type: ignore[arg-type]


def test_earlier_held_secrets_are_included() -> None:
    """Anna plays both sides. In the second turn nobody is told a token, and its report names one."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, Join(seat=SOUTH))
    for command in ("draw", "draw", "next_turn", "call"):
        play.do(ANNA, command)
    later = page(play, ANNA, since=2)
    assert any("South: token " in line for group in later.turns[0].report.groups for line in group.lines)
    assert "holds what only North, South may know" in later.intro[2]


def test_all_that_an_entry_tells_a_side_alone_stands_under_it() -> None:
    play = night_watch((BERT, "draw"), (BERT, "note"))
    play.all_agree = True
    play.do(BERT, Rewind(to=1, last=play.campaign.number))
    play.do(BERT, Redo())
    *_, told = page(play, BERT).turns[0].entries
    ((head, lines),) = [(each.head, each.lines) for each in told.secrets]
    assert head == "Only for South"
    assert lines[0].startswith("Your token is ")
    assert lines[1:] == ("You note a lantern on the wall.",)


def test_it_can_begin_with_a_later_turn() -> None:
    play = night_watch((BERT, "call"), (ANNA, "answer"), (ANNA, "next_turn"))
    play.do(ANNA, "call")
    assert [turn.title for turn in page(play).turns] == ["Turn 1", "Turn 2"]
    later = page(play, since=2)
    assert [turn.title for turn in later.turns] == ["Turn 2"]
    assert page(play).report.groups
    assert [page(play, since=turn).report for turn in (1, 2)] == [Report(), Report()], "the report is of the whole"


def test_a_later_turn_is_compared_with_the_one_before() -> None:
    play = whole_game("fields-of-despair", 9)
    whole, later = page(play).turns, page(play, since=9).turns
    assert [turn.report for turn in later] == [turn.report for turn in whole[2:]]


def test_it_is_in_the_readers_language_and_time_zone() -> None:
    play = night_watch()
    with reading("fr"):
        french = page(play, zone=ZoneInfo("Europe/Paris"))
    assert french.turns[0].title == "Tour 1"
    assert "Europe/Paris" in french.intro[-1]


def test_lines_of_a_section_stand_together_and_a_sentence_once() -> None:
    told = [tell_all("Done."), tell_section("Dice", "Two."), tell_rule("By rule C."), tell_all("Done."),
            tell_section("Dice", "Three."), tell_rule("By rule D.").under("Dice")]  # fmt: skip
    assert [(group.head, group.lines) for group in groups(told)] == [
        ("", ("Done.",)), ("Dice", ("Two.", "Three.", "By rule D.")), ("Rule", ("By rule C.",)),
    ]  # fmt: skip


def test_all_former_players_are_named() -> None:
    play = night_watch((ANNA, "draw"))
    play.all_agree = True
    for user in (BERT, CARLA, 4):
        if user != BERT:
            play.do(user, Join(seat=SOUTH))
        play.do(user, "leave", seat=SOUTH)
    told = page(play, 9)
    assert told.cover[2].lines == ("Player 1 (North)", *(f"Player {number} (South)" for number in (2, 3, 4)))
    assert [each.who for each in told.turns[0].entries if each.title == "Seat given up"] == [
        f"South, {each}" for each in told.cover[2].lines[1:]
    ]


def test_all_reasons_of_an_entry_stand_under_it() -> None:
    entries = [each for turn in page(whole_game("marne-1918", 2)).turns for each in turn.entries]
    assert any(len(each.passage.reasons) > 1 for each in entries)
    assert [each.reasons for each in entries] == [groups(each.passage.reasons) for each in entries]


def test_a_moment_that_the_entry_before_names_is_not_named_again() -> None:
    play = whole_game("fields-of-despair", 9)
    entries = [each for turn in page(play).turns for each in turn.entries]
    moments = [each.moment for each in entries if each.moment]
    assert moments
    assert len(moments) < sum(each.passage.moment is not None for each in entries) / 2


def test_it_is_called_by_its_campaign_or_else_by_its_game() -> None:
    play = night_watch()
    assert page(play).title == "Journal of The long war"
    play.campaign = replace(play.campaign, founding=replace(play.campaign.founding, name=""))
    assert page(play).title == "Journal of Night Watch"


def test_entries_turns_and_dice_have_public_numbers() -> None:
    """Two private deeds stand behind the entry before them, for those who read them."""
    play = night_watch((BERT, "note"), (BERT, "note"), (ANNA, "wave"), (BERT, "note"))
    play.do(ANNA, RollDice(reason="a duel"))
    own, others = page(play, BERT), page(play, ANNA)
    assert [each.number for turn in own.turns for each in turn.entries] == ["1", "1.1", "1.2", "2", "2.1", "3"]
    assert [each.number for turn in others.turns for each in turn.entries] == ["1", "2", "3"]
    assert [each.seq for each in own.dice] == [each.seq for each in others.dice] == [3]
    linked = page(play, BERT, links={3: "c", 6: "f"})
    assert [each.link for turn in linked.turns for each in turn.entries] == ["", "", "c", "", "", "f"]
    assert own.turns[0].about == others.turns[0].about == "entries 1–3"
    assert own.intro[0] == others.intro[0] == "Entries in total: 3"


def test_from_when_to_when_it_tells_is_said() -> None:
    play = night_watch()
    begun = int((play.campaign.founding.at or play.clock).timestamp())
    play.do(ANNA, "wave")
    ended = int(play.clock.timestamp())
    play.do(BERT, "note")
    for user in (ANNA, BERT):
        assert page(play, user).intro[1] == f"<t:{begun}> – <t:{ended}>", "what is done unseen shows in no time"


def test_only_what_cannot_be_reopened_is_said_to_be_open() -> None:
    play = night_watch((BERT, "draw"), (ANNA, End()), all_agree=True)
    early = page(play)
    assert "No secret is in this file." in early.intro[2]
    assert [group.head for group in early.cover] == ["Game", "Result", "Players"], "it has ended all the same"
    assert secrets(early) == []
    play.wait(days=31)
    late = page(play)
    assert "every secret is in this file" in late.intro[2]
    assert secrets(late) == ["Only for South"]


def secrets(told: Page) -> list[str]:
    """For whom alone something is in a journal."""
    return [group.head for turn in told.turns for each in turn.entries for group in each.secrets]


def test_without_pictures_its_turns_have_none() -> None:
    """A game that draws some has one for each turn until the table does without."""
    play = whole_game("marne-1918", 2).copy()
    pictures = [turn.report.pictures for turn in page(play).turns]
    words = [str(each.words) for (each,) in pictures]
    assert [each[:18] for each in words] == ["Marne 1918, turn 1", "Marne 1918, turn 2"]
    assert page(play).report.pictures, "the figures, turn by turn"
    play.do(ANNA, ChangeSettings(pictures=False))
    assert [turn.report.pictures for turn in page(play).turns] == [*pictures, ()]
    play = Play(marne())
    play.do(ANNA, ChangeSettings(pictures=False))
    assert [turn.report.pictures for turn in page(play).turns] == [()]


def test_changes_count_from_the_previous_turn() -> None:
    play = night_watch(all_agree=True)
    for score in (3, 5, 9):
        play.do(ANNA, "enter_score", score=score, reason="counted")
        if score < 9:
            play.do(ANNA, "next_turn")
    briefs = [turn.report.groups for turn in page(play).turns]
    assert len(briefs) == 3
    assert briefs[1] == of_turn_groups(play, 1)
    assert briefs[2] == of_turn_groups(play, 2)


def of_turn_groups(play: Play, place: int, before: int | None = None) -> tuple[Group, ...]:
    """What is told of a turn, worked out from it and the one before it."""
    turns = [*retold(play.campaign, play.log, {})]
    return groups(of_turn(turns[place], turns[place - 1 if before is None else before], {}))


def test_the_reveal_is_complete_turn_by_turn() -> None:
    play = night_watch((BERT, "draw"), all_agree=True)
    for _ in range(60):
        for user, command in ((ANNA, "call"), (BERT, "answer"), (ANNA, "next_turn")):
            play.do(user, command)
    play.do(ANNA, End(for_good=True))
    (held,) = (group.lines for group in page(play).report.groups if group.head == "What they did not know")
    assert [line.partition(":")[0] for line in held] == [f"**Turn {turn}**" for turn in range(1, 62)]


def test_a_moment_is_omitted_only_after_its_own_title() -> None:
    def told(title: str, moment: str) -> PageEntry:
        return PageEntry(None, "1", "North", title, moment, "", (), (), (), ())  # type: ignore[arg-type]

    given = [told("Dusk", ""), told("Dawn", "**Dusk**"), told("Noon", "Dusk"), told("x", "Noon"), told("y", "Dusk")]
    assert [each.moment for each in _once(given)] == ["", "", "Dusk", "", "Dusk"]


def test_a_line_without_section_stands_under_its_kind() -> None:
    told = [tell_all("Done."), tell_board("Move it."), tell_rule("By rule C."), tell_seat(NORTH, "{x}", x=Hidden(7))]
    assert {group.head: group.lines for group in groups(told)} == {  # type: ignore[arg-type]
        "": ("Done.", "7"), "On your board": ("Move it.",), "Rule": ("By rule C.",),
    }  # fmt: skip
