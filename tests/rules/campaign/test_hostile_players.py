"""Five hostile players: each knows the best tricks that were ever found, and plays them in a random order.

Who has read what is kept here a second time, by what was told: whoever comes to a side is held against it, and whatever
they look up is searched for what only another side was told.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from rules.campaign.life.administration import AdminSeat
from rules.campaign.life.ending import End, Reopen, is_over
from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.questions import PutQuestion
from rules.campaign.questions.requests import Agree, Agreed, Asked, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.kin import NoteKin, SecretsRenewed, news_for
from rules.campaign.seats.seating import HandOver, Join, Leave, Left, TakeOver
from rules.campaign.seats.stand_ins import NameStandIn
from rules.campaign.state.state import Original
from rules.campaign.time.forking import Fork, ForkBegun, People, TakeOverLog
from rules.campaign.time.points import Mark
from rules.campaign.time.redo import Redo
from rules.campaign.time.rewind import Rewind
from rules.campaign.time.undo import Undo
from rules.command import Command
from rules.errors import RuleError
from rules.game import REDEAL
from rules.log import LogEntry
from rules.notice import Public, Secret
from rules.seat import REFEREE, Player, Seat
from tests.faults.rounds import many
from tests.games import all_games
from tests.play import ADMIN, Play
from tests.rules.test_conformance import filled
from tests.worlds import read_by

GAMES = ("fields-of-despair", "gathering-storm", "marne-1918", "night-watch")
PLAYERS, STEPS, MOST_FORKS = (1, 2, 3, 4, 5), 90, 2
SHORTEST = 12
"""A secret line of fewer letters may stand anywhere."""
Deed = tuple[int, Command]
"""Who gives which command."""


class SecretRead(AssertionError):
    """Somebody came to a side, or read a line, that was not for them."""


@dataclass
class Table:
    """A campaign with its forks. ``read`` is who has read which side in each of them by what was told; in ``split``
    are the sides that hide something else there; ``lines`` is what each side alone was told,
    ``heard`` what a player was.
    """

    plays: list[Play]
    chance: random.Random
    read: list[set[tuple[int, Seat]]] = field(default_factory=lambda: [set()])
    split: list[set[Seat]] = field(default_factory=lambda: [set()])
    heard: dict[int, set[str]] = field(default_factory=dict)
    lines: list[dict[Seat, set[str]]] = field(default_factory=lambda: [{}])

    def do(self, number: int, user: int, command: Command) -> None:
        """Somebody tries something in one of the campaigns; its relatives know of each other before and after."""
        play = self.plays[number]
        self._tell_kin()
        before, log = play.campaign, len(play.log)
        acting = self._acting(play)
        try:
            play.do(user, command)
        except RuleError:
            return
        for entry in play.log[log:]:
            self._hear(number, entry)
        self._check(number, before.roster, acting, play.log[log])
        for event in play.log[log].events:
            if isinstance(event, ForkBegun) and len(self.plays) <= MOST_FORKS and number == 0:
                self._fork(event)
        self._tell_kin()

    def look(self, number: int, user: int) -> None:
        """Somebody reads whatever can be read, and finds no line of a side that they have not read."""
        play = self.plays[number]
        if is_over(play.campaign.when(play.clock)):
            return
        known = {seat for reader, seat in self.read[number] if reader == user}
        public = {str(each) for entry in play.log for each in play.campaign.tell(entry) if isinstance(each, Public)}
        lines = self.lines[number]
        public |= self.heard.get(user, set())
        everything = "\n".join(read_by(play, user))
        for seat in lines.keys() - known:
            for line in lines[seat] - public:
                if len(line) >= SHORTEST and line in everything:
                    raise SecretRead(f"{user} finds “{line}” of {seat}")

    def _acting(self, play: Play) -> set[tuple[int, Seat]]:
        return {(user, seat) for user in (*PLAYERS, ADMIN) for seat in play.campaign.acts_for(user) if seat != REFEREE}

    def _hear(self, number: int, entry: LogEntry) -> None:
        """What an entry told, and to whom; a hand that is new is known to nobody else."""
        play = self.plays[number]
        campaign, acting = play.campaign, self._acting(play)
        renewed = {event.seat for event in entry.events if isinstance(event, SecretsRenewed)}
        done = {event.to for event in entry.events if isinstance(event, Agreed) and event.is_complete}
        dealt = [each for each in play.log if each.command.type == REDEAL and each.seq in {entry.seq, *done}]
        if campaign.game.redeals_all and not any(isinstance(event, Asked) for event in entry.events):
            renewed |= {each.seat for each in dealt if each.seat}
        for seat in renewed:
            self.split[number].add(seat)
            self.read[number] -= {pair for pair in self.read[number] if pair[1] == seat}
        if not campaign.has_begun:  # there was nothing to read but plans, and those go with whoever leaves
            self.read[number] -= {(event.player, event.seat) for event in entry.events if isinstance(event, Left)}
        for notice in campaign.tell(entry):
            if isinstance(notice, Secret):
                self.lines[number].setdefault(notice.seat, set()).add(str(notice))
        self._reads(number, {pair for pair in acting if pair[1] in self.lines[number]})
        for user, seat in acting:
            self.heard.setdefault(user, set()).update(self.lines[number].get(seat, ()))

    def _reads(self, number: int, pairs: set[tuple[int, Seat]]) -> None:
        """Somebody has read a side: in the relatives, too, as long as it hides the same there."""
        for other in range(len(self.plays)):
            shared = {pair for pair in pairs if pair[1] not in self.split[number] | self.split[other]}
            self.read[other] |= pairs if other == number else shared

    def _check(self, number: int, roster: Any, acting: set[tuple[int, Seat]], entry: LogEntry) -> None:
        """Whoever has come to a side has read no other one whose players did not agree."""
        play = self.plays[number]
        agreed = self._agreed(play, entry) | {seat for seat, players in roster.items() if entry.user in players}
        for user, seat in sorted(self._acting(play) - acting):
            for reader, known in sorted(self.read[number]):
                others = {*roster[known]} - {user}
                is_hidden = known != seat and play.game.hides(known)
                if reader == user and is_hidden and others and known not in agreed:
                    raise SecretRead(f"{user} has read {known} and comes to {seat} by {entry.command!r}")

    def _agreed(self, play: Play, entry: LogEntry) -> set[Seat]:
        """The sides whose players agreed to what an entry did."""
        answered = [event.to for event in entry.events if isinstance(event, Agreed)]
        asked = [each for each in play.log if each.seq in answered]
        answers = (event for each in play.log for event in each.events if isinstance(event, Agreed))
        said = {seat for each in answers if each.to in answered for seat in each.seats}
        return said | {seat for each in asked for seat in play.campaign.game.seats if each.seat == seat}

    def _fork(self, begun: ForkBegun) -> None:
        original = self.plays[0]
        log = [each for each in original.log if each.seq <= begun.at]
        seed = bytes([len(self.plays)]) * 32
        fork = Play(original.game, original.campaign.as_founded().follow_all(log), seed)
        fork.log, fork.clock, fork.all_agree = log, original.clock, False
        people, fresh = People.of(original.campaign), begun.is_fresh
        is_open = is_over(original.campaign.when(original.clock))
        fork.do(begun.player, TakeOverLog(name="B", people=people, is_open=is_open, is_fresh=fresh))
        self.plays.append(fork)
        self.read.append({*self.read[0]})
        self.split.append({*original.game.seats} if fresh else {*self.split[0]})
        self.lines.append({} if fresh else {seat: {*lines} for seat, lines in self.lines[0].items()})
        if fresh:
            self.read[-1].clear()
        self._hear(len(self.plays) - 1, fork.log[-1])

    def _tell_kin(self) -> None:
        """What the bot writes into relatives; the original's first."""
        original = self.plays[0]
        for fork in self.plays[1:]:
            if not fork.campaign.has_kin:
                continue
            since = fork.campaign.forked_at - 1
            for here, there in ((original, fork), (fork, original)):
                readings = news_for(here.campaign, there.campaign, since)
                now = Original(
                    {seat: original.campaign.roster[seat] for seat in original.game.seats},
                    is_over(original.campaign.when(original.clock)),
                )
                other = now if here is fork and fork.campaign.original != now else None
                if readings or other is not None:
                    here.do(1, NoteKin(readings=readings, original=other))


