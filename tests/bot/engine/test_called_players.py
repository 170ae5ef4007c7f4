"""“You're up”: who is really mentioned, once for each decision, and again when they let the table wait."""

from datetime import timedelta
from typing import Any

import pytest

from bot.engine.people import ANYBODY, Person, Reach, newcomers, tell_away
from localdiscord import Fault, User
from rules.campaign.decider.waiting import made_by, waits
from rules.campaign.seats.away import NameStandIn
from rules.campaign.state.wait import Wait
from rules.seat import REFEREE, Player, Seat
from tests.bot.desk import CHANNEL, Desk, again
from tests.bot.harness import Harness, Message, choose, text
from tests.rules.campaign.helpers import ANNA, BERT, night_watch

CALLBACK = "/interactions/{interaction}/{token}/callback"


def called(message: Message) -> list[str]:
    """Who is mentioned, so that their Discord tells them."""
    return sorted(user["username"] for user in message["mentions"])


def calls(here: Harness) -> list[list[str]]:
    """Whom each message of the channel calls, those that call nobody left out."""
    return [who for message in here.carla.messages(here.marne) if (who := called(message))]


async def watch(here: Harness, number: int = 1, **settings: Any) -> None:
    """Night Watch: Anna has called out, and Bert must answer; he has settings of his own."""
    await here.found_small("night-watch", "North", "South", number=number)
    await here.settle(after=timedelta(minutes=1))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    if settings:
        await here.bert.slash(here.marne, "me settings", settings)


async def offered(here: Harness, label: str, person: User | None = None) -> Any:
    """The choice of `/act` for an offer, Anna's if nobody is named."""
    choices = await (person or here.anna).autocomplete(here.marne, "act", focused="offer", value=label)
    return choices[0]["value"]


async def test_only_players_who_must_answer_are_called(here: Harness) -> None:
    await watch(here)
    result = here.newest(here.carla)
    assert called(result) == ["bert"]
    assert result["content"] == f"**Call** · North\n<@{here.bert.id}> (South), your move: Answer the call."
    assert "@anna" not in text(result)
    before = calls(here)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert calls(here) == before, "once for each decision"


async def test_no_name_or_reason_of_a_player_can_call(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 5})
    await here.bert.slash(here.marne, "dice roll", {"reason": f"<@{here.carla.id}> @everyone"})
    assert calls(here) == [["bert"]]


@pytest.mark.usefixtures("_only_questions")
async def test_a_waiting_player_is_called_again(here: Harness) -> None:
    await watch(here)
    await here.settle(after=timedelta(days=1))
    assert calls(here) == [["bert"]]
    await here.settle(after=timedelta(days=1, minutes=1))
    assert calls(here) == [["bert"], ["bert"]]
    reminder = here.newest(here.carla)
    assert "Play waits" in text(reminder)
    assert f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}/" in text(reminder)
    await here.bert.press(reminder, "South: Answer")
    await here.settle(after=timedelta(days=30))
    assert calls(here) == [], "the reminder has gone, and the call is answered"


@pytest.mark.usefixtures("_only_questions")
async def test_two_weeks_without_the_bot_bring_one_message(here: Harness) -> None:
    await here.found_high_card()
    await here.settle(after=timedelta(minutes=1))
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 12})
    await here.bot.kill()
    before = len(here.carla.messages(here.marne))
    here.server.clock.advance(timedelta(days=14))
    await here.start_bot()
    await here.settle()
    (late,) = here.carla.messages(here.marne)[before:]
    assert "The time to answer has passed" in text(late)
    assert called(late) == ["anna"], "it is her move again"


