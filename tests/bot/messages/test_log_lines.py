"""The log for everybody, and the journal of a seat for its players alone."""

from dataclasses import replace

import pytest

from bot.messages.log_lines import NEWS, line_of, log_lines, news, story
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from rules.campaign.time.undo import Undo
from rules.games.marne_1918.phases import GERMANS, Phase
from rules.log import LogEntry, undone_entries
from rules.notice import Public
from rules.seat import Player
from tests.authority import PERSONS, SITUATIONS, Situation
from tests.faults.rounds import many
from tests.games import all_games
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch
from tests.rules.games.marne_1918.campaign import campaign_with
from tests.rules.games.marne_1918.test_hand import play_of
from tests.worlds import two_worlds

LANTERN = "You note a lantern on the wall."


def log(play: Play) -> str:
    return "\n".join(map(str, log_lines(play.campaign, play.log, undone_entries(play.log))))


def test_the_story_of_some_entries_says_of_each_who_did_what() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(BERT, "note")
    play.do(ANNA, "call")
    for entry in play.log:
        for said in map(str, story(play.campaign, [entry])):
            assert f"<@{entry.user}>" in said
    told = [str(each) for each in story(play.campaign, play.log)]
    assert len(told) == len({*told})


def told(play: Play, *entries: LogEntry) -> list[str]:
    return [str(each) for each in story(play.campaign, entries or play.log)]


def test_the_story_names_an_actor_once_per_run() -> None:
    play = night_watch()
    for user, ask, given in (
        (BERT, "draw", {}), (ANNA, "call", {}), (BERT, "answer", {"answer": "x"}),
        (BERT, "roll_dice", {"number": 2, "sides": 6, "reason": "rain"}), (ANNA, "draw", {}),
    ):  # fmt: skip
        play.do(user, ask, **given)
    faces = " + ".join(map(str, play.log[4].rolls[0].faces))
    assert told(play) == [
        "<@2> joins as South.", "South draws a token.", "<@1>: South must answer the call.",
        "<@2>: The answer is: x", f"2d6 → {faces} = **{sum(play.log[4].rolls[0].faces)}** For: rain",
        "<@1>: North draws a token.",
    ]  # fmt: skip


def test_a_request_is_retold_by_its_result() -> None:
    play = campaign_with("cantigny-1", phase=Phase.SUPPLY)
    play.all_agree = False
    play.do(BERT, "next_turn")
    asked = play.log[-1]
    (said,) = told(play, asked)
    assert said == "<@2> wants to end the turn."
    play.do(ANNA, Agree(to=asked.seq))
    assert told(play, *play.log[-2:]) == ["<@1>: **Turn 6**: 11 June 1918"]


def test_an_action_without_consent_is_retold_by_its_results() -> None:
    play = campaign_with("cantigny-1", phase=Phase.SUPPLY)
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, GERMANS: (Player(ANNA),)})
    play.do(ANNA, "next_turn")
    assert told(play)[-1] == "<@1>: An @ marker of the Allies expires and returns to the pool, face down."


def test_the_story_names_a_section_once_for_all_its_lines() -> None:
    play = Play(all_games()["fields-of-despair"])
    play.do(ANNA, "set_up", total=33, hexes="A05 B05", air="2", artillery="3")
    (said,) = told(play)
    assert said.count("Counters: ") == 1
    assert said.index("Counters: ") < said.index("CP air: 2") < said.index("CP artillery: 3")


def test_the_line_of_an_answer_says_what_was_done_by_it() -> None:
    play = night_watch((ANNA, ChangeSettings(pictures=False)))
    assert str(line_of(play.campaign, play.log[-1])) == "<@1> wants to switch the pictures off."
    play.do(BERT, Agree(to=play.campaign.seq))
    assert str(line_of(play.campaign, play.log[-1])) == "This campaign has no pictures from now on."


def test_a_new_turn_is_shown_by_its_number() -> None:
    play = campaign_with("cantigny-1", phase=Phase.SUPPLY)
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, GERMANS: (Player(ANNA),)})
    assert "expires" in public(play.do(ANNA, "next_turn"))
    assert str(line_of(play.campaign, play.log[-1])) == "**Turn 6**: 11 June 1918"


