"""What the channel reads of results: the words of each, and what is left of them later."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.engine.people import EVERYBODY, Person, Reach
from bot.engine.service import Result
from bot.messages import result_message
from bot.messages.embeds import Colour
from bot.messages.result_message import (
    arrival_message,
    buttons,
    founding_message,
    founding_view,
    headline,
    in_lines,
    is_part,
    past_message,
    private_notices,
    public_message,
    public_notices,
    settled,
    still_calling,
    struck,
)
from rules.campaign import Campaign
from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings, Uncalled
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.away import Pause
from rules.campaign.state.wait import Wait
from rules.campaign.time.undo import Undo
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.line import Line, line
from rules.notice import Kind, Notice, Public, tell_all, tell_board, tell_seat, tell_section, tell_title
from rules.seat import REFEREE, Player
from tests.bot.desk import Desk
from tests.bot.harness import Harness, Message, as_it_stands, choose, labels, text
from tests.bot.history import told_by
from tests.bot.marne import decide_all, drawn
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.patience import until
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch, reserved, with_neutral_referee
from tests.rules.games.gathering_storm.harness import USERS, Storm

SET_UP = {"total": 33, "hexes": "A05 B05 C06", "air": "2", "artillery": "3"}


async def at_war(here: Harness) -> None:
    """A solo campaign of Fields of Despair in turn 8, at the step that spends the economic points."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await as_it_stands(here.anna, here.marne, "8", SET_UP)
    await here.anna.slash(here.marne, "turn next")


def public(here: Harness) -> list[Message]:
    """The messages that everybody reads."""
    return here.carla.messages(here.marne)


@pytest.mark.parametrize(("language", "names"), [("en", ["Play the Germans"]), ("fr", ["Jouer les Allemands"])])
async def test_the_founding_is_in_the_campaigns_language(here: Harness, language: str, names: list[str]) -> None:
    """Also once something was done."""
    await here.anna.slash(here.marne, "server settings", {"language": language})
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.anna.slash(here.marne, "draw event")
    (founding,) = (each for each in public(here) if names[0] in labels(each))
    assert labels(founding) == names


async def test_a_marker_set_twice_is_told_once(here: Harness) -> None:
    await at_war(here)
    for total in ("40", "41"):
        await choose(here.anna, here.marne, "enter adjust", {"what": "total", "value": total, "reason": "manpower"})
    told = text(public(here)[-1])
    assert "CP track: 33 → **40**" in told
    assert "CP track: 40 → **41**" in told
    assert "Track: 40." not in told
    assert "track: 41" in told


async def test_a_next_step_disappears_once_done(here: Harness) -> None:
    await at_war(here)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.slash(here.marne, "turn phase", {"skip": "they wait"})
    await here.anna.press(here.private(here.anna)[-1], "Go on")
    await here.anna.slash(here.marne, "turn next")
    begun = public(here)[-1]
    assert "Move blocks (7.2)" in text(begun)
    await choose(here.anna, here.marne, "enter combat", {"attacks": "A05 3"})
    done = public(here)[-1]
    assert done["id"] == begun["id"]
    assert "Move blocks (7.2)" not in text(done)
    await choose(here.anna, here.marne, "enter combat", {"losses": 0})
    await here.anna.slash(here.marne, "turn next")
    await until(lambda: labels(public(here)[-2]) == ["Why?"])
    assert "Allied breakout" in text(public(here)[-1])


async def test_a_step_in_which_nothing_happened_leaves_no_message(here: Harness) -> None:
    await at_war(here)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.slash(here.marne, "turn phase", {"skip": "they wait"})
    await here.anna.press(here.private(here.anna)[-1], "Go on")
    before = len(public(here))
    for _ in range(2):
        await here.anna.slash(here.marne, "turn next")
    assert len(public(here)) == before + 1
    assert "Allied breakout" in public(here)[-1]["content"]


