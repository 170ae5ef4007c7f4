"""Minutes of a table: what each step told whom, what it changed, and what everybody can do then, as text.

The minutes of some tables lie in ``tests/golden``. They hold every message, refusal and offer of a campaign, so a
fault that changes one of them is seen wherever it lies.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any

from rules.campaign.chronicle import report
from rules.campaign.chronicle.cast import Cast
from rules.campaign.chronicle.retelling import Passage, retold
from rules.campaign.chronicle.search import KINDS, Wanted, search
from rules.campaign.decider.audit import audit
from rules.campaign.decider.campaign import Campaign
from rules.campaign.decider.waiting import tell_waits, waits
from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.orders import Orders
from rules.campaign.state.state import Away
from rules.campaign.state.timeline import MOST_KEPT
from rules.campaign.time.deadlines import in_time, late, overdue, overdue_moves
from rules.command import Command, Offer
from rules.dice import Source
from rules.errors import RuleError
from rules.line import ENGLISH, say
from rules.log import LogEntry
from rules.notice import Notice, Secret
from rules.seat import Seat
from tests.games import BEGIN
from tests.goldens import BRIEF, listed
from tests.lives import facts
from tests.play import Play

TIME = re.compile(r"<t:(\d+):\w>")
PERSON = re.compile(r"<@(\d+)>")
SEAL = re.compile(r"\b[0-9a-f]{64}\b")
NAMED = re.compile(r"(?:fact|status|picture): [^:]*: |due: \w+ |[^:]*: ")
OFFERED = re.compile(r"\w+ may: .*?(?= \{| – | @| \([^()]*\)$|$)")


PENDING: dict[type, Callable[[Any], str]] = {}
"""What minutes say of something that was asked, for each feature that asks."""


class Minutes:
    """A table whose minutes are taken. ``people`` are those who are asked what they can do, by their ids; ``more`` says
    what else is looked at, and ``here`` how refusals name where the game stands.
    """

    def __init__(
        self,
        play: Play,
        people: Mapping[int, str],
        more: Callable[[Campaign], Iterable[str]] = lambda _: (),
        here: Callable[[Campaign], str] = lambda _: "",
    ) -> None:
        self.play, self.people, self.more, self.here = play, people, more, here
        play.all_agree = play.is_sure = False
        self.lines: list[str] = []
        self._known: list[str] = []
        self._ends: dict[str, str] = {}
        self._look()

    @property
    def text(self) -> str:
        """The minutes so far; the log of the table must verify, and fold to where it stands."""
        now = self.play.campaign
        assert now.refold(self.play.log).when(self.play.clock) == now.when(self.play.clock)
        assert audit(self.play.campaign.as_founded(), self.play.log, self.play.seed).wrong == ()
        return "\n".join(self.lines) + "\n"

    def do(self, user: int, ask: Command | str, faces: tuple[int, ...] | None = None, **fields: Any) -> None:
        """Somebody does something, or is refused."""
        self.lines.append(f"\n{self.play.campaign.seq + 1}. {self._name(user)}: {_asked(ask, fields)}")
        try:
            told = self.play.do(user, ask, faces, **fields)
        except RuleError as refusal:
            self._write(f"  ✗ {type(refusal).__name__}: {refusal}")
        else:
            for notice in told:
                self._write(f"  {_told(notice)}")
            self._look()

    def wait(self, **time: float) -> None:
        self.play.wait(**time)
        now = self.play.campaign = self.play.campaign.when(self.play.clock)
        self.lines.append(f"\n… {when(self.play.clock)}")
        over = late(now, range(now.seq + 1))
        self._write(*(f"  {self._name(player)} is told: {notice}" for player, notice in over))
        self._look()

    def everybody(self, ask: Callable[[int], Command | str] | Command | str, **fields: Any) -> None:
        """What would happen if each of them did something; nothing is done."""
        self.lines.append(f"\n? {_asked(ask, fields) if not callable(ask) else ask.__name__}")
        outcomes: dict[str, list[str]] = {}
        for user in self.people:
            given = ask(user) if callable(ask) else ask
            outcomes.setdefault(self._outcome(user, given, fields), []).append(self._name(user))
        for outcome, names in outcomes.items():
            self._write(f"  {', '.join(names)}: {outcome}")

    def _outcome(self, user: int, ask: Command | str, fields: Mapping[str, Any]) -> str:
        campaign, is_admin = self.play.campaign, self._name(user) == "Admin"
        try:
            given = {"type": ask, **fields}
            command = campaign.read_command(given) if isinstance(ask, str) else ask
            done = campaign.decide(user, command, None, Source(self.play.seed, 0), self.play.clock, is_admin=is_admin)
        except RuleError as refusal:
            return f"✗ {type(refusal).__name__}: {refusal}"
        return f"{done.seat or 'no seat'}: {' '.join(event.type for event in done.events)}" + "".join(
            f" [{', '.join(event.needed)}]" for event in done.events if hasattr(event, "needed")
        )

    def all_of(self, user: int, every: Iterable[Mapping[str, Any]]) -> None:
        """What would happen if somebody did one of many things; nothing is done. What ends alike stands together, and
        what ends as it did when it was asked before is counted.
        """
        ends: dict[str, list[str]] = {}
        for given in every:
            asked = _asked(given["type"], {name: value for name, value in given.items() if name != "type"})
            ends.setdefault(self._events(user, given), []).append(asked)
        self.lines.append("\n? everything")
        as_before = 0
        for outcome, each in ends.items():
            new = [asked for asked in each if self._ends.get(asked) != outcome]
            as_before += len(each) - len(new)
            if new:
                self._write(f"  {listed(new)}:", f"    {outcome}")
        self._write(f"  as before: {as_before}")
        self._ends |= {asked: outcome for outcome, each in ends.items() for asked in each}

    def _events(self, user: int, given: Mapping[str, Any]) -> str:
        """What a command would lead to, with every number."""
        campaign = self.play.campaign
        try:
            done = campaign.decide(
                user, campaign.read_command(given), None, Source(self.play.seed, 0), self.play.clock, sure=True
            )
        except RuleError as refusal:
            said, here = str(refusal), self.here(campaign)
            return f"✗ {type(refusal).__name__}: {said.replace(here, '(this step)') if here else said}"
        fields = ((event.type, event.model_dump(exclude_defaults=True)) for event in done.events)
        events = (f"{type_}({', '.join(_fields(each))})" for type_, each in fields)
        return "; ".join([*events, *(["dice " + " ".join(roll.glyphs for roll in done.rolls)] if done.rolls else [])])

    def _look(self) -> None:
        """Write down what has changed since the last look."""
        campaign = self.play.campaign
        now = [*_standing(campaign), *_offered(campaign, self.people), *_waited(campaign), *self.more(campaign)]
        gone, new = [each for each in self._known if each not in now], [each for each in now if each not in self._known]
        counted = Counter(map(_name, self._known)), Counter(map(_name, now))
        replaced = {_name(each) for each in new if all(count[_name(each)] == 1 for count in counted)}
        left = (_brief(each, self._known) for each in gone if _name(each) not in replaced)
        self._write(*(f"  − {each}" for each in _gathered(left)), *(f"  + {each}" for each in _gathered(new)))
        self._known = now

    def _write(self, *lines: str) -> None:
        for each in lines:
            text = PERSON.sub(lambda found: self._name(int(found[1])), each)
            text = TIME.sub(lambda found: f"‹{when(datetime.fromtimestamp(int(found[1]), BEGIN.tzinfo))}›", text)
            self.lines.append(SEAL.sub(lambda found: f"{found[0][:6]}…", text).replace("\n", "\n    "))

    def _name(self, user: int) -> str:
        return self.people.get(user, "Admin" if user == 77 else f"user {user}")


def _asked(ask: object, fields: Mapping[str, Any]) -> str:
    if isinstance(ask, Command):
        return " ".join([str(ask.model_dump().get("type")), *_fields(ask.model_dump(exclude_defaults=True))])
    return " ".join([str(ask), *_fields(fields)])


def _fields(fields: Mapping[str, Any]) -> Iterable[str]:
    return (f"{name}={value!s}" for name, value in fields.items() if name != "type")


def _gathered(lines: Iterable[str]) -> Iterable[str]:
    """Lines with the offers to one person in one line, and with entries that stand alike in one line."""
    for (kind, name), own in groupby(lines, _kind):
        each = [*own]
        if kind == "may":
            yield f"{name} may: {'; '.join(line.removeprefix(f'{name} may: ') for line in each)}"
        elif kind == "stands" and len(each) > 1:
            first, last = (line.removeprefix("stands ").removesuffix(name) for line in (each[0], each[-1]))
            yield f"stands {first} to {last}{name}" + (
                f" ({len(each)})" if len(each) < int(last) - int(first) + 1 else ""
            )
        else:
            yield from each


def _kind(line: str) -> tuple[str, str]:
    """What a line says that can be told with the next: what somebody may do, or which entry stands."""
    if " may: " in line:
        return "may", line.partition(" may: ")[0]
    number, found, text = line.removeprefix("stands ").partition(": ")
    return ("stands", f": {text}") if found and number.isdigit() and line.startswith("stands ") else ("", "")


def _name(line: str) -> str:
    """What a line is about: what stands there now replaces what stood there."""
    found = NAMED.match(line)
    return found[0] if found else line


def _brief(line: str, known: Iterable[str]) -> str:
    """As much of a line as names it among those that are known: the label of an offer, the beginning of a sentence."""
    offer = OFFERED.match(line)
    name = offer[0] if offer else line[:BRIEF]
    alike = (each for each in known if each.startswith(name))
    return line if len([*alike]) > 1 or len(line) - len(name) < 2 else name if offer else f"{name}…"


def _told(notice: Notice) -> str:
    where = f"[{notice.kind.name.lower()}] " if notice.kind.name != "RESULT" else ""
    where += f"({notice.section}) " if notice.section else ""
    return f"{where}to {notice.seat}: {notice}" if isinstance(notice, Secret) else f"{where}{notice}"


def when(at: datetime | None) -> str:
    if at is None:
        return "never"
    since = at - BEGIN
    return f"day {since.days} {since.seconds // 3600}:{since.seconds // 60 % 60:02}"


def _people(players: Iterable[int]) -> str:
    return ", ".join(f"<@{each}>" for each in players) or "nobody"


def _standing(campaign: Campaign) -> Iterable[str]:
    """What the campaign keeps, line by line, in the order of its parts."""
    for seat, players in campaign.roster.items():
        yield f"{seat}: {_people(players)}"
    for seat, known in campaign.sat.items():
        if known:
            yield f"sat {seat}: {_people(sorted(known))}"
    if campaign.done:
        yield f"done: {', '.join(sorted(campaign.done))}"
    if uncalled := campaign.of(Uncalled).players:
        yield f"uncalled: {_people(sorted(uncalled))}"
    yield from _asked_and_entered(campaign)
    for each in campaign.of(Away).stand_ins:
        yield f"stands in: {_people([each.player, each.for_player])} {sorted(each.seats)} until {when(each.until)}"
    for wait, began in sorted(campaign.began.items(), key=lambda each: (each[0].seat, each[0].due or "")):
        if wait.due:
            yield f"due: {wait.seat} since {began.seq}, by {when(began.by)}"
    for seat, orders in campaign.of(Orders).by_seat.items():
        yield f"orders of {seat}: {[(each.when, each.do, each.lasts) for each in orders]}"
    yield from _past(campaign)
    yield f"terms: {campaign.terms!r}"
    life = facts(campaign.ended)
    yield f"is_ended: {life['is_ended']}"
    yield f"is_final: {life['is_final']}"
    yield f"next_die: {campaign.next_die}"
    yield f"ended_at: {when(life['ended_at'])}"


def _asked_and_entered(campaign: Campaign) -> Iterable[str]:
    for each in campaign.requests:
        yield (
            f"request {each.seq}: {each.command.type} by <@{each.player}> for {each.seat}, “{each.title}”, needs"
            f" {', '.join(sorted(each.needed))} until {when(each.until)}{', goes on' if each.goes_on else ''}"
        )
    for kept in campaign.slices:
        yield from (PENDING[type(each)](each) for each in kept.pending)
    entered = [each for each in campaign.timeline.standing if each.command.is_correction and not each.is_unseen]
    for right in entered[-MOST_KEPT:]:
        yield f"entered {right.seq}: “{right.title}” by <@{right.by}>"


def _past(campaign: Campaign) -> Iterable[str]:
    for each in campaign.timeline.standing:
        flags = (" free" if each.is_free else "") + (" ends phase" if each.ends_phase else "")
        yield f"stands {each.seq}: {each.title} by <@{each.player}> for {each.seat}, {each.dice} dice{flags}"
    if campaign.timeline.gone:
        yield f"gone: {sorted(campaign.timeline.gone)}, to redo: {campaign.timeline.returning}"
    for point in campaign.timeline.points:
        yield f"point {point.number}: {point.label}"
    yield f"changed: {campaign.timeline.changed}, actions: {campaign.actions}"


def _offered(campaign: Campaign, people: Mapping[int, str]) -> Iterable[str]:
    told = set[str]()
    for user, name in people.items():
        for offer in campaign.offers(user):
            assert campaign.find_offer(user, offer.key) == offer
            told.add(_offer(campaign, offer))
            yield f"{name} may: {_offer(campaign, offer)}"
    for offer in campaign.open_offers():
        text = _offer(campaign, offer)
        yield f"Anybody may: {offer.label if text in told else text} ({', '.join(offer.seats) or 'any'})"


def _offer(campaign: Campaign, offer: Offer) -> str:
    flags = (" – secret" if offer.secret else "") + (" – minor" if offer.minor else "")
    form = f" {{{', '.join(offer.inputs)}}}" if offer.inputs else ""
    form += "".join(f" {name}: {' | '.join(each.value for each in offer.of(name))}" for name in offer.chosen_from)
    form += "".join(f" {name}? {said}" for name, said in offer.questions.items())
    version = (
        ""
        if offer.version == campaign.actions
        else " @now"
        if offer.version == campaign.number
        else f" @{offer.version}"
    )
    return f"{offer.label}{form}{flags}{version}"


def _waited(campaign: Campaign) -> Iterable[str]:
    standing = waits(campaign)
    for notice in tell_waits(campaign, standing):
        yield f"called: {notice}"
    for wait in sorted(standing - in_time(campaign, standing), key=str):
        yield f"too late: {wait.seat} {wait.request}"
    for asked in campaign.to_answer:
        yield from (f"overdue {asked.seq}: {notice}" for notice in overdue(campaign, asked.seq))
    yield from (f"overdue: {notice}" for notice in overdue_moves(campaign))


def told_afterwards(campaign: Campaign, log: Sequence[LogEntry]) -> str:
    """What is told of a campaign from its log alone: to each side, in the report, in numbers, and what is found."""
    lines: list[str] = []
    first: dict[int, list[str]] = {}
    for reader in (*campaign.game.seats, None):
        but = ": what reads otherwise" if first else ""
        lines.append(f"\n== Retold to {reader or 'a stranger'}{but} ==")
        turns = [*retold(campaign, log, {reader: 0} if reader else {})]
        for turn in turns:
            lines.append(f"-- turn {turn.number}, {len(turn.passages)} entries, ends after {turn.campaign.seq}")
            for passage in turn.passages:
                told = [*_passage(passage)]
                if told != first.setdefault(passage.entry.seq, told) or reader == campaign.game.seats[0]:
                    lines.extend(told)
    lines.append("\n== Reports ==")
    sides: dict[Seat, int] = dict.fromkeys(campaign.game.seats, 0)
    for turn, before in zip(turns, (None, *turns), strict=False):
        lines.append(f"-- turn {turn.number}")
        lines.extend(map(_told, report.of_turn(turn, before, sides)))
    for chapter in (report.of_all(campaign, log, turns, sides), report.in_brief(campaign), report.standing(campaign)):
        lines.extend(["--", *map(_told, chapter)])
    lines.extend(["--", *(str(each.words) for each in report.charts(turns))])
    lines.append("\n== Who is who ==")
    cast = Cast.of(campaign, log)
    lines.extend(f"{user}: {cast.name(user)}" for user in (*cast.names, 99))
    lines.extend(f"{entry.seq}: {cast.actor(entry)}" for entry in log)
    lines.extend(["\n== Found ==", *_found(campaign, log)])
    return "\n".join(lines) + "\n"


def _passage(passage: Passage) -> Iterable[str]:
    flags = ("" if passage.stands else " (undone)") + (f" at {passage.moment}" if passage.moment else "")
    yield f"{passage.entry.seq} {passage.title}{flags}"
    for name in ("told", "board", "secrets", "reasons"):
        yield from (f"  {name}: {_told(notice)}" for notice in getattr(passage, name))


def _found(campaign: Campaign, log: Sequence[LogEntry]) -> Iterable[str]:
    seats = campaign.game.seats
    wanted = [
        *(Wanted(kind=kind) for kind in KINDS), *(Wanted(seat=seat) for seat in (*seats, "referee", "none", "nobody")),
        *(Wanted(turn=turn) for turn in range(4)), *(Wanted(before=seq) for seq in (1, 2, 5)), Wanted(),
        *(Wanted(text) for text in ("TOKEN", "is 2", "*asks*", "tökén", "Lantern", "  draws   a", "zzz")),
    ]  # fmt: skip
    for each in wanted:
        asked = ", ".join(f"{field.name}={getattr(each, field.name)!r}" for field in fields(each)
                          if getattr(each, field.name) != getattr(Wanted(), field.name))  # fmt: skip
        results: dict[str, list[str]] = {}
        for reader in (*seats, None):
            reads: dict[Seat, int] = {reader: 0} if reader else {}
            found = [entry.seq for entry in search(campaign, log, reads, each, partial(say, words=ENGLISH))]
            results.setdefault(f"{found} {'all' if each.is_all else ''}".strip(), []).append(reader or "a stranger")
        told = "; ".join(f"{', '.join(readers)}: {result}" for result, readers in results.items())
        yield f"{asked or 'anything'} – {told}"
