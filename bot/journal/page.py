"""A campaign's journal, said in its reader's words: what its file is written from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from bot.base.language import say
from bot.messages.embeds import TITLES
from rules.campaign import Campaign
from rules.campaign.chronicle.cast import Cast
from rules.campaign.chronicle.report import charts, held_in, of_all, of_turn, standing
from rules.campaign.chronicle.retelling import Passage, Sight, Turn, may_read, retold, seen
from rules.campaign.chronicle.throws import throws
from rules.campaign.life.ending import is_over
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Notice, Public, Secret
from rules.picture import Picture
from rules.secrets import Shown, plain, quote

DICE_HEADS = ("Entry", "Side", "For", "Dice")
ABOUT_DICE = "All dice that were rolled in the open. `/record more what:export` gives the file that proves them."


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks to read: who they are, from which turn on, their time zone, where the messages are, and what
    some players have ``chosen`` to be called.
    """

    user: int
    at: datetime
    since: int = 0
    zone: tzinfo = UTC
    links: Mapping[int, str] | None = None
    chosen: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that stand together, under a head if they have one."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageEntry:
    """An entry of the log."""

    passage: Passage
    number: str
    who: str
    title: str
    moment: str
    link: str
    told: tuple[Group, ...]
    board: tuple[str, ...]
    secrets: tuple[Group, ...]
    reasons: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of several entries together."""

    groups: tuple[Group, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn."""

    title: str
    about: str
    entries: tuple[PageEntry, ...]
    report: Report


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice of an entry: whose they were, what for, and what they showed."""

    seq: int
    who: str
    purpose: str
    faces: str


@dataclass(frozen=True, slots=True)
class Page:
    """A journal. All its texts are said, in Discord's Markdown; its title is plain."""

    title: str
    cover: tuple[Group, ...]
    intro: tuple[str, ...]
    cast: Cast
    turns: tuple[ToldTurn, ...]
    report: Report
    dice: tuple[Thrown, ...]


def page_of(campaign: Campaign, log: Sequence[LogEntry], wish: Wish) -> Page:
    """Return the journal of a campaign for a user, in the language of the reader."""
    now = campaign.when(wish.at)
    seats = may_read(now, wish.user)
    cast = Cast.of(campaign, log, wish.chosen)
    every = [*retold(campaign, log, seats)]
    turns = [turn for turn in every if turn.number >= wish.since]
    title = campaign.founding.name or campaign.game.title
    numbers = _numbers(log, turns)
    told = tuple(
        _turn(turn, numbers, cast, wish, groups(of_turn(turn, before, seats)))
        for turn, before in zip(every, (None, *every), strict=False)
        if turn.number >= wish.since
    )
    told_of_all = groups(of_all(now, log, turns, seats, in_full=True))
    report = Report(told_of_all, tuple(charts(turns))) if not wish.since else Report()
    return Page(
        say(line("Journal of {name}", name=plain(title))),
        tuple(_cover(now, cast)),
        tuple(_intro(now, log, turns, seats, wish)),
        cast,
        told,
        report,
        tuple(_dice(now, turns)),
    )


def _cover(campaign: Campaign, cast: Cast) -> Iterator[Group]:
    """Yield what stands on the first page: the game, how it stands or ended, and who played."""
    yield Group(say("Game"), (say(campaign.game.title),))
    yield Group(say("Result" if campaign.is_ended else "As it stands"), tuple(_said(standing(campaign))))
    yield Group(say("Players"), tuple(map(say, cast.names.values())))


def _dice(campaign: Campaign, turns: Iterable[Turn]) -> Iterator[Thrown]:
    entries = [passage.entry for turn in turns for passage in turn.passages]
    for each in throws(campaign, entries):
        roll, who = each.roll, say(line("{seat}", seat=each.seat)) if each.seat else ""
        faces = f"{len(roll.faces)}d{roll.sides}: {roll.glyphs} = {roll.total}"
        yield Thrown(each.number, who, say(Line(each.purpose)), faces)