async def test_a_phase_in_which_nothing_can_be_played_is_told_too(here: Harness) -> None:
    """Whoever goes on reads where the game stands now, and the channel has the buttons of now."""
    await drawn(here)
    await decide_all(here)
    await here.bert.press(public(here)[-1], "Next: Offensives Declaration")
    begun = public(here)[-1]
    assert text(begun).startswith("**⏭️ Offensives Declaration begins**\nDeclare any offensive of this turn.")
    assert labels(begun)[:3] == ["Germans: Declare an offensive", "Next: Supply", "Next turn"]
    await here.bert.press(begun, "Next: Supply")
    assert (public(here)[-1]["id"], shown(public(here)[-1])[1]) == (begun["id"], "⏭️ Supply begins")


async def test_a_message_names_no_seat_where_there_is_only_one(here: Harness) -> None:
    await at_war(here)
    assert " · " not in text(public(here)[-1]).splitlines()[0]


def shown(message: Message) -> tuple[int, str]:
    """The colour and the title of a result."""
    (embed,) = message["embeds"]
    return embed["color"], message["content"].split("**")[1]


async def test_the_bar_has_the_sides_colour_and_the_title_an_icon(here: Harness) -> None:
    colours = all_games()["marne-1918"].data.colours
    allies, germans = (int(colours[side][1:], 16) for side in ("Allies", "Germans"))
    hand = await drawn(here)
    assert hand["components"][0]["accent_color"] == Colour.SECRET
    assert shown(public(here)[-1]) == (allies, "🎴 Events drawn")
    await decide_all(here)
    await here.go_on(here.bert)
    assert shown(public(here)[-1]) == (germans, "⏭️ Turn 2: 30 May 1918")
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    assert shown(public(here)[-1]) == (Colour.ACTION, "🎲 Dice rolled"), "no move of the game"
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 5})
    assert shown(public(here)[-1]) == (Colour.ACTION, "✋ Consent asked")


async def test_the_central_powers_have_their_colour(here: Harness) -> None:
    colours = all_games()["fields-of-despair"].data.colours
    await at_war(here)
    assert shown(public(here)[-1])[0] == int(colours["Allies"][1:], 16)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.press(public(here)[-1], "CP phase: 3 hexes, CP hex in France")
    assert shown(public(here)[-1])[0] == int(colours["Central Powers"][1:], 16)


async def test_older_data_has_the_bots_colour(here: Harness) -> None:
    await here.found_high_card()
    assert all_games()["high-card"].data.colours == {}
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    assert shown(public(here)[-1])[0] == Colour.ACTION


def test_of_several_headlines_the_last_says_what_came_of_it() -> None:
    assert headline([tell_title("Attack"), tell_all("x"), tell_title("Roll the dice"), tell_all("y")]) == line(
        "Roll the dice"
    )
    assert headline([tell_all("x")]) is None


def test_consents_are_part_of_the_last_answer() -> None:
    play = reserved(Storm())
    play.do(USERS[GERMANY], ChangeSettings(pictures=False))
    for power in (ITALY, BRITAIN, FRANCE, RUSSIA):
        play.do(USERS[power], Agree(to=play.campaign.requests[0].number))
    asked, *some, last = play.log[-5:]
    answered = settled(play.log)
    assert settled(play.log[:-1]) == frozenset()
    assert [is_part(each, answered) for each in (asked, *some)] == [True] * 4
    assert not is_part(last, answered)
    assert not any(is_part(each, frozenset()) for each in play.log)


def test_what_was_undone_is_struck_on_the_board_too() -> None:
    told = struck([tell_all("It rains."), tell_board("Place a cloud."), tell_section("Sky", "It is grey.")])
    assert [str(each) for each in told] == ["~~It rains.~~", "~~Place a cloud.~~", "~~It is grey.~~"]
    assert [each.section for each in told] == [None, None, "Sky"]
    assert told[1].kind is Kind.BOARD


async def test_after_the_end_only_the_report_button_remains(here: Harness) -> None:
    """And the founding offers no seat any more."""
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await until(lambda: labels(public(here)[0]) == [])
    assert labels(public(here)[-1]) == ["Report"]
    await here.anna.slash(here.marne, "campaign status")
    assert labels(here.private(here.anna)[-1]) == ["Report"]
    await choose(here.anna, here.marne, "campaign manage reopen")
    assert labels(public(here)[-1]) == ["Draw 3 events"]


