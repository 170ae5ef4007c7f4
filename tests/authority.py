"""Who may do what: the law of the table, tried by everybody at a table of Night Watch.

``python -m tests.authority`` writes ``docs/authority.md`` from what happens.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rules.campaign import Campaign
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS
from rules.campaign.life.ending import AdminEnd, AdminSeat, End, Reopen
from rules.campaign.life.rolling import RollDice
from rules.campaign.life.settings import ChangeSettings, Move
from rules.campaign.questions.orders import GiveOrder, WithdrawOrder
from rules.campaign.questions.requests import Agree, Asked, Decline, Wait
from rules.campaign.questions.rulings import AdoptData, AgreeHouseRule, ChooseDifficulty, SetRuling
from rules.campaign.seats.away import BeAway, ComeBack, NameStandIn, Pause, Resume
from rules.campaign.seats.seating import Depart, Forget, HandOver, Invite, Join, Leave, TurnDown
from rules.campaign.time.corrections import CheckBoard, ThatsWrong
from rules.campaign.time.deadlines import GoOnWithout
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command
from rules.errors import RuleError
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH, Answer, EnterScore, NextPhase
from tests.play import ADMIN, Play
from tests.rules.campaign.features import ROWS

PAGE = Path(__file__).parent.parent / "docs" / "authority.md"
ANNA, BERT, CARLA, DORA, NORA, OTTO = 1, 2, 3, 4, 5, 6

PERSONS = {
    "own side": BERT,
    "other side": DORA,
    "neutral referee": CARLA,
    "playing referee": ANNA,
    "newcomer": NORA,
    "outsider": OTTO,
    "administrator": ADMIN,
}
"""Who tries it. What is tried is always about the South, which Bert plays. Anna and Dora share the North, and Anna is
the referee; for Carla there is a table whose referee she is, playing no side. Nora has asked to share the South."""

YES, ASKS, NO = "yes", "asks", "–"


def table(user: int) -> Play:
    """A table in its first phase, for the person who tries something. Both sides hold a secret token."""
    game = all_games()["night-watch"]
    start = founded(game, CARLA if user == CARLA else ANNA, REFEREE if user == CARLA else NORTH)
    play = Play(game, Campaign.founded(replace(start.founding, data="0" * 64), game))
    play.all_agree = False
    if user == CARLA:
        play.do(ANNA, Join(seat=NORTH))
    play.do(BERT, Join(seat=SOUTH))
    play.do(DORA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=last(play)))
    play.do(BERT, "draw")
    play.do(ANNA, "draw")
    play.do(NORA, Join(seat=SOUTH))
    return play


@dataclass(frozen=True)
class Situation:
    """Something that can be done: its name, what happened before, and the command that is tried."""

    name: str
    before: Callable[[Play], Any]
    command: Callable[[Play, int], Command]

    def begun(self, user: int) -> Play:
        """The table at which a user tries it."""
        play = table(user)
        self.before(play)
        return play

    def tried(self, user: int) -> Play:
        """The table after a user has tried it, with an entry more if it was not refused."""
        play = self.begun(user)
        with suppress(RuleError):
            play.do(user, self.command(play, user))
        return play

    def outcome(self, user: int) -> str:
        """What happens if a user tries it."""
        play = self.begun(user)
        try:
            play.do(user, self.command(play, user))
        except RuleError:
            return NO
        return ASKS if any(isinstance(event, Asked) for event in play.log[-1].events) else YES


def done(*steps: tuple[int, Any]) -> Callable[[Play], None]:
    """Some people do something first."""

    def before(play: Play) -> None:
        for user, ask in steps:
            play.do(user, ask(play) if callable(ask) else ask)

    return before


def given(command: Command) -> Callable[[Play, int], Command]:
    """The same command whoever tries it."""
    return lambda _play, _user: command


def last(play: Play) -> int:
    """The number of the newest entry."""
    return play.campaign.number


def seat_request(play: Play) -> int:
    """The number of the entry in which Nora asked."""
    return next(each.number for each in play.campaign.requests if each.player == NORA)


def late(play: Play) -> None:
    """The South was called, and its time to answer is over."""
    done(CALLED)(play)
    play.wait(days=3)


CALLED = (ANNA, {"type": "call"})
NEXT = (DORA, NextPhase())
LATER = datetime(2100, 1, 1, tzinfo=UTC)

SITUATIONS = (
    Situation("Act for the side: draw, play, answer, order …", done(CALLED), given(Answer())),
    Situation("End a phase in which another side can still act", done(), given(NextPhase())),
    Situation("Say *Done* for the side", done(NEXT), lambda play, _: Agree(to=last(play))),
    Situation("Say *Wait* for the side", done(NEXT), lambda play, _: Wait(to=last(play))),
    Situation("Go on without the side, before its time is over", done(CALLED), given(GoOnWithout(seat=SOUTH))),
    Situation("Go on without the side, once its time is over", late, given(GoOnWithout(seat=SOUTH))),
    Situation("Undo the side's last action, by which nobody learned anything", done((BERT, {"type": "call"})),
              given(Undo())),
    Situation("Undo the side's draw", done(), given(Undo())),
    Situation("Enter or correct what lies on the board", done(), given(EnterScore(score=3))),
    Situation("Say that what the side entered is wrong", done((BERT, EnterScore(score=3))),
              lambda play, _: ThatsWrong(to=last(play))),
    Situation("Let a newcomer share the side's seat", done(), lambda play, _: Agree(to=seat_request(play))),
    Situation("Take the side's free seat", done((BERT, Leave(seat=SOUTH))), given(Join(seat=SOUTH))),
    Situation("Give the side's seat up", done(), given(Leave(seat=SOUTH))),
    Situation("Become the referee where there is none",
              lambda play: play.do(play.campaign.roster[REFEREE][0], Leave(seat=REFEREE)),
              given(Join(seat=REFEREE))),
    Situation("Change a ruling", done(), given(SetRuling(name="lanterns", choice="no"))),
    Situation("Change deadline, language, pictures, dice, place or house rules", done(),
              given(ChangeSettings(answer=5))),
    Situation("Pause the campaign", done(), given(Pause(until=datetime(2027, 1, 1, tzinfo=UTC)))),
    Situation("End the campaign", done(), given(End())),
    Situation("Say that one is away", done(), given(BeAway(until=LATER))),
    Situation("Administrator: free a seat", done(), given(AdminSeat(seat=SOUTH))),
    Situation("Administrator: end the campaign", done(), given(AdminEnd())),
)  # fmt: skip

AS_ANOTHER: dict[type[Command], str] = {
    AdoptData: "as a ruling",
    CheckBoard: "as entering what lies on the board",
    ChooseDifficulty: "as a ruling",
    ComeBack: "as being away",
    Decline: "as agreeing",
    Depart: "the bot writes it for whoever has left the server",
    Forget: "the bot writes it for whoever has asked to be forgotten",
    GiveOrder: "as acting for the side",
    Invite: "by any player, of whoever is to play",
    HandOver: "as giving the seat up, and the newcomer as whoever asks for it",
    AgreeHouseRule: "as a setting",
    Move: "as a setting",
    NameStandIn: "as letting somebody in",
    Redo: "as undoing",
    Reopen: "by any player",
    Resume: "as a pause",
    Rewind: "as undoing each of its actions",
    RollDice: "by any player",
    TurnDown: "by whoever was invited",
    WithdrawOrder: "as acting for the side",
}
"""Commands without a row of their own, and who may give them; those of the features stand beside their tests."""


def rows() -> Iterator[tuple[str, list[str]]]:
    """Every situation with what happens to each person."""
    for situation in SITUATIONS:
        yield situation.name, [situation.outcome(user) for user in PERSONS.values()]


def page() -> Iterator[str]:
    yield "# Who may do what"
    yield ""
    yield "This page is written by `make authority` from what the rules do; a test compares every cell. The law"
    yield "behind it is seven sentences long: `/help` has them, and [each guide](playing-marne-1918.md)."
    yield ""
    yield "- **own side**: plays the side that the row is about; **other side**: plays another one."
    yield "- **neutral referee**: has never played a side. **playing referee**: plays another side."
    yield "- **newcomer**: has asked for the side's seat; **outsider**: has no seat and did not ask."
    yield "- **administrator**: an outsider who can manage the server, and who uses that with `/admin`."
    yield ""
    yield "“yes”: at once. “asks”: the others must agree first. “–”: refused. A player who plays alone asks nobody."
    yield ""
    yield f"| what | {' | '.join(PERSONS)} |"
    yield f"|---{'|---' * len(PERSONS)}|"
    for name, cells in rows():
        yield f"| {name} | {' | '.join(cells)} |"


def text() -> str:
    return "\n".join(page()) + "\n"


def untried() -> set[str]:
    """The campaign's commands of which the page says nothing."""
    tried = {*AS_ANOTHER}.union(*(each.AS_ANOTHER for each in ROWS))
    for situation in SITUATIONS:
        tried.add(type(situation.command(situation.begun(BERT), BERT)))
    return {type_ for type_, command in CAMPAIGN_COMMANDS.items() if command not in tried}


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