def test_a_turn_that_waits_is_shown_as_done() -> None:
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    play.do(ANNA, "next_turn")
    assert str(line_of(play.campaign, play.log[-1])) == "<@1> wants to end the turn."


def test_a_secret_choice_is_always_a_hidden_move() -> None:
    play = play_of("heroic-assault-1", "heroic-defense-1", "heroic-defense-2")
    for marker in ("heroic-defense-1", "heroic-defense-2"):
        play.do(ANNA, "return", marker=marker)
    assert "The Allies are ready." in public(play.do(ANNA, "keep", marker="heroic-assault-1"))
    assert str(line_of(play.campaign, play.log[-1])) == "Hidden move"


def test_of_a_private_action_there_is_no_line() -> None:
    play = night_watch()
    before = log(play)
    play.do(BERT, "note")
    assert log(play) == before
    assert play.campaign.timeline.last is None


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", ["marne-1918", "fields-of-despair", "gathering-storm", "night-watch", "high-card"])
def test_the_log_has_a_line_for_each_public_entry(name: str) -> None:
    """Whatever is done, ordered ahead or agreed to: the line is the entry's title, or a public one of its notices."""
    for number in range(many(1, 4)):
        play = two_worlds(all_games()[name], number).one
        for entry in play.log:
            public = [notice.line for notice in play.campaign.tell(entry) if isinstance(notice, Public)]
            assert line_of(play.campaign, entry) in (entry.title, *public)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.name)
def test_so_has_every_command_of_any_campaign(situation: Situation) -> None:
    for user in PERSONS.values():
        play = situation.tried(user)
        for entry in play.log:
            public = [notice.line for notice in play.campaign.tell(entry) if isinstance(notice, Public)]
            assert line_of(play.campaign, entry) in (entry.title, *public)


@pytest.mark.parametrize(("notes", "told"), [(2, ["Your token is 2.", "n"]), (12, ["Your token is 2.", *"n" * 11]),
                                             (13, [*"n" * 12])])  # fmt: skip
def test_news_skip_undone_entries(notes: int, told: list[str]) -> None:
    play = night_watch((BERT, "draw"))
    for _ in range(notes):
        play.do(BERT, "note")
    play.do(BERT, Undo())
    undone = undone_entries(play.log)
    newest = [replace(entry, user=ANNA) for entry in reversed(play.log)]  # as if somebody else had acted for Bert
    found = news(play.campaign, BERT, newest, undone)
    assert [str(each) for each in found] == [each.replace("n", LANTERN) if each == "n" else each for each in told]
    assert {each.section for each in found} == {NEWS}
    assert news(play.campaign, CARLA, newest, undone) == news(play.campaign, ANNA, newest, undone) == []


@pytest.mark.parametrize(("place", "count"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2)])
def test_news_begin_after_what_one_did_oneself(place: int, count: int) -> None:
    play = night_watch()
    for _ in range(4):
        play.do(BERT, "note")
    play.do(BERT, Undo())
    newest = [replace(entry, user=ANNA) for entry in reversed(play.log)]
    newest[place] = replace(newest[place], user=BERT)
    assert len(news(play.campaign, BERT, newest, undone_entries(play.log))) == count


def test_the_log_and_the_journal_read_exactly_so() -> None:
    play = night_watch((BERT, "draw"), (BERT, "note"), (ANNA, "call"))
    play.do(BERT, "answer", answer="x")
    play.do(BERT, Undo())
    at = [f"<t:{int(entry.at.timestamp())}:d>" for entry in play.log]
    linked = {2: "https://discord.com/2", 3: None, 5: "https://discord.com/5"}
    assert [str(each) for each in log_lines(play.campaign, play.log, undone_entries(play.log), linked)] == [
        f"`1` {at[0]} <@2>: <@2> joins as South.",
        f"[`2`](https://discord.com/2) {at[1]} <@2>: South draws a token.",
        f"`3` {at[3]} <@1>: South must answer the call.",
        f"[`4`](https://discord.com/5) {at[4]} <@2>: ~~The answer is: x~~",
        f"`5` {at[5]} <@2>: Undone: “Answer”.",
    ]
    assert [str(each) for each in log_lines(play.campaign, [], frozenset())] == ["The log is empty."]