async def test_once_another_acts_the_founding_keeps_its_free_seats(here: Harness) -> None:
    """Until they are taken: a game for five is not full when one has joined."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Italy"})
    await until(lambda: labels(public(here)[0]) == ["Take a seat"])
    await here.carla.press(public(here)[0], "Take a seat")
    ((row,),) = ((row for row in each["components"]) for each in here.private(here.carla)[-1:])
    assert [option["value"] for option in row["components"][0]["options"]] == ["Britain", "France", "Russia"]


def test_a_text_that_is_too_long_ends_with_a_whole_line() -> None:
    assert in_lines("Head", None, "", "One\nTwo") == "Head\nOne\nTwo"
    assert in_lines(None, "") == ""
    call = "<@123456789012345678> (Germany), your answer is due"
    text = in_lines("Head", "\n".join([call] * 60))
    *lines, last = text.split("\n")
    assert len(text) <= 2000 < len(text) + len(call) + 1
    assert ({*lines[1:]}, last) == ({call}, "…")
    assert in_lines("x" * 1000, "x" * 999) == "x" * 1000 + "\n" + "x" * 999
    assert in_lines("x" * 1000, "x" * 1000) == "x" * 1000 + "\n…"
    assert in_lines("x" * 1000, "x" * 999, "y") == "x" * 1000 + "\n…", "the mark takes room, too"
    assert in_lines("x" * 2000) == "x" * 2000
    assert in_lines("x" * 2001) == "x" * 1999 + "…"


async def test_many_calls_stay_within_a_message(here: Harness) -> None:
    await drawn(here)
    for entry, given in (("pictures", {"on": False}), ("deadline", {"answer": 5}), ("language", {"language": "fr"})):
        await choose(here.anna, here.marne, f"campaign manage {entry}", given)
    campaign = (await here.campaign()).campaign
    answered = replace(next(iter(waits(campaign))), request=99)
    text = still_calling(campaign, waits(campaign) | {answered}, "x" * 1850)["content"]
    assert len(text) <= 2000
    assert text.count("is due") == 1
    assert text.endswith("\n…")


def result(play: Play, reach: Reach = EVERYBODY) -> Result:
    """The newest entry of a campaign."""
    entry = play.log[-1]
    return Result(1, play.campaign, entry, play.campaign.tell(entry), waits(play.campaign), reach)


def posted(given: Result, **more: Any) -> Message:
    return public_message(given, public_notices(given), **more)


def ids(message: Message) -> list[str]:
    """What stands below a message, by the ids."""
    return [each.custom_id for each in message["view"].children] if message.get("view") else []


def said_of(view: discord.ui.View) -> list[str]:
    items: list[Any] = [each.item if isinstance(each, discord.ui.DynamicItem) else each for each in view.children]
    return [getattr(each, "label", None) or each.placeholder for each in items]


def mentioned(message: Message) -> list[int]:
    """Whose Discord tells them."""
    allowed = message.get("allowed_mentions")
    return [each.id for each in allowed.users] if allowed else []


def agreed(play: Play, *users: int) -> Play:
    """What was asked last is agreed to."""
    to = play.campaign.requests[-1].number
    for user in users:
        play.do(user, Agree(to=to))
    return play


def ended() -> Play:
    """A campaign of Anna and Bert that Carla, who plays no side, has ended, as Bert has agreed last."""
    play = with_neutral_referee((CARLA, End()))
    return agreed(play, ANNA, BERT)


NOW, THEN = Public(Line("Roll."), Kind.NEXT), Public(Line("Move."), Kind.NEXT)
RAIN, ONE, TWO = tell_all("It rains."), tell_title("One"), tell_title("Two")
UNSEEN = replace(tell_seat(NORTH, "A lantern."), kind=Kind.UNSEEN)


@pytest.mark.parametrize(
    ("notices", "read"),
    [
        ([RAIN, NOW], ["It rains.", "Roll."]),
        ([ONE, NOW, TWO, THEN], ["Move."]),
        ([NOW, ONE, RAIN, THEN], ["It rains.", "Move."]),
        ([ONE, TWO], ["One", "Two"]),
        ([], []),
        ([RAIN, tell_seat(NORTH, "a"), tell_seat(SOUTH, "b"), tell_seat(NORTH, "c")],
         ["It rains.", "North: see `/hand`."]),
        ([UNSEEN], []),
        ([tell_seat(SOUTH, "b")], []),
    ],
)  # fmt: skip
def test_public_results_omit_hidden_news(notices: Sequence[Notice], read: list[str]) -> None:
    """Of a phase that has passed, nobody reads what is done in it; South, who acts, needs no hint."""
    play = night_watch((BERT, "draw"))
    given = replace(result(play), notices=tuple(notices))
    assert [str(each) for each in public_notices(given)] == read


def test_the_actor_reads_all_their_seat_is_told() -> None:
    play = night_watch((ANNA, "draw"))
    mine = tell_seat(NORTH, "a")
    given = replace(result(play), notices=(RAIN, mine, tell_seat(SOUTH, "b"), UNSEEN))
    assert private_notices(given) == [mine, UNSEEN]


async def test_the_founding_offers_moves_and_free_seats(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    first = ["Draw a token", "Choose the difficulty", "Next turn", "Play South"]
    assert said_of(founding_message(session, [])["view"]) == first
    await desk.act(ANNA, {"type": "draw"})
    assert said_of(founding_message(session, [])["view"]) == ["Next turn", "Draw a token", "Next: Rest", "Play South"]
    for message in (founding_message(session, []), arrival_message(session, Line("Here"), [])):
        assert mains(message["view"]) == ["Next turn"], "it is the founder's to go on"
    full = replace(session.campaign, roster={NORTH: (Player(ANNA),), SOUTH: (Player(BERT),), REFEREE: ()})
    assert said_of(founding_view(1, full)) == []
    campaign = replace(session.campaign, roster={NORTH: (Player(ANNA),), SOUTH: (), REFEREE: ()})
    assert said_of(founding_view(1, campaign)) == ["Play South"]


def test_several_entries_share_the_newest_reasons() -> None:
    play = night_watch()
    given = []
    for user, ask in ((ANNA, "roll_dice"), (BERT, "roll_dice"), (ANNA, "call")):
        play.do(user, ask)
        given.append(result(play))
    one, two, call = given
    assert "adj:why:1:3" in ids(posted(two, before=[one.entry], why=2))
    assert "adj:why:1:2" in ids(posted(call, before=[one.entry], why=2))
    assert not any("why" in each for each in ids(posted(call)))
    play.do(BERT, "draw")
    assert not any("why" in each for each in ids(posted(result(play)))), "nobody learns of a secret draw"


def test_an_edit_tells_who_must_decide_and_calls_nobody() -> None:
    play = night_watch((ANNA, "draw"))
    before = [play.log[-1]]
    play.do(ANNA, "call")
    called = "**Call** · North\n<@2> (South), your move: Answer the call."
    assert (posted(result(play))["content"], mentioned(posted(result(play)))) == (called, [BERT])
    joined = posted(replace(result(play), waits=frozenset()), before=before)
    assert (joined["content"], mentioned(joined)) == (called.replace("Call**", "Token drawn**"), [])


def test_the_end_calls_all_who_played() -> None:
    play = ended()
    over = "<@1>, <@3>: the game is over."
    for campaign, silent, said, who in (
        (play.campaign, frozenset[int](), over, [1, 3]),
        (play.campaign, frozenset({3}), over, [1]),
        (play.campaign.having(Uncalled(frozenset({Player(1)}))), frozenset[int](), "<@3>: the game is over.", [3]),
        (play.campaign.having(Uncalled(frozenset({Player(1), Player(3)}))), frozenset[int](), None, []),
    ):
        message = posted(replace(result(play), campaign=campaign, reach=Reach(silent=silent)))
        assert (message["content"].partition("\n")[2] or None, mentioned(message)) == (said, who)
        assert "How it went" in [field.name for field in message["embed"].fields]


def test_results_after_the_end_are_not_summed_up() -> None:
    play = night_watch((ANNA, "roll_dice"))
    message = posted(replace(result(play), campaign=ended().campaign))
    assert "How it went" not in [field.name for field in message["embed"].fields]
    assert "the game is over" not in message["content"]
    assert "Report" in said_of(message["view"])


def test_an_older_message_keeps_calls_and_results() -> None:
    play = night_watch((ANNA, "call"))
    call = [play.log[-1]]
    (south,) = waits(play.campaign)
    north = replace(south, seat=NORTH)

    def past(*called_for: Wait, **more: Any) -> Message:
        return past_message(1, play.campaign, call, None, frozenset(called_for), **more)

    head, awaited = "**Call** · North", "<@2> (South), your move: Answer the call."
    assert past()["content"] == head
    assert "content" not in past(south), "it stays as it is"
    assert past(south, north)["content"] == f"{head}\n{awaited}"
    assert ["embed" in past(south, is_whole=each) for each in (True, False)] == [True, False]
    play.do(ANNA, End())
    assert past(south, north)["content"] == f"{head}\n{awaited}", "a newer message calls for the newer request"
    assert "content" not in past(south)
    agreed(play, BERT)
    assert past(south)["content"] == head


def test_what_is_asked_stands_once_in_its_message() -> None:
    """In the line that calls for the answer, and not below it too."""
    play = night_watch((ANNA, End()))
    asked, move = waits(play.campaign), Wait(NORTH, due="a move that was made")
    older = past_message(1, play.campaign, [play.log[-1]], None, asked | {move})
    assert "wants to end the campaign" in older["content"]
    assert "wants to end the campaign" not in str(older["embed"].to_dict())


def test_a_message_is_undone_once_all_of_it_is() -> None:
    """Its title is that of the first entry without a headline."""
    play = night_watch()
    for ask in ("call", "roll_dice"):
        play.do(ANNA, ask)
    both = play.log[-2:]

    def title() -> str:
        content: str = past_message(1, play.campaign, both, None, frozenset())["content"]
        return content

    assert title() == "**Call** · North"
    play.do(ANNA, Undo())
    assert play.campaign.timeline.gone == {both[0].seq}
    assert title() == "**Call** · North"
    assert past_message(1, play.campaign, both[:1], None, frozenset())["content"] == "**Undone: Call** · North"


def test_a_call_names_the_pause_and_the_stand_in() -> None:
    play = night_watch((ANNA, "call"))
    campaign, south = play.campaign, waits(play.campaign)
    assert "pauses" not in result_message.calling(campaign, south)["content"]
    assert result_message.calling(campaign, frozenset()) == {}
    away = Person(away=1_767_700_000_000, stand_in=9)
    for silent, who in ((frozenset[int](), [2, 9]), (frozenset({2}), [9]), (frozenset({2, 9}), [])):
        call = result_message.calling(campaign, south, reach=Reach(silent, {BERT: away}))
        assert mentioned(call) == mentioned(posted(replace(result(play), reach=Reach(silent, {BERT: away})))) == who
        assert call["content"].splitlines()[1].startswith("<@9>: <@2> is away until ")
    play.do(ANNA, Pause(until=play.clock + timedelta(days=3)))
    agreed(play, BERT)
    first, last = result_message.calling(play.campaign, south)["content"].splitlines()
    assert first == "<@2> (South), your move: Answer the call."
    assert last.startswith("The campaign pauses until ")


def mains(view: discord.ui.View) -> list[str]:
    items: list[Any] = view.children
    return [each.item.label for each in items if getattr(each.item, "style", None) is discord.ButtonStyle.primary]


def main_buttons(campaign: Campaign, user: int) -> list[str]:
    return mains(buttons(1, campaign, user)["view"])


def test_the_main_button_never_takes_back() -> None:
    """The button by which South declines is that by which North withdraws."""
    play = night_watch((ANNA, End()), (ANNA, "draw"))
    shown = said_of(buttons(1, play.campaign, ANNA)["view"])
    assert shown[:3] == ["South: Agree", "South: Decline", "Next turn"]
    assert [main_buttons(play.campaign, user) for user in (ANNA, BERT)] == [["South: Agree"], ["South: Agree"]]


def test_the_hand_has_a_button_beside_no_more_than_one_other() -> None:
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    assert said_of(buttons(1, play.campaign, ANNA)["view"]) == ["Next turn", "Next: Rest"]
    assert said_of(buttons(1, play.campaign, ANNA, besides=3)["view"]) == ["Next turn", "My hand"]
    assert "Report" not in said_of(buttons(1, play.campaign, ANNA)["view"])
    assert "Report" in said_of(buttons(1, play.campaign, ANNA, is_over=True)["view"])
    assert said_of(buttons(1, ended().campaign, ANNA)["view"]) == ["Report"]


def test_where_one_side_is_played_no_button_says_whose_it_is() -> None:
    solo = Play(all_games()["fields-of-despair"]).campaign
    for user in (ANNA, CARLA):
        assert not any("Allies" in each for each in said_of(buttons(1, solo, user)["view"]))


def test_the_head_names_each_acting_seat() -> None:
    head = result_message.headed("**Turn 6**: 11 June", discord.Embed(), f"{NORTH}, {SOUTH}")["content"]
    assert head == "**Turn 6: 11 June** · North, South"


def test_a_solo_player_reads_free_seats_secrets() -> None:
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, "draw")
    (theirs, *_) = given = (tell_seat(SOUTH, "b"), RAIN)
    drawn_ = replace(result(play), notices=given)
    assert private_notices(drawn_) == [theirs]
    assert public_notices(drawn_) == [RAIN]


def test_an_agreed_request_has_its_results_title() -> None:
    play = night_watch((ANNA, ChangeSettings(pictures=False)))
    asked = play.log[-1]
    agreed(play, BERT)
    done = posted(result(play), before=[asked])["content"].splitlines()[0]
    alone = posted(replace(result(play), entry=asked, notices=play.campaign.tell(asked)))["content"].splitlines()[0]
    assert done != alone
    assert done == f"**{play.log[-1].title}** · North"


def test_an_unanswered_request_calls_whoever_asked() -> None:
    play = night_watch((ANNA, ChangeSettings(pictures=False)))
    (request,) = play.campaign.requests
    later = play.campaign.when(play.clock + timedelta(days=9))
    call = result_message.calling(later, frozenset(), unanswered=[request.seq])
    assert mentioned(call) == [ANNA]
    assert result_message.calling(later, frozenset()) == {}


def test_the_last_move_is_called_for_as_the_game_ends() -> None:
    over, play = night_watch(), night_watch()
    over.do(BERT, End())
    agreed(over, ANNA)
    play.do(ANNA, "call")
    message = posted(replace(result(over), campaign=play.campaign, waits=waits(play.campaign)))
    assert message["content"].splitlines()[1:] == ["<@2> (South), your move: Answer the call."]


def test_a_result_is_found_by_its_public_number() -> None:
    """Of what is done unseen the address of an embed tells nothing."""
    play = night_watch((BERT, "note"), (ANNA, "call"))
    before = play.log[-1]
    play.do(ANNA, "roll_dice")
    numbers = [each.number for each in play.log[-2:]]
    assert numbers == [each.seq - 1 for each in play.log[-2:]]
    message = posted(result(play), before=[before])
    assert list(told_by(message["embed"])) == numbers
    assert f"adj:why:1:{numbers[-1]}" in ids(message)


async def test_the_end_of_a_phase_is_offered_until_it_is_asked_for() -> None:
    play = night_watch()
    shown = []
    for user, command in ((BERT, "draw"), (ANNA, "next_phase")):
        play.do(user, command)
        view = buttons(1, play.campaign, ANNA)["view"]
        shown.append({"Next: Rest", "Next turn", "South: Done"} & {*labels({"components": view.to_components()})})
    assert shown == [{"Next: Rest", "Next turn"}, {"South: Done"}]