# ---- the tricks ----

Trick = Callable[[Table, Play, int], Iterator[Deed]]
TRICKS: dict[str, Trick] = {}


def trick(name: str) -> Callable[[Trick], Trick]:
    def named(made: Trick) -> Trick:
        TRICKS[name] = made
        return made

    return named


def own_of(play: Play, user: int) -> list[Seat]:
    return [seat for seat in play.campaign.seats_of(user) if seat != REFEREE]


def other_seat(table: Table, play: Play, user: int) -> Seat:
    others = [seat for seat in play.game.seats if seat not in own_of(play, user)]
    return table.chance.choice(others or [*play.game.seats])


def friend(table: Table, user: int) -> Player:
    return Player(table.chance.choice([each for each in PLAYERS if each != user]))


def simple(name: str, make: Callable[[Table, Play, int], Command]) -> None:
    """A trick of one command."""

    def give(table: Table, play: Play, user: int) -> Iterator[Deed]:
        yield user, make(table, play, user)

    TRICKS[name] = give


def some_entry(table: Table, play: Play) -> int:
    return table.chance.randint(0, play.campaign.seq)


def a_plan(table: Table, play: Play) -> MakePlan:
    """Some phases, answers and deeds, some of which the game may not have."""

    def some(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in (*names, "none") if table.chance.random() < 0.4)

    state, flip = play.campaign.state, table.chance.random
    deeds = some(name for seat in play.game.seats for name in play.game.plannable(state, seat))
    return MakePlan(
        stops=some(play.game.phases())[:5],
        orders=some(play.game.orders()),
        deeds=deeds,
        asks_again=flip() < 0.5,
        lasts=flip() < 0.5,
    )


