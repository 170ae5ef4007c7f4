"""What the channel reads of results: the message, whom it calls, and its buttons."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.base.language import reading, say, without_stars
from bot.engine.people import EVERYBODY, Reach, tell_away
from bot.engine.posts import identity
from bot.engine.service import Result
from bot.engine.sessions import Session
from bot.messages.buttons import HAND, LookButton, lesson_view, public_view
from bot.messages.embeds import Colour, compose, cut, mark
from bot.messages.interaction import Buttons
from bot.messages.start_buttons import NoThanksButton, SeatButton, StartButton
from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import is_lesson, is_taught, of_the_step
from rules.campaign.chronicle.report import in_brief
from rules.campaign.decider.waiting import called, dues, tell_waits, waits
from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.requests import Decline
from rules.campaign.questions.requests import Wait as Waiting
from rules.campaign.seats.away import tell_pause
from rules.campaign.seats.seating import Invite, free_seats, invited
from rules.campaign.state.wait import Wait
from rules.campaign.time.corrections import CALLS, ThatsWrong, affected
from rules.campaign.time.deadlines import GoOnWithout, late
from rules.command import GameEvent, Offer, Topic
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import REASONS, Kind, Notice, Public, Secret, board_changes, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

LONGEST = 2000
NOBODY_ELSE: Mapping[Player, Public] = {}
LONGEST_HEAD = 300
UNTOLD = (*REASONS, Kind.TITLE)
"""What is not in the text of a result: the reasons are one press away, the headline is the title.
"""
ICONS: Mapping[Topic | None, str] = {Topic.DICE: "🎲", Topic.COMBAT: "⚔️", Topic.EVENT: "🎴", Topic.PHASE: "⏭️"}
NOT_ASKED = (Decline, Waiting, ThatsWrong)
"""What no headline asks for: to refuse, and to wait."""
ASKING = "✋"
Message = dict[str, Any]


def public_notices(result: Result) -> list[Public]:
    """Return what the channel reads of a result: what is for all, and who else has a message of their own. A headline
    is a result too where nothing follows it: who reads it knows which phase it is now.
    """
    every = [notice for notice in result.notices if isinstance(notice, Public)]
    last = max((place for place, notice in enumerate(every) if notice.kind is Kind.TITLE), default=0)
    is_past = {id(notice) for notice in every[:last] if notice.kind is Kind.NEXT}
    public = [notice for notice in every if notice.kind not in UNTOLD and id(notice) not in is_past]
    own = result.campaign.acts_for(result.entry.user)
    secrets = (each for each in result.notices if isinstance(each, Secret) and each.kind is not Kind.UNSEEN)
    called = {each.seat for each in result.waits if (due := dues(result.campaign).get(each.seat)) and due.in_hand}
    others = {seat for seat, players in result.campaign.roster.items() if players}.difference(own, called)
    if seats := [*dict.fromkeys(each.seat for each in secrets if each.seat in others)]:
        public.append(tell_all("{seats}: see `/hand`.", seats=Listed(seats)))
    return public or [notice for notice in every if notice.kind is Kind.TITLE]


def private_notices(result: Result) -> list[Secret]:
    """Return what a result tells the player who acted, and nobody else."""
    own = result.campaign.acts_for(result.entry.user)
    return [notice for notice in result.notices if isinstance(notice, Secret) and notice.seat in own]


def founding_message(session: Session, notices: Iterable[Public], begun: Sequence[Result] = ()) -> Message:
    """Return what the channel reads as a campaign starts, with what was done then. It calls the invited."""
    campaign, notices = session.campaign, [*notices]
    asked = invited(campaign)
    with reading(campaign.language):
        done = (each for result in begun if not isinstance(result.entry.command, Invite) for each in result.notices)
        untold = (*UNTOLD, Kind.BOARD)  # the board of a scenario is set up by its own rules
        # what must be done first is known as long as nothing more was done
        first = dict.fromkeys(due.what for due in dues(campaign).values()) if campaign.seq == len(begun) else ()
        told = [
            *(each for each in notices if each.section != "Next"),
            *(each for each in done if isinstance(each, Public) and each.kind not in untold),
            *(Public(what).under("Next") for what in first),
            *(each for each in notices if each.section == "Next"),
        ]
        message = headed("Campaign started", compose("", told, Colour.ACTION, campaign.game.title))
        if asked:
            call = line(
                "{players}: {founder} invites you to play.", players=Listed(asked), founder=campaign.founding.founder
            )
            users = [discord.Object(player) for player in asked]
            message["content"] = in_lines(message["content"], say(call))
            message["allowed_mentions"] = discord.AllowedMentions(users=users)
        now = buttons(session.id, campaign, campaign.founding.founder, is_founding=True, besides=2).get("view")
        return {**message, "view": founding_view(session.id, campaign, now)}


def arrival_message(session: Session, title: Line, notices: Iterable[Public]) -> Message:
    """Return what a channel reads to which a campaign has come, or in which it has gone back."""
    campaign = session.campaign
    with reading(campaign.language):
        message = headed(title, compose("", notices, Colour.ACTION, campaign.game.title))
        return {**message, **buttons(session.id, campaign, campaign.founding.founder)}


def founding_view(id_: int, campaign: Campaign, now: discord.ui.View | None = None) -> discord.ui.View:
    """Return the buttons of a founding: what can be done ``now``, and before or after it the free seats, and no."""
    others, free, asked = now.children if now else (), free_seats(campaign), invited(campaign)
    if campaign.founding.terms.demo or not (free or asked):
        return Buttons(*others)
    with reading(campaign.language):
        is_main = bool(asked) or len(free) == len(campaign.game.seats)
        seat = SeatButton(id_, free or campaign.game.seats, is_main=is_main)
        seats = [seat, NoThanksButton(id_)] if asked else [seat]
    return Buttons(*seats, *others) if is_main else Buttons(*others, *seats)


class Telling:
    """What entries tell, each worked out once for a message; of the ``known`` it is worked out already."""

    def __init__(self, campaign: Campaign, known: Mapping[int, Sequence[Notice]] | None = None) -> None:
        self.campaign = campaign
        self._known = {**known} if known else {}

    def of(self, entry: LogEntry) -> Sequence[Notice]:
        """Return the notices of an entry."""
        if entry.seq not in self._known:
            self._known[entry.seq] = self.campaign.tell(entry)
        return self._known[entry.seq]


def public_message(
    result: Result, notices: Sequence[Public], before: Sequence[LogEntry] = (), why: int | None = None
) -> Message:
    """Return what the channel reads of a result, below what the entries ``before`` it in the same message did, and what
    can be done next. ``why`` is the newest entry there that has reasons, if the result itself has none.
    """
    campaign, entry = result.campaign, result.entry
    entries = [*before, entry]
    with reading(campaign.language):
        brief = [each for each in in_brief(campaign) if str(each) not in map(str, notices)] if entry.ends_game else ()
        telling = Telling(campaign, {entry.seq: result.notices})
        told = [*what_counts(telling, entries)[:-1], [*notices, *brief]]
        is_bare = not any(each.kind is not Kind.TITLE for group in told for each in group)
        # of what comes late, what was to be done then is past
        is_now = is_bare and entry.number == campaign.number
        to_do = [*dict.fromkeys(due.what for due in dues(campaign).values())] if is_now else []
        also: dict[Player, Public] = {}
        if isinstance(entry.command, CALLS):
            uncalled = campaign.of(Uncalled).players
            also = {player: each for player, each in affected(campaign, entry).items() if player not in uncalled}
        call = calling(campaign, result.waits, entry.user, reach=result.reach, told=to_do, also=also)
        last = [each for each in told[-1] if each.kind is not Kind.CALL] if call else told[-1]
        if entry.ends_game:
            call = call or calling_to_end(campaign, entry.user, result.reach)
        if before:  # an edit calls nobody; it tells who must decide now
            call = {"content": calling(campaign, waits(campaign), entry.user).get("content")}
        shown = [*told[:-1], [*last, *map(Public, to_do)]]
        message = _told(telling, entries, _not_called(shown, call) if entries[0].asks_players else shown)
        goes_on_here, reasons = not entry.moves_house, reasons_in(result) or why
        numbers, is_over = [each.number for each in entries], entry.ends_game
        below = buttons(result.id, campaign, entry.user, reasons, told=numbers, is_over=is_over) if goes_on_here else {}
        return with_call({**message, **below}, call)


def past_message(
    id_: int,
    campaign: Campaign,
    entries: Sequence[LogEntry],
    why: int | None,
    called_for: frozenset[Wait],
    *,
    is_whole: bool = True,
) -> Message:
    """Return an older message without its buttons: what its entries did, their reasons, and what the table still awaits
    of what it ``called_for``. A message that may not be whole (``is_whole``) keeps its embed.
    """
    with reading(campaign.language):
        # its reasons are left below it
        view = {"view": None if why is None else Buttons(LookButton("why", id_, why))}
        if not entries:
            return view
        telling = Telling(campaign)
        told = what_counts(telling, entries)
        if entries[0].asks_players:
            told = _not_called(told, calling(campaign, called_for & waits(campaign)))
        message = _told(telling, entries, told)
    head = message.pop("content")
    # what was to do then stays in a message that says nothing else
    if not is_whole or not any(each.kind is not Kind.TITLE for group in told for each in group):
        del message["embed"]
    text = still_calling(campaign, called_for, head) if called_for else {"content": head}
    return {**message, **text, **view}


def headed(title: str, embed: discord.Embed, seats: str = "") -> Message:
    """Return an embed below its title, with the ``seats`` that acted, in a plain line of text: who reads no embeds, and
    who is notified, reads what happened.
    """
    head = f"**{cut(without_stars(say(title)), LONGEST_HEAD)}**"
    who = [say(line("{seats}", seats=Listed(seats.split(", "))))] if seats else []
    return {"content": " · ".join((head, *who)), "embed": embed}


def head_of(campaign: Campaign, entries: Sequence[LogEntry]) -> str:
    """Return the plain line of a message that tells some entries, if it tells any."""
    with reading(campaign.language):
        telling = Telling(campaign)
        return str(_told(telling, entries, what_counts(telling, entries))["content"]) if entries else ""


def _told(telling: Telling, entries: Sequence[LogEntry], told: Sequence[Sequence[Public]]) -> Message:
    """Return the message of some entries. Of what changes on the board only the last state is told."""
    campaign, first, last = telling.campaign, entries[0], entries[-1]
    board = board_changes([notice for group in told for notice in group])
    *before, now = [[each for each in group if each.kind not in (Kind.BOARD, Kind.TITLE)] for group in told]
    answered = settled(entries)
    own = next((each for each in entries if not is_part(each, answered)), first) if answered else first
    titled = next((each for each in reversed(entries) if headline(telling.of(each))), own)
    title: str = headline(telling.of(titled)) or titled.title
    if {each.seq for each in entries} <= campaign.timeline.gone:
        title = line("Undone: {title}", title=Shown(title))
    elif icon := icon_of(titled, entries):
        title = line("{icon} {title}", icon=icon, title=title)
    embed = compose("", [*now, *board], colour_of(campaign, entries), before=before)
    embed = mark(embed, first.number or 0, last.number or 0, map(identity, entries))
    # a deed is somebody's; what an event is headed by says whose it is
    is_deed = not headline(telling.of(titled)) and len(campaign.game.seats) > 1
    return headed(title, embed, (first if answered else titled).seat or "" if is_deed else "")


def colour_of(campaign: Campaign, entries: Sequence[LogEntry]) -> int:
    """Return the colour of the side that acts, or the bot's for the referee and for entries outside the game."""
    moves = [each for each in entries if any(isinstance(event, GameEvent) for event in each.events)]
    side = next((each.command.acts_as for each in moves if each.command.acts_as), entries[0].seat or "")
    colour = campaign.game.data.colours.get(side) if moves else None
    return Colour.ACTION if colour is None else int(colour[1:], 16)