def _intro(
    campaign: Campaign, log: Sequence[LogEntry], turns: Sequence[Turn], seats: Sight, wish: Wish
) -> Iterator[str]:
    """Yield what the file is, and what of the secrets is in it."""
    start, open_ = campaign.founding.at or wish.at, seen(log)
    yield say(line("Entries in total: {count}", count=campaign.number))
    yield f"<t:{int(start.timestamp())}> – <t:{int((open_[-1].at if open_ else start).timestamp())}>"
    told = {secret.seat for turn in turns for passage in turn.passages for secret in passage.secrets}
    told |= {seat for turn in turns for seat in held_in(turn, seats)}
    sides = [seat for seat in campaign.roster if seat in told]
    if is_over(campaign):
        yield say("The campaign has ended for good: every secret is in this file.")
    elif sides:
        yield say(line("This file holds what only {seats} may know: don't pass it on.", seats=Listed(sides)))
    else:
        yield say("No secret is in this file.")
    yield say(line("Times are in the time zone {zone}.", zone=quote(str(wish.zone))))


def _turn(turn: Turn, numbers: Mapping[int, str], cast: Cast, wish: Wish, brief: tuple[Group, ...]) -> ToldTurn:
    entries = tuple(_once(_entry(each, numbers, cast, wish) for each in turn.passages))
    picture = turn.campaign.game.picture(turn.campaign.state, turn.past) if turn.campaign.terms.pictures else None
    title = say(line("Turn {turn}", turn=turn.number))
    first, last = (numbers[turn.passages[place].entry.seq] for place in (0, -1))
    about = say(line("entries {first}–{last}", first=Shown(first), last=Shown(last)))
    return ToldTurn(title, about, entries, Report(brief, (picture,) if picture else ()))


def _once(entries: Iterable[PageEntry]) -> Iterator[PageEntry]:
    """Entries without the moments that the title of the one before has just named."""
    title = ""
    for each in entries:
        yield replace(each, moment="") if each.moment.replace("**", "") == title.replace("**", "") else each
        title = each.title


def _entry(passage: Passage, numbers: Mapping[int, str], cast: Cast, wish: Wish) -> PageEntry:
    secrets: dict[str, list[Secret]] = {}
    for notice in passage.secrets:
        secrets.setdefault(say(line("Only for {seat}", seat=notice.seat)), []).append(notice)
    return PageEntry(
        passage,
        number=numbers[passage.entry.seq],
        who=say(cast.actor(passage.entry)),
        title=say(passage.title),
        moment=say(passage.moment) if passage.moment else "",
        link=(wish.links or {}).get(passage.entry.seq, ""),
        told=groups(passage.told),
        board=tuple(say(notice.line) for notice in passage.board),
        secrets=tuple(Group(head, tuple(_said(own))) for head, own in secrets.items()),
        reasons=groups(passage.reasons),
    )


def _numbers(log: Iterable[LogEntry], turns: Iterable[Turn]) -> Mapping[int, str]:
    """Return the numbers of the entries that the reader sees. Private deeds are counted after the entry before them."""
    read = {passage.entry.seq for turn in turns for passage in turn.passages}
    found: dict[int, str] = {}
    number, after = 0, 0
    for entry in log:
        if entry.number is not None:
            number, after = entry.number, 0
            found[entry.seq] = str(number)
        elif entry.seq in read:
            after += 1
            found[entry.seq] = f"{number}.{after}"
    return found


def groups(notices: Iterable[Public]) -> tuple[Group, ...]:
    """Return the notices grouped by section, as the journal says them. No sentence is repeated."""
    under: dict[str, list[Notice]] = {}
    for notice in notices:
        head: str | Line = notice.section or TITLES.get(notice.kind) or ""
        under.setdefault(say(head) if head else "", []).append(notice)
    return tuple(Group(head, tuple(_said(own))) for head, own in under.items())


def _said(notices: Iterable[Notice]) -> Iterator[str]:
    yield from dict.fromkeys(say(notice.line, opened=isinstance(notice, Secret)) for notice in notices)
