"""What a campaign's founding, its status, its rulings, newer data and the group's own data read like."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from bot.engine.sessions import Session
from bot.log.chain import Written
from bot.messages.dice_texts import without_this_bot
from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import begun
from rules.campaign.decider.waiting import asked_in, moves, waits
from rules.campaign.life.ending import DAYS_TO_REOPEN
from rules.campaign.life.settings import mention
from rules.campaign.questions.requests import absent, is_lapsed
from rules.campaign.questions.rulings import tell_house_rules
from rules.campaign.seats.away import tell_pause
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import for_anyone, in_time, overdue, overdue_moves
from rules.errors import DataError
from rules.line import Listed, both, line
from rules.notice import Public, tell_all, tell_section, tell_text
from rules.ruling import GameData, differences
from rules.seat import REFEREE
from rules.secrets import Shown, moment, quote

DONE, TO_COME = "▰", "▱"
LONGEST_BAR = 20


def founding(session: Session) -> Iterable[Public]:
    """Yield what the channel reads as a campaign starts, the same whenever it is written."""
    campaign = session.campaign.as_founded()
    start = campaign.founding
    if start.terms.demo:
        yield from begun(campaign)
        return
    name = quote(start.name)
    if start.seat == REFEREE:
        yield tell_all("**{name}**: {player} is the referee.", name=name, player=start.founder)
    elif len(campaign.game.seats) > 1:
        yield tell_all("**{name}**: {player} plays {seat:the}.", name=name, player=start.founder, seat=start.seat)
    else:
        yield tell_all("**{name}** has begun.", name=name)
    if campaign.founding.dice == "physical":
        yield tell_section("Dice", "Roll your own, and enter the faces.")
    if campaign.game.data.difficulties:
        yield difficulty_of(campaign).under("Settle first")
    for ruling in campaign.game.data.rulings.to_settle_first:
        yield tell_text(ruling.settle_first).under("Settle first")


def status(campaign: Campaign) -> Iterable[Public]:
    """Yield where a campaign stands, and what it waits for."""
    yield tell_all("Campaign: **{name}**", name=quote(campaign.founding.name))
    if campaign.ended is not None:
        yield tell_all("The campaign has ended.")
        if not campaign.ended.is_final:
            yield tell_all("`/campaign manage what:reopen` reopens it within {days} days.", days=DAYS_TO_REOPEN)
    yield from waiting(campaign)
    yield from campaign.game.status(campaign.state)
    for seat, players in () if campaign.is_solitaire else campaign.roster.items():
        who = Listed(players)
        if players:
            yield tell_section("Seats", "{seat}: held by {who}", seat=seat, who=who)
        else:
            yield tell_section("Seats", "{seat}: free", seat=seat)
    if not campaign.is_ended:
        yield from overdue_in(campaign)
    if campaign.dice_kind == "sealed":
        yield tell_section("Dice", "Sealed dice and draws so far: {count}", count=campaign.next_die)
    else:
        yield tell_section("Dice", "You roll on your own table. Blind draws so far: {count}", count=campaign.next_die)


def waiting(campaign: Campaign, besides: Collection[Wait] = ()) -> Iterator[Public]:
    """Yield whom the table waits for, for what, and until when, ``besides`` what is told already."""
    for request in for_anyone(campaign):
        names = both(map(campaign.named, sorted(request.needed)))
        yield tell_all(
            "The table waits for anyone to go on: {asked}, and {names} did not answer in time.",
            asked=asked_in(campaign, request),
            names=names,
        )
    standing = in_time(campaign, waits(campaign)) - frozenset(besides)
    for asked in campaign.to_answer:
        seats = sorted(wait.seat for wait in standing if wait.request == asked.seq)
        if not seats:
            continue
        names, what = both(map(campaign.named, seats)), asked_in(campaign, asked)
        if asked.until is None:
            yield tell_all("The table waits for {names} to answer: {asked}.", names=names, asked=what)
        else:
            until = moment(asked.until)
            yield tell_all(
                "The table waits for {names}, until {until}, to answer: {asked}.", names=names, until=until, asked=what
            )
    for due, asked_for in moves(campaign, standing):
        names = both(campaign.named(wait.seat) for wait in asked_for)
        yield tell_all("The table waits for {names}: {what}", names=names, what=due.whole)


def overdue_in(campaign: Campaign) -> Iterator[Public]:
    """Yield what was not answered in time, and who is away."""
    said = for_anyone(campaign)
    for asked in campaign.requests:
        if campaign.is_past(asked.until) and asked not in said and not is_lapsed(campaign, asked):
            yield from (each.under("Waiting") for each in overdue(campaign, asked.seq))
    yield from (each.under("Waiting") for each in overdue_moves(campaign))
    playing = [seat for seat in campaign.game.seats if campaign.roster[seat]]
    yield from (Public(each).under("Waiting") for each in absent(campaign, playing))
    yield from (each.under("Waiting") for each in tell_pause(campaign))


def bar(turn: int, turns: tuple[int, int]) -> str:
    """Return the turns as a bar, this one included in what is done."""
    first, last = turns
    length = min(last - first + 1, LONGEST_BAR)
    done = -(-(turn - first + 1) * length // (last - first + 1))
    return DONE * done + TO_COME * (length - done)


def panel_lines(campaign: Campaign) -> Iterator[Public]:
    """Yield where a campaign stands, and whom it waits for."""
    if campaign.is_ended:
        yield tell_all("The campaign has ended.")
        return
    game, state = campaign.game, campaign.state
    if turns := game.turns():
        yield tell_all(
            "{bar} turn {turn} of {last}", bar=Shown(bar(game.turn(state), turns)), turn=game.turn(state), last=turns[1]
        )
    yield from waiting(campaign)
    yield from game.status(state)
    yield from overdue_in(campaign)


def difficulty_of(campaign: Campaign) -> Public:
    """Return the difficulty by which the rulings are answered."""
    data = campaign.game.data
    known = data.difficulties.get(data.difficulty or "")
    others = Listed(each.title for id_, each in data.difficulties.items() if id_ != data.difficulty)
    if known is None:
        return tell_all("Difficulty: **your own answers**. Others: {others}.", others=others)
    return tell_all("Difficulty: **{difficulty}**. Others: {others}.", difficulty=Shown(known.title), others=others)


def rulings_of(campaign: Campaign, only: str | None) -> Iterable[Public]:
    """Yield the answers to the open questions, or one of them with its reasons. With all of them the difficulty."""
    if only is None and campaign.game.data.difficulties:
        yield difficulty_of(campaign)
    for name, ruling in campaign.game.data.rulings.by_name.items():
        if only not in (None, name):
            continue
        question, answer = Shown(ruling.question), Shown(ruling.words)
        if ruling.chosen is None:
            yield tell_all("{question} **{answer}**", question=question, answer=answer)
        else:
            yield tell_all("{question} **{answer}** (the referee's answer)", question=question, answer=answer)
        if only is not None:
            yield tell_section("Choices", "One of: {choices}", choices=Listed(ruling.sentences))
            yield tell_text(ruling.basis).under("Why the default")
    if only is None:
        yield from tell_house_rules(campaign)


def what_differs(old: GameData, new: GameData) -> Iterable[Public]:
    """Yield what other data changes."""
    yield from (Public(change).under("What differs") for change in differences(old, new))


def arrived(session: Session) -> Iterable[Public]:
    """Yield what a channel reads to which a campaign has come."""
    campaign, last = session.campaign, session.last_home
    yield tell_all("**{name}** is played here now.", name=quote(campaign.founding.name))
    if last is not None:
        yield tell_all("What happened before is in {channel}.", channel=mention(last.channel))
    yield from campaign.game.status(campaign.state)


def went_back(session: Session, lost: int) -> Iterable[Public]:
    """Yield what a channel reads once a backup is restored that has not the whole log."""
    yield tell_all("A backup was restored: the log ends with entry {number}.", number=session.campaign.number)
    if lost:
        yield tell_all("Lost: {count} {count:entry|entries}, and what was done in private since then.", count=lost)
    else:
        yield tell_all("Whatever was done after that is lost.")


def recorded(record: Written) -> Iterable[Public]:
    """Yield what a player gets with the record of a campaign."""
    yield tell_all("Entries: {count}. Hash of the log: `{hash}`.", count=record.entries, hash=Shown(record.hash))
    if record.is_open:
        yield tell_all("The game is over, so the file holds everything, with the seed of the dice.")
    else:
        yield tell_all("It holds every open die with its key.")
        yield tell_all("Its entries stay closed, and so does the seed, until the game is over.")
        yield tell_all("Keep the file, or the hash: they prove later that the log was not changed.")
    yield without_this_bot()


MOST_OWN, MOST_FAULTS = 25, 12


def added_data(campaign: Campaign, added: GameData, *, later: bool) -> Iterable[Public]:
    """Yield what would change with a file of the group, which may be ``later`` in other campaigns."""
    yield tell_all("The file can be read. Tick *Add to this campaign* in the form to add it.")
    if later:
        yield tell_all("This server's later campaigns of this game are played with it.")
    yield from what_differs(campaign.game.data, added)


def own_data(campaign: Campaign, *, is_forgotten: bool = False) -> Iterable[Public]:
    """Yield what the group has added to the data of its campaign, and what it can add; perhaps the server's later
    campaigns have just lost it (``is_forgotten``).
    """
    game = campaign.game
    if is_forgotten:
        yield tell_all("This server's later campaigns of this game are played with this bot's data alone.")
    if not game.own_parts:
        yield tell_all("Nothing can be added to the data of {game}.", game=Shown(game.title))
    for part in game.own_parts:
        key, _, name = part.partition(".")
        own = game.data.own.get(key, ())
        given = own.get(name, ()) if name and own else own
        called = Shown(game.data.parts[part])
        yield tell_all("Added to {part}: {count}", part=called, count=1 if isinstance(given, str) else len(given))
    names = [quote(str(each.get("title") or each.get("name") or each.get("id"))) for each in own_elements(campaign)]
    if names:
        yield Public(line("{names}", names=Listed(names[:MOST_OWN]))).under("Your own")


def own_elements(campaign: Campaign) -> list[Mapping[str, Any]]:
    """Return the cards and markers that the group has added."""
    lists = (each for each in campaign.game.data.own.values() if isinstance(each, list | tuple))
    return [each for elements in lists for each in elements if isinstance(each, Mapping)]


def faults(fault: DataError) -> Iterable[Public]:
    """Yield what is wrong in a file that a player gave, line by line."""
    lines = fault.lines
    yield from map(Public, lines[:MOST_FAULTS])
    if len(lines) > MOST_FAULTS:
        yield tell_all("Further faults: {count}", count=len(lines) - MOST_FAULTS)