def icon_of(entry: LogEntry, entries: Iterable[LogEntry]) -> str:
    """Return what one of some entries is about. By the last consent that happens what another of them asked for."""
    if entry.asks_players:
        return ASKING
    command = next((each.command for each in entries if each.seq in entry.answered), entry.command)
    return ICONS.get(command.topic, "")


def what_counts(telling: Telling, entries: Sequence[LogEntry]) -> list[list[Public]]:
    """Return what each entry still tells once the game has gone on: a request answered by one of them tells nothing."""
    answered, gone = settled(entries), telling.campaign.timeline.gone
    told = [[] if is_part(each, answered) else _done(telling.of(each)) for each in entries]
    return [struck(each) if entry.seq in gone else each for entry, each in zip(entries, told, strict=True)]


def _not_called(told: Iterable[Iterable[Public]], call: Message) -> list[list[Public]]:
    """Return what entries tell without what the line above says that calls for an answer."""
    above = call.get("content") or ""
    return [[each for each in group if each.kind is not Kind.CALL or say(each.line) not in above] for group in told]


def struck(told: Iterable[Public]) -> list[Public]:
    """Return what an entry told that was undone, struck through: what it had players do on the board is taken back."""
    return [replace(each, line=line("~~{text}~~", text=Shown(each.line))) for each in told]