async def test_a_lost_call_comes_with_the_result(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    offer = await offered(here, "Call")
    here.server.inject(Fault("POST", CALLBACK, 404, code=10062))
    with here.unanswered():
        await here.anna.slash(here.marne, "act", {"offer": offer})
    await here.settle(after=timedelta(minutes=1))
    assert calls(here) == [["bert"]]
    here.server.rejected.clear()


@pytest.mark.parametrize("more", [0, 5])
async def test_a_lost_undo_calls_nobody(here: Harness, more: int) -> None:
    """Of a referee who plays no side; alone, or told together with others that were lost."""
    await here.found_small("night-watch", "Referee", "South")
    await here.carla.slash(here.marne, "campaign join", {"seat": "North"})
    await here.settle(after=timedelta(minutes=1))
    await here.carla.slash(here.marne, "act", {"offer": await offered(here, "Call", here.carla)})
    await here.bert.press(here.newest(here.carla), "South: Answer")
    await here.settle(after=timedelta(minutes=1))
    before = calls(here)
    here.server.inject(Fault("POST", CALLBACK, 404, code=10062, times=1 + more))
    with here.unanswered():
        await here.anna.slash(here.marne, "campaign undo")
        for _ in range(more):
            await here.carla.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle(after=timedelta(minutes=1))
    assert any("Undone: “" in text(each) for each in here.carla.messages(here.marne))
    assert (await here.campaign()).campaign.awaited == {"South"}
    assert calls(here) == before
    here.server.rejected.clear()


async def test_calls_can_be_switched_off(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.bert, here.marne, "campaign manage calls", {"on": False})
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await here.settle(after=timedelta(days=30))
    assert calls(here) == []


async def test_a_wait_that_begins_again_counts_from_then(here: Harness) -> None:
    """What was found before of the same wait is not what is told of it now."""

    async def since() -> str:
        await choose(here.bert, here.marne, "me more campaigns")
        return text(here.newest(here.bert)).partition("<t:")[2].partition(":")[0]

    await watch(here)
    first = await since()
    assert await since() == first
    await here.bert.press(here.newest(here.carla), "South: Answer")
    await here.settle(after=timedelta(days=1))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert int(await since()) >= int(first) + 24 * 60 * 60


async def away(here: Harness, **stand_in: str) -> None:
    """Bert is away, and Carla stands in for him; each has set what is given."""
    back = (here.server.clock.now() + timedelta(days=30)).date().isoformat()
    await here.bert.slash(here.marne, "me away", {"until": back, "stand_in": "carla"})
    if stand_in:
        await here.carla.slash(here.marne, "me settings", stand_in)


async def test_a_stand_in_is_not_disturbed_in_their_quiet_hours_either(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await away(here, quiet=here.quiet_now())
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    call = here.newest(here.anna)
    assert f"<@{here.carla.id}>: <@{here.bert.id}> is away until <t:" in call["content"] + text(call)
    assert called(call) == []


@pytest.mark.parametrize("quiet", [True, False])
async def test_a_stand_in_is_let_alone_by_a_result_that_comes_late_too(here: Harness, quiet: bool) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await away(here, **({"quiet": here.quiet_now()} if quiet else {}))
    offer = await offered(here, "Call")
    here.server.inject(Fault("POST", CALLBACK, 404, code=10062))
    with here.unanswered():
        await here.anna.slash(here.marne, "act", {"offer": offer})
    await here.settle(after=timedelta(minutes=1))
    assert calls(here) == ([] if quiet else [["carla"]])
    told = f"<@{here.carla.id}>: <@{here.bert.id}> is away until <t:"
    assert any(told in each["content"] + text(each) for each in here.carla.messages(here.marne))
    here.server.rejected.clear()


async def test_absence_follows_the_tables_clock(here: Harness) -> None:
    """And back by it: the machine's clock, by which nothing passes between the two calls, is right of one at most."""
    await here.found_small("night-watch", "North", "South")
    await away(here)
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert called(here.newest(here.anna)) == ["carla"]
    await here.bert.press(here.newest(here.bert), "South: Answer")
    await here.settle(after=timedelta(days=31))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert called(here.newest(here.anna)) == ["bert"]
    assert "is away" not in text(here.newest(here.anna))


async def test_the_founding_starts_the_wait_after_a_restart(desk: Desk) -> None:
    await desk.found()
    for _ in range(40):
        await desk.act(1, {"type": "roll_dice"})
    for each in (desk, await again(desk)):
        session = await each.service.session_in(CHANNEL)
        standing = waits(session.campaign)
        assert {wait.seat for wait in standing} == {"Allies"}
        assert made_by(session.campaign, 0) == standing
        for seq in (1, 2, 20, 40):
            assert made_by(session.campaign, seq) == frozenset()


async def test_a_player_is_called_for_each_free_seat(desk: Desk) -> None:
    """The absent: that somebody else is called too takes nothing from whoever comes."""
    session = await desk.found("night-watch", "North")
    north, south = Wait(Seat("North")), Wait(Seat("South"))
    people = desk.service.people.called
    assert (await people(session.campaign, [north])).keys() == {1}
    assert (await people(session.campaign, [south])).keys() == {ANYBODY}
    assert (await people(session.campaign, [north, south])).keys() == {1, ANYBODY}
    await desk.act(BERT, {"type": "join", "seat": "South"})
    assert (await people(session.campaign, [north, south])).keys() == {1, BERT}


def test_newcomers_are_those_who_held_no_seat_before() -> None:
    play = night_watch()
    before = play.campaign
    play.do(BERT, "leave", seat="South")
    assert newcomers(before, play.campaign) == []
    play.do(9, "join", seat="South")
    assert newcomers(before, play.campaign) == [9]
    assert newcomers(before.as_founded(), before) == [2]
    play.do(ANNA, "hand_over", seat=REFEREE, player=9)
    assert newcomers(before, play.campaign) == [9]
    play = night_watch()
    play.do(ANNA, "hand_over", seat=REFEREE, player=BERT)
    assert newcomers(before, play.campaign) == [], "who takes one more seat held one before"


def test_absent_players_and_stand_ins_are_named() -> None:
    play = night_watch((ANNA, "call"))
    south, away = Wait(Seat("South")), 1_767_700_000_000
    until = f"until <t:{away // 1000}:D>"

    def told(stand_in: int | None, *standing: Wait, players: tuple[int, ...] = (BERT,)) -> list[tuple[int | None, str]]:
        reach = Reach(away={BERT: Person(away=away, stand_in=stand_in)})
        given = tell_away(play.campaign, frozenset(standing), map(Player, players), reach)
        return [(who, str(notice)) for who, notice in given]

    alone = [(None, f"<@2> is away {until}.")]
    asks = f"<@2> is away {until}. `/campaign join` asks for South."
    assert told(None, south) == alone
    assert told(9, Wait(Seat("North"))) == alone, "who is away does not hold that seat"
    assert told(9, south, players=(ANNA,)) == []
    assert told(9, south) == [(9, f"<@9>: {asks}")]
    both = Reach(away={each: Person(away=away) for each in (BERT, ANNA)})
    given = tell_away(play.campaign, frozenset({south}), map(Player, (BERT, ANNA)), both)
    assert [str(notice) for _, notice in given] == [f"<@{each}> is away {until}." for each in (ANNA, BERT)]
    assert told(ANNA, south) == alone, "she plays the other side"
    play.do(BERT, NameStandIn(player=Player(9), until=play.clock + timedelta(days=9)))
    assert told(9, south) == [(9, f"<@9>: <@2> is away {until}. `/campaign join` takes South beside them.")]
    play.do(ANNA, "hand_over", seat=REFEREE, player=BERT)
    assert told(9, Wait(REFEREE), south) == told(9, south), "there is one referee, and the seat is what they can take"
    play.do(9, "join", seat="South")
    assert told(9, south) == [(9, f"<@9>: <@2> is away {until}, so it is up to you.")]
