"""Whose word is needed, at tables of two to five sides, with shared and free seats, and with every kind of referee.

Each row is written by hand from the law of the table, not worked out by the code: who asks, and which seats are asked.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings, Move
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.state.state import Request
from rules.campaign.time.deadlines import overdue
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command
from rules.errors import NotNow, NotYours
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.printed_deck import UsePrintedDeck
from rules.games.marne_1918.phases import Phase
from rules.notice import Secret
from rules.seat import REFEREE, Player, Seat
from tests.faults.rounds import many
from tests.games import all_games, founded
from tests.play import Play, public
from tests.rules.campaign.helpers import refused, reserved
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import ANNA as ALLIED
from tests.rules.games.marne_1918.campaign import campaign_with
from tests.worlds import two_worlds

GINA, IVO, BEA, FRED, RUTH, IDA, NORA, CARLA, OTTO = range(1, 10)
"""By the first letter of their power; Ida shares Italy with Ivo, Nora comes anew, Carla plays no side."""
SIDES = {GINA: GERMANY, IVO: ITALY, BEA: BRITAIN, FRED: FRANCE, RUTH: RUSSIA}


def table(*players: int, founder: int = GINA) -> Play:
    """Gathering Storm with those players; the founder is the referee."""
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, founder, SIDES.get(founder, REFEREE))))
    for player in players:
        if player != founder:
            play.do(player, Join(seat=SIDES[player]))
    return play


def three() -> Play:
    """Germany, Italy and Britain; the German player is the referee too."""
    return table(GINA, IVO, BEA)


def neutral() -> Play:
    """The same three sides, and a referee who plays none."""
    return table(GINA, IVO, BEA, founder=CARLA)


def shared() -> Play:
    """Three sides, and two players share Italy."""
    play = three()
    play.do(IDA, Join(seat=ITALY))
    play.do(IVO, Agree(to=play.campaign.seq))
    return play


def several() -> Play:
    """Gina plays Germany and Italy, Bea plays Britain."""
    play = table(GINA, BEA)
    play.do(GINA, Join(seat=ITALY))
    return play


def no_referee() -> Play:
    """Three sides, and nobody is the referee."""
    play = three()
    play.do(GINA, Leave(seat=REFEREE))
    return play


def free_seat() -> Play:
    """Three sides, of which Italy was given up."""
    play = three()
    play.do(IVO, Leave(seat=ITALY))
    return play


def draw(play: Play) -> None:
    """The events of the turn are drawn, with dice, and everybody knows something new."""
    play.do(play.campaign.roster[GERMANY][0], "draw")


def undo(play: Play) -> Command:
    draw(play)
    return Undo()


def rewind(play: Play) -> Command:
    before = play.campaign.seq
    draw(play)
    return Rewind(to=before, last=play.campaign.timeline.standing[-1].number)


def plain(command: Command) -> Callable[[Play], Command]:
    return lambda _: command


FOR_ALL: dict[str, Callable[[Play], Command]] = {
    "undo": undo,
    "rewind": rewind,
    "printed deck": plain(UsePrintedDeck()),
    "move": plain(Move(channel=9)),
    "patience": plain(ChangeSettings(answer=5)),
    "language": plain(ChangeSettings(language="fr")),
    "pictures": plain(ChangeSettings(pictures=False)),
    "end": plain(End()),
    "end for good": plain(End(for_good=True)),
}
"""What is for all to decide."""
EVEN_FROM_A_REFEREE = {"end", "end for good"}
"""What a referee who plays no side asks for, too."""

G, I, B, F, R = GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA  # noqa: E741 (the powers by their letters)
TABLES: list[tuple[str, Callable[[], Play], int, set[Seat], set[Seat]]] = [
    # the table, who asks, the sides that are asked for most things, and for the end
    ("three", three, IVO, {G, B}, {G, B}),
    ("three, the referee who plays", three, GINA, {I, B}, {I, B}),
    ("four", lambda: table(GINA, IVO, BEA, FRED), IVO, {G, B, F}, {G, B, F}),
    ("five", lambda: table(GINA, IVO, BEA, FRED, RUTH), RUTH, {G, I, B, F}, {G, I, B, F}),
    ("a shared seat, who shares it", shared, IVO, {G, B}, {G, I, B}),
    ("a shared seat, who does not", shared, BEA, {G, I}, {G, I}),
    ("two seats of one player", several, GINA, {B}, {B}),
    ("two seats of one player, the other", several, BEA, {G, I}, {G, I}),
    ("a neutral referee, a side", neutral, IVO, {G, B}, {G, B}),
    ("a neutral referee, the referee", neutral, CARLA, set(), {G, I, B}),
    ("no referee", no_referee, IVO, {G, B}, {G, B}),
    ("a free seat", free_seat, GINA, {B}, {B}),
]


def asked(play: Play, user: int, what: str) -> Request | None:
    """What a user asks the others for, if it was not done at once."""
    before = {each.seq for each in play.campaign.requests}
    play.do(user, FOR_ALL[what](play))
    return next((each for each in play.campaign.requests if each.seq not in before), None)


def speaker(play: Play, seat: Seat, request: Request) -> int:
    """Somebody who answers for a seat."""
    return next(each for each in reversed(play.campaign.roster[seat]) if each != request.player)


@pytest.mark.parametrize("what", FOR_ALL)
@pytest.mark.parametrize(("made", "user", "most", "ending"), [each[1:] for each in TABLES], ids=[t[0] for t in TABLES])
def test_every_other_side_is_asked_and_each_must_say_yes(
    made: Callable[[], Play], user: int, most: set[Seat], ending: set[Seat], what: str
) -> None:
    play = made()
    needed = ending if what in EVEN_FROM_A_REFEREE else most
    request = asked(play, user, what)
    assert (set() if request is None else request.needed) == needed
    if request is None:
        return
    for left in range(len(needed), 0, -1):
        assert request.seq in {each.seq for each in play.campaign.requests}, f"{left} have not answered"
        refused(play, NotYours, "asked for this yourself", user, Agree(to=request.seq))
        refused(play, NotYours, "can answer this", OTTO, Agree(to=request.seq))
        seat = sorted(needed)[left - 1]
        answering = speaker(play, seat, request)
        play.do(answering, Agree(to=request.seq))
        needed_still = {each for each in needed if each not in set(sorted(needed)[left - 1 :])}
        # who plays two sides speaks for both
        needed_still -= set(play.campaign.seats_of(answering))
        if not needed_still:
            break
        assert {*play.campaign.requests[-1].needed} == needed_still
    assert request.seq not in {each.seq for each in play.campaign.requests}
    assert play.log[-1].events[-1].is_complete  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", FOR_ALL)
def test_a_neutral_referee_speaks_for_others_not_themselves(what: str) -> None:
    play = neutral()
    request = asked(play, IVO, what)
    assert request is not None
    play.do(CARLA, Agree(to=request.seq))
    assert request.seq not in {each.seq for each in play.campaign.requests}
    play = neutral()
    request = asked(play, CARLA, what)
    if request is not None:
        refused(play, NotYours, "asked for this yourself", CARLA, Agree(to=request.seq))
        assert "Agree" not in {str(each.label) for each in play.campaign.offers(CARLA)}


@pytest.mark.parametrize("what", FOR_ALL)
def test_a_referee_who_plays_speaks_for_their_own_side_alone(what: str) -> None:
    play = table(GINA, IVO, BEA, FRED)
    request = asked(play, IVO, what)
    assert request is not None
    play.do(GINA, Agree(to=request.seq))
    assert play.campaign.requests[-1].needed == {B, F}
    refused(play, NotYours, "can answer this", GINA, Agree(to=request.seq))
    refused(play, NotYours, "can answer this", GINA, Decline(to=request.seq))


def test_either_player_of_a_shared_seat_speaks_for_it() -> None:
    for user in (IVO, IDA):
        play = shared()
        request = asked(play, BEA, "rewind")
        assert request is not None
        play.do(user, Agree(to=request.seq))
        assert play.campaign.requests[-1].needed == {G}
        other = IDA if user == IVO else IVO
        refused(play, NotYours, "can answer this", other, Decline(to=request.seq))


def test_everybody_who_must_still_answer_is_named() -> None:
    """A table that waits for two must not read one name: nobody would write to the other."""
    play = table(GINA, IVO, BEA, FRED)
    told = public(play.do(IVO, End()))
    assert "Britain, France and Germany must agree" in told
    to = play.campaign.seq
    named = r"<@1> \(Germany\)"
    refused(play, NotYours, rf"Only <@3> \(Britain\), <@4> \(France\) or {named} can answer this", OTTO, Agree(to=to))
    refused(play, NotNow, rf"Still to answer: <@3> \(Britain\), <@4> \(France\) and {named}\.", IVO, End())
    play.do(BEA, Agree(to=to))
    play.wait(days=4)
    (late, *_) = overdue(play.campaign.when(play.clock), to)
    assert str(late) == "<@4> (France) and <@1> (Germany) did not answer: <@2> wants to end the campaign."


# ---- seats ----


@pytest.mark.parametrize("made", [three, neutral, shared, no_referee])
def test_a_seat_is_shared_by_the_word_of_those_who_hold_it(made: Callable[[], Play]) -> None:
    play = made()
    play.do(NORA, Join(seat=ITALY))
    to = play.campaign.seq
    assert play.campaign.requests[-1].needed == {I}
    for other in (BEA, GINA):
        refused(play, NotYours, "can answer this", other, Agree(to=to))
    refused(play, NotYours, "asked for this yourself", NORA, Agree(to=to))
    play.do(IVO, Agree(to=to))
    assert NORA in play.campaign.roster[ITALY]


def test_a_free_seat_asks_nobody() -> None:
    play = free_seat()
    play.do(NORA, Join(seat=ITALY))
    assert play.campaign.roster[ITALY] == (NORA,)


def test_a_strangers_office_needs_every_side() -> None:
    play = no_referee()
    play.do(CARLA, Join(seat=REFEREE))
    to = play.campaign.seq
    assert play.campaign.requests[-1].needed == {G, I, B}
    for user in (GINA, IVO):
        play.do(user, Agree(to=to))
    assert play.campaign.roster[REFEREE] == ()
    play.do(BEA, Agree(to=to))
    assert play.campaign.is_neutral_referee(CARLA)


def test_the_office_goes_to_a_stranger_by_all_sides() -> None:
    play = three()
    play.do(GINA, HandOver(seat=REFEREE, player=Player(CARLA)))
    assert play.campaign.requests[-1].needed == {I, B}


# ---- what was seen without a die ----


def test_spying_is_not_undone_alone() -> None:
    """No die falls, yet the Allies know the German hand."""
    play = reserved(campaign_with("spies-1", phase=Phase.OFFENSIVES))
    play.do(ALLIED, "play", marker="spies-1")
    assert play.log[-1].rolls == ()
    play.do(ALLIED, Undo())
    assert [len(each.needed) for each in play.campaign.requests] == [1]


def test_a_card_that_was_played_is_not_taken_back_alone() -> None:
    """No die falls, yet four others have read it: all four must agree."""
    play = reserved(Storm().deal("larger-army").at("Construction"))
    play.play("larger-army")
    assert play.log[-1].rolls == ()
    power = play.data.card("larger-army").power
    play.do(USERS[power], Undo())
    assert play.campaign.requests[-1].needed == {*USERS} - {power}


def test_nothing_that_another_seat_was_told_is_free() -> None:
    shown: list[Any] = []
    for number in range(many(2, 6)):
        for name in ("marne-1918", "gathering-storm", "night-watch"):
            shown += told_to_others(name, number)
    assert shown == []


def told_to_others(name: str, number: int) -> list[Any]:
    """The entries of a random game by which another seat was told something in private, and that are free."""
    play = two_worlds(all_games()[name], number, 40).one
    return [
        (name, number, entry.seq)
        for entry in play.log
        if entry.is_free
        for each in play.campaign.tell(entry)
        if isinstance(each, Secret) and each.seat != entry.seat
    ]