def settled(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the requests whose last answer is among some entries."""
    return frozenset().union(*[entry.answered for entry in entries])


def is_part(entry: LogEntry, requests: Collection[int]) -> bool:
    """Return whether an entry asked for one of some requests, or answered it when others still had to."""
    if not requests:
        return False
    return entry.seq in requests or any(event.is_partial and event.replies_to in requests for event in entry.events)


def headline(told: Sequence[Notice]) -> Line | None:
    """Return an entry's title, the last if it has several."""
    return next((notice.line for notice in reversed(told) if notice.kind is Kind.TITLE), None)


def _done(told: Iterable[Notice]) -> list[Public]:
    """Return what still counts of an entry once the game has gone on."""
    gone = (*UNTOLD, Kind.NEXT)
    return [each for each in told if isinstance(each, Public) and each.kind not in gone]


def calling(
    campaign: Campaign,
    standing: frozenset[Wait],
    user: int | None = None,
    unanswered: Container[int] = (),
    reach: Reach = EVERYBODY,
    told: Collection[Line] = (),
    also: Mapping[Player, Public] = NOBODY_ELSE,
) -> Message:
    """Return the line above the embed that really mentions those who must decide; nothing where nobody is called. The
    ``user`` who just acted needs no call; whose request, in one of the entries ``unanswered``, had no answer in time
    does, and ``also`` whoever is told something by name. No mention disturbs those whom the ``reach`` leaves out; who
    stands in for them is called too. What they must do is not said again where the embed has ``told`` it.
    """
    askers = {**dict(late(campaign, unanswered)), **also}
    players = {player for wait in standing for player in called(campaign, wait, user)} | askers.keys()
    away = [*tell_away(campaign, standing, players, reach)]
    lines = [
        *dict.fromkeys(say(each.line) for each in askers.values()),
        *(say(each.line) for each in tell_waits(campaign, standing, user, told)),
        *(say(each.line) for _, each in away),
    ]
    if not lines:
        return {}
    lines += (say(each.line) for each in tell_pause(campaign))
    mentioned = players | {each for each, _ in away if each is not None}
    users = [discord.Object(player) for player in sorted(mentioned - reach.silent)]
    return {"content": in_lines(*lines), "allowed_mentions": discord.AllowedMentions(users=users)}


def calling_to_end(campaign: Campaign, user: int, reach: Reach) -> Message:
    """Return the line that mentions everybody who plays, but for the ``user`` who just acted: the game is over."""
    seated = {player for players in campaign.roster.values() for player in players}
    players = sorted(seated - {user, *campaign.of(Uncalled).players})
    if not players:
        return {}
    mentioned = [discord.Object(player) for player in players if player not in reach.silent]
    content = say(line("{players}: the game is over.", players=Listed(players)))
    return {"content": in_lines(content), "allowed_mentions": discord.AllowedMentions(users=mentioned)}


def as_posted(message: Message) -> Message:
    """Return a message ready for the channel: it is silent unless it mentions a user."""
    mentions = message.get("allowed_mentions")
    return {**message, "silent": not (mentions and mentions.users)}


def still_calling(campaign: Campaign, called_for: frozenset[Wait], head: str) -> Message:
    """Return the text of a message without what was answered of all that it ``called_for``; it stays as it is if
    nothing was. An edit notifies nobody.
    """
    if called_for <= waits(campaign):
        return {}
    with reading(campaign.language):
        call = calling(campaign, called_for & waits(campaign))
        return {**call, "content": in_lines(head, call.get("content")) or None}


def with_call(message: Message, call: Message) -> Message:
    """Return a message whose text calls somebody as well."""
    content = call.get("content")
    return message | call | {"content": in_lines(message["content"], content)}


def in_lines(*texts: str | None) -> str:
    """Some texts, one below the other: so many whole lines as a message takes, with a mark where there were more."""
    lines = "\n".join(filter(None, texts)).split("\n")
    if len("\n".join(lines)) <= LONGEST:
        return "\n".join(lines)
    while len(lines) > 1 and len("\n".join([*lines, "…"])) > LONGEST:
        lines.pop()
    return cut("\n".join([*lines, "…"]), LONGEST)


def buttons(
    id_: int,
    campaign: Campaign,
    user: int,
    why: int | None = None,
    *,
    told: Container[int | None] = (),
    is_over: bool = False,
    is_founding: bool = False,
    besides: int = 0,
) -> Message:
    """Return the buttons of the public offers that can be taken next; what is asked for stands out. ``why`` is an entry
    with reasons. *That's wrong* stands below the correction that it is about, if that is among those ``told`` above.
    Once the game is over, the report is a press away. In a lesson there is one button, that of its step. How a campaign
    begins is settled below its founding. ``besides`` counts the buttons that come from elsewhere.
    """
    is_demo = campaign.founding.terms.demo
    if is_demo and is_lesson(campaign) and (taught := of_the_step(campaign, user)):
        return {"view": lesson_view(id_, taught)}
    is_ending = any(each.command.ends_phase for each in campaign.requests)
    offers = [
        each
        for each in campaign.open_offers()
        # what others are asked to agree to need not be asked for again
        if (is_founding or not each.command.settles)
        and not (is_ending and each.command.ends_phase)
        and not (isinstance(each.command, ThatsWrong) and each.command.to not in told)
    ]
    called = _called(campaign, due := dues(campaign))
    if is_ending:  # who is asked can act instead
        offers.sort(key=lambda each: bool(each.seats) and called.keys().isdisjoint(each.seats))
    main = None if is_founding and invited(campaign) else asked_for(campaign, offers, user, called)
    # before play has begun a hand is looked at only where it is asked for; the panel has it always
    is_needed = main in (None, HAND) or bool(besides) or campaign.has_begun
    with_hand = is_needed and not (is_founding or campaign.is_ended) and "hand" in campaign.game.shows
    is_alone = campaign.is_alone(user) or len(campaign.game.seats) == 1
    by_hand = campaign.dice_kind == "physical"
    shows_report, is_over_lesson = is_over or campaign.is_ended, is_demo and is_taught(campaign)
    view = public_view(
        id_,
        offers,
        main=main,
        is_alone=is_alone,
        with_hand=with_hand,
        in_hand=any(each.in_hand for each in due.values()),
        why=why,
        by_hand=by_hand,
        besides=besides + shows_report + is_over_lesson,
    )
    if shows_report:
        view = view or Buttons()
        view.add_item(LookButton("report", id_))
    if is_over_lesson:
        view = view or Buttons()
        view.add_item(StartButton("new", is_main=True))
    return {"view": view} if view is not None else {}


def asked_for(campaign: Campaign, offers: Collection[Offer], user: int, called: Mapping[Seat, int]) -> str | None:
    """Return the key of what those do who are ``called``, or, where nobody is, of what a user can do: first what is
    done in the game, then to do nothing, then to end the phase. Those who are called to their hand, and who are late,
    are asked for what is in it.
    """
    if called and all(called.values()) and any(each.in_hand for each in dues(campaign).values()):
        return HAND
    overdue = [each for each in offers if isinstance(each.command, GoOnWithout) and campaign.roster[each.command.seat]]
    called = called or dict.fromkeys(campaign.acts_for(user), 0)
    able = [
        (offer.command.ends_phase, offer.command.declines, called[seat], place, offer.key)
        for place, offer in enumerate(offers)
        for seat in called
        if not (isinstance(offer.command, NOT_ASKED) or offer.command.settles or offer in overdue)
        and seat in (offer.seats or called)
    ]
    return min(able)[-1] if able else HAND if overdue else None


def _called(campaign: Campaign, due: Iterable[Seat]) -> dict[Seat, int]:
    """Return the seats that the table waits for, each with its place: who must answer, then who plays first."""
    order, called = [*due], dict[Seat, int]()
    for wait in waits(campaign):
        called[wait.seat] = min(order.index(wait.seat) + 1 if wait.due else 0, called.get(wait.seat, len(order)))
    return called


def is_partial(entry: LogEntry) -> bool:
    """Return whether some of those who were asked have answered in an entry, and others still must."""
    return any(event.is_partial for event in entry.events)


def reasons_in(result: Result) -> int | None:
    """Return the number of a result that followed a rule, a ruling or a printed table, or had open dice, or None."""
    entry = result.entry
    has_reasons = {each.kind for each in result.notices} & {*REASONS} or any(each.is_open for each in entry.rolls)
    return entry.number if has_reasons else None