def last_of(play: Play) -> int:
    return play.campaign.last_action.entry if play.campaign.last_action else 0


simple("ask for another seat", lambda t, p, u: Join(seat=other_seat(t, p, u)))
simple("ask for the referee's office", lambda _t, _p, _u: Join(seat=REFEREE))
simple("take over a seat that may be silent", lambda t, p, u: TakeOver(seat=other_seat(t, p, u)))
simple("leave one's seat", lambda t, p, u: Leave(seat=(own_of(p, u) or [other_seat(t, p, u)])[0]))
simple("give one's seat to a friend", lambda t, p, u: HandOver(seat=[*own_of(p, u), REFEREE][0], player=friend(t, u)))
simple("give the office to a friend", lambda t, _p, u: HandOver(seat=REFEREE, player=friend(t, u)))
simple("fork where it stands", lambda _t, p, _u: Fork(at=p.campaign.seq))
simple("fork an earlier entry", lambda t, p, _u: Fork(at=some_entry(t, p)))
simple("fork with new secrets", lambda _t, p, _u: Fork(at=p.campaign.seq, is_fresh=True))
simple("end it for good", lambda _t, _p, _u: End(for_good=True))
simple("end it for now", lambda _t, _p, _u: End())
simple("reopen it", lambda _t, _p, _u: Reopen())
simple("undo whatever was last", lambda _t, _p, _u: Undo())
simple("undo an entry by its place", lambda t, p, _u: Undo(entry=some_entry(t, p)))
simple("rewind past a draw", lambda t, p, _u: Rewind(to=some_entry(t, p), last=last_of(p)))
simple("rewind to the founding", lambda _t, p, _u: Rewind(to=0, last=last_of(p)))
simple("bring everything back", lambda _t, _p, _u: Redo())
simple("bring one thing back", lambda t, p, _u: Redo(number=1, first=some_entry(t, p)))
simple("mark a point", lambda _t, p, _u: Mark(name=f"here {p.campaign.seq}"))
simple("answer for a seat by default", lambda t, p, u: DecideByDefault(seat=other_seat(t, p, u)))
simple("shorten the deadlines", lambda _t, _p, _u: SetPatience(answer=1, silence=1))
simple("ask what the others hold", lambda _t, _p, _u: PutQuestion(question="What do you hold?"))
simple("make a plan", lambda t, p, _u: a_plan(t, p))
simple("plan to answer as the other side must", lambda _t, p, _u: MakePlan(orders=tuple(p.game.orders())))
simple("go away", lambda _t, p, _u: BeAway(until=p.clock + timedelta(days=9)))
simple("name a stand-in", lambda t, p, u: NameStandIn(player=friend(t, u), until=p.clock + timedelta(days=9)))


@trick("stand in, read, and go over")
def stand_in(table: Table, play: Play, user: int) -> Iterator[Deed]:
    other, until = friend(table, user), play.clock + timedelta(days=9)
    for seat in own_of(play, user):
        yield user, NameStandIn(player=other, until=until)
        yield other, TakeOver(seat=seat)
        yield other, Leave(seat=seat)
    yield other, Join(seat=other_seat(table, play, user))


@trick("share a seat, leave it, ask for another")
def share(table: Table, play: Play, user: int) -> Iterator[Deed]:
    seat = other_seat(table, play, user)
    yield user, Join(seat=seat)
    yield user, Leave(seat=seat)
    yield user, Join(seat=other_seat(table, play, user))


@trick("give one's seat away and come back to the other side")
def change_sides(table: Table, play: Play, user: int) -> Iterator[Deed]:
    for seat in own_of(play, user):
        yield user, HandOver(seat=seat, player=friend(table, user))
    yield user, Join(seat=other_seat(table, play, user))


@trick("let two change places")
def swap(table: Table, play: Play, user: int) -> Iterator[Deed]:
    other = friend(table, user)
    for one, two in ((user, other), (other, user)):
        for seat in own_of(play, one):
            yield one, HandOver(seat=seat, player=Player(two))


@trick("read a free seat in a relative, then join the other side in the original")
def relative(table: Table, play: Play, user: int) -> Iterator[Deed]:
    other = friend(table, user)
    for seat in own_of(play, user):
        yield user, HandOver(seat=seat, player=other)
    for original in table.plays[:1]:
        table.do(0, other, Join(seat=other_seat(table, original, other)))


