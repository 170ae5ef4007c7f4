"""Who may do what: every action of a campaign, tried by everybody at a table of Night Watch.

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
from rules.campaign.life.administration import AdminDefault, AdminEnd, AdminReopen, AdminSeat
from rules.campaign.life.ending import End, Reopen
from rules.campaign.life.forgetting import Forget
from rules.campaign.life.imports import TakeIn
from rules.campaign.life.language import SetLanguage
from rules.campaign.life.pausing import Pause, Resume
from rules.campaign.life.pictures import SetPictures
from rules.campaign.life.places import Move
from rules.campaign.life.rolling import AddWords, RollDice
from rules.campaign.life.trash import Restore, Trash
from rules.campaign.questions.answering import AnswerQuestion, OpenAnswers
from rules.campaign.questions.checks import CheckBoard
from rules.campaign.questions.plans import DropPlan, GiveOrder, KeepOrders, MakePlan
from rules.campaign.questions.questions import PutQuestion, WithdrawQuestion
from rules.campaign.questions.requests import Agree, Asked, Decline
from rules.campaign.questions.rulings import AdoptData, ChooseDifficulty, SetRuling
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.calls import SetCalls
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.seats.stand_ins import NameStandIn
from rules.campaign.time.corrections import Object, Withdraw
from rules.campaign.time.disputes import AdminSettle, Settle, Toss
from rules.campaign.time.forking import Fork, TakeOverLog
from rules.campaign.time.points import Mark
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command
from rules.errors import RuleError
from rules.game import AnyGame
from rules.seat import REFEREE, Player
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH, Answer, EnterScore, NextPhase, NightWatch, Swap
from tests.play import ADMIN, Play

PAGE = Path(__file__).parent.parent / "docs" / "authority.md"
ANNA, BERT, CARLA, DORA, NORA, OTTO, VERA = 1, 2, 3, 4, 5, 6, 7
NEWER = "1" * 64

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

YES, OPEN, ASKS, NO = "yes", "yes, unless objected", "asks", "–"


def table(user: int) -> Play:
    """A table in its first phase, for the person who tries something."""
    game = all_games()["night-watch"]
    newer = NightWatch(game.data.replace(sides=8))
    start = founded(game, CARLA if user == CARLA else ANNA, REFEREE if user == CARLA else NORTH)
    play = Play(game, Campaign.founded(replace(start.founding, data="0" * 64), game, {NEWER: newer}))
    play.all_agree = False
    if user == CARLA:
        play.do(ANNA, Join(seat=NORTH))
    play.do(BERT, Join(seat=SOUTH))
    play.do(DORA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.number))
    return play


def both_hold(play: Play) -> None:
    """Both sides hold a secret token."""
    play.do(BERT, "draw")
    play.do(ANNA, "draw")


@dataclass(frozen=True)
class Situation:
    """Something that can be done: its name, what happened before, and the command that is tried."""

    name: str
    before: Callable[[Play], Any]
    command: Callable[[Play, int], Command]
    tokens: Callable[[Play], None] = both_hold

    def begun(self, user: int) -> Play:
        """The table at which a user tries it."""
        play = table(user)
        self.tokens(play)
        play.do(NORA, Join(seat=SOUTH))
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
        if any(isinstance(event, Asked) for event in play.log[-1].events):
            return ASKS
        is_contested = any(each.seq == play.campaign.seq for each in play.campaign.contested)
        return OPEN if is_contested else YES


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
    """The newest entry."""
    return play.campaign.seq


def answer(play: Play) -> Command:
    """Agreeing to what was asked for last."""
    return Agree(to=last(play))


def seat_request(play: Play) -> int:
    """The entry in which Nora asked."""
    return next(each.seq for each in play.campaign.requests if each.player == NORA)


def silent(*users: int) -> Callable[[Play], None]:
    """All but the silent did something after a fortnight."""

    def before(play: Play) -> None:
        play.wait(days=15)
        for user in {ANNA, BERT, CARLA, DORA} - {*users}:
            if play.campaign.seats_of(user):
                play.do(user, RollDice())

    return before


def freed(play: Play) -> None:
    """Bert gives the South up."""
    play.do(BERT, Leave(seat=SOUTH))


def north_freed(play: Play) -> None:
    """Nobody holds the North any more."""
    for user in (ANNA, DORA):
        if NORTH in play.campaign.seats_of(user):
            play.do(user, Leave(seat=NORTH))


def no_referee(play: Play) -> None:
    """The referee leaves the office."""
    play.do(play.campaign.roster[REFEREE][0], Leave(seat=REFEREE))


STAND_IN = NameStandIn(player=Player(NORA), until=datetime(2100, 1, 1, tzinfo=UTC))
CALLED = (ANNA, {"type": "call"})


TRUCE = {"type": "put_question", "question": "Truce?", "seats": "South"}


def ended_for_good(play: Play) -> None:
    """All sides have agreed to end the campaign for good."""
    play.all_agree = True
    play.do(BERT, End(for_good=True))


def rewound(play: Play, _user: int) -> Rewind:
    """Back to before the last two actions."""
    first, newest = play.campaign.timeline.standing[-2:]
    return Rewind(to=first.number - 1, last=newest.number)


def late_question(play: Play) -> None:
    """Bert has asked his own side something, and the time to answer is over."""
    play.do(BERT, TRUCE)
    play.wait(days=4)


def trashed(play: Play) -> None:
    """All sides agree to put the campaign in the trash."""
    play.all_agree = True
    play.do(BERT, Trash())


def called_and_freed(play: Play) -> None:
    """The South was called, and Bert gives it up."""
    done(CALLED)(play)
    freed(play)


def out_of_time(play: Play) -> None:
    """The sides have kept a phase open for all the time that they have, and Dora asks for its end once more."""
    play.do(DORA, NextPhase())
    play.do(BERT, Decline(to=last(play)))
    play.do(BERT, NextPhase())
    play.do(DORA, Decline(to=last(play)))
    play.do(DORA, NextPhase())
    play.do(BERT, Decline(to=last(play)))
    play.wait(days=30)
    play.do(DORA, NextPhase())


def ended_out_of_time(play: Play) -> None:
    """The South has no time left, and the phase ended as Dora had asked."""
    out_of_time(play)
    play.do(BERT, Agree(to=last(play)))


def paused(play: Play) -> None:
    """All sides agree to a pause."""
    play.all_agree = True
    play.do(BERT, Pause(until=SOON))
    play.all_agree = False


def disputed(play: Play) -> None:
    """The sides contradict one another about the score."""
    for user, other in ((BERT, DORA), (DORA, BERT)):
        play.do(user, EnterScore(score=user, reason="We counted"))
        play.do(other, Object(to=last(play)))


LATER, SOON = datetime(2100, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)

SITUATIONS = (
    Situation("Act for the side (answer, draw, play, keep, assign …)", done(CALLED), given(Answer())),
    Situation("End a phase in which another side can still act", done(), given(NextPhase())),
    Situation("Enter or correct a number of the board", done(), given(EnterScore(score=3))),
    Situation("Object to a correction that the side entered", done((BERT, EnterScore(score=3))),
              lambda play, _: Object(to=last(play))),
    Situation("Withdraw a correction that the side entered", done((BERT, EnterScore(score=3))),
              lambda play, _: Withdraw(to=last(play))),
    Situation("Undo the side's last action, by which nobody learned anything", done((BERT, {"type": "call"})),
              given(Undo())),
    Situation("Undo the side's last action after a die, a draw or a secret",
              done((BERT, Swap()), (ANNA, lambda play: Agree(to=last(play)))), given(Undo())),
    Situation("Undo the end of a phase",
              done((BERT, NextPhase()), (DORA, lambda play: Agree(to=last(play)))), given(Undo())),
    Situation("Rewind over the side's own actions, by which nobody learned anything",
              done((BERT, {"type": "wave"}), (BERT, {"type": "call"})), rewound),
    Situation("Rewind over a die, a draw, a secret or what another side did",
              done((ANNA, {"type": "wave"}), (BERT, {"type": "call"})), rewound),
    Situation("Bring back the side's own action, by which nobody learned anything",
              done((BERT, {"type": "call"}), (BERT, Undo())), given(Redo())),
    Situation("Bring back the side's draw, the end of a phase or a correction",
              done((BERT, EnterScore(score=3)), (ANNA, lambda play: Object(to=last(play))), (BERT, EnterScore(score=4)),
                   (BERT, Undo())), given(Redo())),
    Situation("Mark a point of the record", done(), given(Mark(name="Before the storm"))),
    Situation("Say that the board matches", done(),
              lambda play, _: CheckBoard(changed=play.campaign.timeline.changed)),
    Situation("Agree to a request of the side", done((BERT, {"type": "swap"})), lambda play, _: Agree(to=last(play))),
    Situation("Agree to a request that asks the side", done((DORA, NextPhase())), lambda play, _: Agree(to=last(play))),
    Situation("Decline a request that asks the side", done((DORA, NextPhase())),
              lambda play, _: Decline(to=last(play))),
    Situation("Let a newcomer share the side's seat", done(), lambda play, _: Agree(to=seat_request(play))),
    Situation("Ask to share the side's seat", done(), given(Join(seat=SOUTH))),
    Situation("Take the side's free seat, with its hand", freed, given(Join(seat=SOUTH))),
    Situation("Ask to share another side's seat", done(), given(Join(seat=NORTH))),
    Situation("Take another side's free seat", north_freed, given(Join(seat=NORTH))),
    Situation("Take the side's seat from a silent player", silent(BERT), given(Join(seat=SOUTH))),
    Situation("Give the side's seat up", done(), given(Leave(seat=SOUTH))),
    Situation("Hand the side's seat over", done(), given(HandOver(seat=SOUTH, player=Player(OTTO + 1)))),
    Situation("Become the referee where there is none", no_referee, given(Join(seat=REFEREE))),
    Situation("Go on without the side's answer", done(CALLED), given(DecideByDefault(seat=SOUTH))),
    Situation("Go on without the answer of the side's free seat", called_and_freed,
              given(DecideByDefault(seat=SOUTH))),
    Situation("Change a ruling", done(), given(SetRuling(name="lanterns", choice="no"))),
    Situation("Choose a difficulty", done(), given(ChooseDifficulty(difficulty="dark"))),
    Situation("Adopt newer data", done(), given(AdoptData(data=NEWER))),
    Situation("Keep a phase open that another side would end", done((DORA, NextPhase())),
              lambda play, _: Decline(to=last(play))),
    Situation("Keep a phase open once one's bank of time is empty", out_of_time,
              lambda play, _: Decline(to=last(play))),
    Situation("Undo the end of a phase once one's bank of time is empty", ended_out_of_time, given(Undo())),
    Situation("Not let others go on without the side's answer",
              done(CALLED, (DORA, DecideByDefault(seat=SOUTH))), lambda play, _: Decline(to=last(play))),
    Situation("Say that one is away", done(), given(BeAway(until=LATER))),
    Situation("Be back", done((BERT, BeAway(until=LATER))), given(ComeBack())),
    Situation("Stop all clocks until a day", done(), given(Pause(until=SOON))),
    Situation("End a pause", paused, given(Resume())),
    Situation("Enter a number that was contradicted twice", disputed, given(EnterScore(score=3, reason="Mine"))),
    Situation("Let a die decide what was contradicted twice", disputed, given(Toss(fact="enter_score"))),
    Situation("Settle what was contradicted twice", disputed, given(Settle())),
    Situation("Set deadlines", done(), given(SetPatience(answer=5, silence=20))),
    Situation("Choose the language of the channel", done(), given(SetLanguage(language="fr"))),
    Situation("Switch the pictures on or off", done(), given(SetPictures(on=False))),
    Situation("Be called when it is one's own move, or not", done(), given(SetCalls(on=False))),
    Situation("Plan the turn of one's own side", done(), given(MakePlan(orders=("silence",)))),
    Situation("Order on a condition what one's own side does", done(), given(GiveOrder(do="silence"))),
    Situation("Keep some of one's own side's orders", done((BERT, GiveOrder(do="silence", when="any"))),
              given(KeepOrders())),
    Situation("Do without a plan", done((BERT, MakePlan(orders=("silence",)))), given(DropPlan())),
    Situation("Name a stand-in for one's own seat", done(), given(STAND_IN)),
    Situation("Be back, after which nobody stands in", done((BERT, STAND_IN)), given(ComeBack())),
    Situation("Take the side's seat beside its player as the newcomer whom that one named", done((BERT, STAND_IN)),
              given(Join(seat=SOUTH))),
    Situation("Roll dice for something on the table", done(), given(RollDice())),
    Situation("Ask the sides something under seal", done(), given(PutQuestion(question="Truce?"))),
    Situation("Answer a question that asks the side alone", done((BERT, TRUCE)),
              lambda play, _: AnswerQuestion(to=last(play), answer="yes")),
    Situation("Withdraw a question of the side that nobody has answered", done((BERT, TRUCE)),
              lambda play, _: WithdrawQuestion(to=last(play))),
    Situation("Open the answers before the time to answer is over", done((BERT, TRUCE)),
              lambda play, _: OpenAnswers(to=last(play))),
    Situation("Open the answers after the time to answer is over", late_question,
              lambda play, _: OpenAnswers(to=last(play))),
    Situation("Fork the campaign once it has ended for good", ended_for_good, given(Fork(at=0))),
    Situation("End the campaign", done(), given(End())),
    Situation("Move the campaign to another channel", done(), given(Move(channel=1))),
    Situation("Put the campaign in the trash", done(), given(Trash())),
    Situation("Bring the campaign back from the trash", trashed, given(Restore())),
    Situation("Reopen the campaign", done((ADMIN, AdminEnd())), given(Reopen())),
    Situation("Administrator: free a seat", done(), given(AdminSeat(seat=SOUTH))),
    Situation("Administrator: go on without an answer", done(CALLED), given(AdminDefault(seat=SOUTH))),
    Situation("Administrator: settle what was contradicted twice", disputed, given(AdminSettle())),
    Situation("Administrator: end the campaign", done(), given(AdminEnd())),
    Situation("Administrator: reopen the campaign", done((ADMIN, AdminEnd())), given(AdminReopen())),
)  # fmt: skip

TRIED_ELSEWHERE: dict[type[Command], str] = {
    AddWords: "before the first die, by whoever can roll dice",
    Forget: "the bot writes it for whoever has asked to be forgotten, which anybody can",
    TakeOverLog: "the first entry of a fork's own: the bot writes it",
    TakeIn: "the first entry of a campaign from a file: the bot writes it",
}
"""Commands without a row of their own, and why."""


def rows() -> Iterator[tuple[str, list[str]]]:
    """Every situation with what happens to each person."""
    for situation in SITUATIONS:
        yield situation.name, [situation.outcome(user) for user in PERSONS.values()]


KINDS: dict[str, Callable[[type[Command]], bool]] = {
    "ends a phase": lambda command: command.ends_phase,
    "corrects a number": lambda command: command.is_correction,
    "needs the others' consent": lambda command: command.needs_consent,
    "is the side's own, in private": lambda command: command.is_private,
    "is the side's own": lambda _: True,
}


def kind_of(command: type[Command]) -> str:
    """The row that holds for a command of a game."""
    return next(kind for kind, applies in KINDS.items() if applies(command))


def commands_of(game: AnyGame) -> Iterator[str]:
    """The commands of a game by kind."""
    for kind in KINDS:
        titles = sorted({each.title for each in game.commands if kind_of(each) == kind})
        if titles:
            yield f"- *{kind}*: {', '.join(titles)}"


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Who may do what"
    yield ""
    yield "This page is written by `make authority` from what the rules do; a test compares every cell."
    yield "[Tricks that do not work](tricks.md) says what stands in the way of whoever tries."
    yield ""
    yield "- **own side**: plays the side that the row is about; **other side**: plays another one."
    yield "- **neutral referee**: has never played a side. A referee who acted for a side has played it."
    yield "- **playing referee**: plays another side. The office gives no power over the sides."
    yield "- **newcomer**: has asked for the side's seat; **outsider**: has no seat and did not ask."
    yield "- **administrator**: an outsider who can manage the server, and who uses that with `/admin`."
    yield ""
    yield "“yes”: at once. “yes, unless objected”: at once, and another side can object until the deadline. “asks”: the"
    yield "others must agree first. “–”: refused. A player who plays alone asks nobody."
    yield ""
    yield f"| what | {' | '.join(PERSONS)} |"
    yield f"|---{'|---' * len(PERSONS)}|"
    for name, cells in rows():
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    yield "## The commands of each game"
    yield ""
    yield "What is a side's own is for its players alone. A referee who plays no side, or a player who plays alone,"
    yield "also acts for a free seat that nobody else ever held."
    for game in all_games().values():
        if not type(game).__module__.startswith("tests"):
            yield ""
            yield f"### {game.title}"
            yield ""
            yield from commands_of(game)


def text() -> str:
    """The page."""
    return "\n".join(page()) + "\n"


def untried() -> set[str]:
    """The campaign's commands that no row tries."""
    tried: set[type[Command]] = {Agree, *TRIED_ELSEWHERE}
    for situation in SITUATIONS:
        play = situation.begun(BERT)
        tried.add(type(situation.command(play, BERT)))
    return {type_ for type_, command in CAMPAIGN_COMMANDS.items() if command not in tried}


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