@trick("wait until everybody is silent and take a seat")
def outwait(table: Table, play: Play, user: int) -> Iterator[Deed]:
    play.wait(days=15)
    yield user, TakeOver(seat=other_seat(table, play, user))


@trick("ask, and carry it out once the time is over")
def by_silence(table: Table, play: Play, user: int) -> Iterator[Deed]:
    yield user, Join(seat=other_seat(table, play, user))
    play.wait(days=4)
    for request in play.campaign.requests:
        yield user, Agree(to=play.campaign.number(request.seq))


@trick("agree for others")
def agree_for_all(_table: Table, play: Play, user: int) -> Iterator[Deed]:
    for request in play.campaign.requests:
        yield user, Agree(to=play.campaign.number(request.seq))


@trick("decline everything")
def decline_all(_table: Table, play: Play, user: int) -> Iterator[Deed]:
    for request in play.campaign.requests:
        yield user, Decline(to=play.campaign.number(request.seq))


@trick("have the administrator free a seat, and take it")
def admin(table: Table, play: Play, user: int) -> Iterator[Deed]:
    seat = other_seat(table, play, user)
    yield ADMIN, AdminSeat(seat=seat, player=table.chance.choice([None, Player(user)]))
    yield user, Join(seat=seat)


@trick("deal anew and undo it")
def deal_anew(_table: Table, play: Play, user: int) -> Iterator[Deed]:
    if REDEAL in play.game.commands_by_type:
        yield user, play.campaign.read_command({"type": REDEAL})
        yield user, Undo()


@trick("look everything up")
def look_up(table: Table, play: Play, user: int) -> Iterator[Deed]:
    table.look(table.plays.index(play), user)
    yield from ()


@trick("press what others were offered")
def foreign_offers(table: Table, play: Play, user: int) -> Iterator[Deed]:
    for offer in play.campaign.offers(friend(table, user))[:3]:
        yield user, filled(offer)


# ---- the campaigns ----


def hostile(name: str, number: int, steps: int = STEPS) -> Table:
    """A random campaign of five hostile players, and its forks."""
    game, chance = all_games()[name], random.Random(f"{name} {number}")
    play = Play(game)
    play.all_agree = False
    for user, side in enumerate(game.seats[1 : len(PLAYERS)], start=2):
        play.do(user, Join(seat=side))
    table = Table([play], chance)
    for _ in range(steps):
        at, user = chance.randrange(len(table.plays)), chance.choice(PLAYERS)
        play = table.plays[at]
        if chance.random() < 0.5:
            offers = [(each, offer) for each in PLAYERS for offer in play.campaign.offers(each)]
            secret = [each for each in offers if each[1].command.is_private or each[1].command.type.startswith("draw")]
            for who, offer in [chance.choice(secret if secret and chance.random() < 0.5 else offers)] if offers else ():
                table.do(at, who, filled(offer))
            continue
        for who, command in TRICKS[chance.choice([*TRICKS])](table, play, user):
            table.do(at, who, command)
        for request in play.campaign.requests if chance.random() < 0.4 else ():
            for seat in sorted(request.needed):
                for who in play.campaign.roster[seat][:1]:
                    table.do(at, who, Agree(to=play.campaign.number(request.seq)))
    for at in range(len(table.plays)):
        for user in PLAYERS:
            table.look(at, user)
    return table


def test_there_are_forty_tricks() -> None:
    assert len(TRICKS) >= 40


@pytest.mark.by_day(3)
@pytest.mark.parametrize("number", range(60))
@pytest.mark.parametrize("name", GAMES)
def test_nobody_reads_a_secret_before_its_time(name: str, number: int) -> None:
    hostile(name, number)


def test_the_tricks_do_happen() -> None:
    """Seats change hands, forks begin, and somebody has read two sides."""
    tables = [hostile("night-watch", number) for number in range(many(4, 8))]
    assert any(len(table.plays) > 1 for table in tables)
    readers = [user for table in tables for user, _ in {*table.read[0]}]
    assert len(readers) > len({*readers})


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("rules.campaign.seats.seating.endangered_by", lambda *_: frozenset()),
        ("rules.campaign.decider.folding._asked_anew", lambda _, after: after),
        ("tests.worlds.may_read", lambda now, _: dict.fromkeys(now.game.seats, 0)),
        ("tests.rules.campaign.test_hostile_players.news_for", lambda *_: ()),
    ],
    ids=["nobody is asked", "nobody who is read meanwhile", "everybody finds all", "relatives know nothing"],
)
def test_an_old_fault_would_be_found(place: str, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, fault)
    if "may_read" in place:
        monkeypatch.setattr("bot.journal.page.may_read", fault)
    with pytest.raises(SecretRead):
        [hostile("night-watch", number) for number in range(60)]
