"""The after-action report, from the log alone: of a turn, and of the whole campaign."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from rules.campaign.chronicle.retelling import Passage, Sight, Turn, may_read, moment_of, retold, seen
from rules.campaign.chronicle.throws import side_of
from rules.campaign.decider.campaign import Campaign
from rules.campaign.questions.requests import Agree
from rules.command import GameEvent
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_section
from rules.picture import Curves, Mark, Picture, Series, label
from rules.seat import Seat
from rules.secrets import Shown

MOST_TOLD = 8
"""So many results of a side are told of a turn."""
MOST_WORDS = 310
"""So many English words a report outside a file has at most, so that no language needs more than 350: of earlier
turns more is told in the journal.
"""
HELD = "What they did not know"
MOST_HELD = 4
"""So many things that a side held are named of a turn."""
MOST_IN_BRIEF = 3
MOST_CURVES = len(Mark)
ENTERED = "Figures"


def of_turn(turn: Turn, before: Turn | None, seats: Sight) -> Iterator[Public]:
    """Yield what a turn brought: each side's acts, the figures, what the others did not know, how long it took."""
    following = (*turn.passages[1:], None)
    stand = [each for each, then in zip(turn.passages, following, strict=True) if each.stands and _is_told(each, then)]
    for seat in dict.fromkeys(_side(each) for each in stand):
        own = [each for each in stand if _side(each) == seat]
        side = Shown(seat)
        yield from (Public(_result(each)).under(side) for each in own[:MOST_TOLD])
        if len(own) > MOST_TOLD:
            yield tell_section(side, "And {count} more.", count=len(own) - MOST_TOLD)
    yield from _chronicle(turn)
    yield from _swings(turn, before)
    yield from _tell_held(turn, seats)
    first, last = turn.passages[0].entry, turn.passages[-1].entry
    if last.at > first.at:
        yield tell_section("Time", "The turn took {time}.", time=lasting(last.at - first.at))


def for_reader(campaign: Campaign, log: Sequence[LogEntry], user: int) -> Iterator[Public]:
    """Return the report of a campaign as somebody may read it now."""
    seats = may_read(campaign, user)
    return of_all(campaign, log, [*retold(campaign, log, seats)], seats)


def of_all(
    campaign: Campaign, log: Sequence[LogEntry], turns: Sequence[Turn], seats: Sight, *, in_full: bool = False
) -> Iterator[Public]:
    """Yield what the whole campaign brought: its length, who won, what each side held turn by turn, what the game
    itself tells, and the figures. Outside a file, for which it is told ``in_full``, it has a limit of words.
    """
    if not turns:
        return
    begun, known = [*_in_short(campaign, log, turns)], campaign.game.figures(campaign.state)
    figures = [tell_section(ENTERED, "{name}: {value}", name=each.name, value=each.value) for each in known]
    unseen = [each for turn in turns for each in _tell_held(turn, seats)]
    if campaign.is_alone(campaign.founding.founder):  # there was nobody who did not know it
        unseen = []
    yield from begun
    if in_full:
        yield from unseen
    else:
        room = MOST_WORDS - count_words(*begun, *figures)
        fitting = newest(unseen, room)
        yield from fitting
        yield from newest([each for turn in turns for each in _of_its_turn(turn)], room - count_words(*fitting))
    yield from figures
    is_over = campaign.is_ended or not campaign.due
    if is_over and not _sees_all(campaign, seats) and "hand" in campaign.game.shows:
        yield tell_section(HELD, "What each side held is told once nobody can reopen the campaign.")


def held_in(turn: Turn, seats: Sight) -> Mapping[Seat, Sequence[Line | Shown]]:
    """Return what each side held in secret at the end of a turn, if the reader may see the secrets of every side."""
    campaign = turn.campaign
    if not _sees_all(campaign, seats):
        return {}
    unseen = {
        seat: [each.reveal(lambda name: name) for each in campaign.game.holdings(campaign.state, seat)]
        for seat in campaign.game.seats
        if seat in seats
    }
    return {seat: things for seat, things in unseen.items() if things}


def _sees_all(campaign: Campaign, seats: Sight) -> bool:
    return set(campaign.game.seats) <= set(seats)


def _tell_held(turn: Turn, seats: Sight) -> Iterator[Public]:
    sides = [line("{seat}: {things}", seat=seat, things=_things(held)) for seat, held in held_in(turn, seats).items()]
    if sides:
        yield tell_section(HELD, "**Turn {turn}**: {held}.", turn=turn.number, held=Listed(sides, " · "))


def _things(held: Sequence[Line | Shown]) -> Listed:
    """Return what a side held, equal things counted."""
    names = {str(each): each for each in held}
    counted = [
        line("{count} × {name}", count=count, name=names[name]) if count > 1 else line("{name}", name=names[name])
        for name, count in Counter(map(str, held)).items()
    ]
    more = len(counted) - MOST_HELD
    return Listed([*counted[:MOST_HELD], *([line("{count} more", count=more)] if more > 0 else [])])


def count_words(*told: Public) -> int:
    """Return how many words some lines have, in English."""
    return sum(len(str(each).split()) for each in told)


def _chronicle(turn: Turn) -> Iterator[Public]:
    """Return what a game tells of a turn in lines of its own."""
    happened = (event for each in turn.passages if each.stands for event in each.entry.events)
    return iter(turn.campaign.game.chronicle(happened))


def _of_its_turn(turn: Turn) -> Iterator[Public]:
    """Yield the same where it stands beside other turns."""
    for each in _chronicle(turn):
        title = line("{title}, turn {turn}", title=each.section, turn=turn.number) if each.section else None
        yield each if title is None else each.under(title)


def _in_short(campaign: Campaign, log: Sequence[LogEntry], turns: Sequence[Turn]) -> Iterator[Public]:
    open_ = seen(log)
    yield tell_all(
        "{turns} {turns:turn|turns}, {entries} {entries:entry|entries}, {time} from the first to the last.",
        turns=len(turns),
        entries=len(open_),
        time=lasting(open_[-1].at - (campaign.founding.at or open_[0].at)),
    )
    yield from as_told(turns)
    yield from _won(campaign)


def as_told(turns: Sequence[Turn]) -> Iterator[Public]:
    """Yield in which turns the players told how their table stood: what was before, nobody entered."""
    done = ((turn.number, each.entry.command) for turn in turns for each in turn.passages if each.stands)
    of = [turn for turn, each in done if each.is_told and (each.settles or each.needs_consent)]
    if of:
        yield tell_all("As told from the table in turn {turns}.", turns=Listed(dict.fromkeys(of)))


def newest(told: Sequence[Public], room: int) -> Sequence[Public]:
    """Return the last of some lines, as many as have room for their words."""
    first = next((place for place in range(len(told) + 1) if count_words(*told[place:]) <= room), len(told))
    return told[first:]


def charts(turns: Sequence[Turn]) -> Iterator[Picture]:
    """Yield the figures turn by turn, a few in each picture."""
    if len(turns) < 2:
        return
    known = [_figures(turn) for turn in turns]
    names = {name: label_ for each in known for name, (label_, _) in each.items()}
    shown = [name for name in names if all(each[name][1] >= 0 for each in known if name in each)]
    since, until = label("turn {turn}", turn=turns[0].number), label("turn {turn}", turn=turns[-1].number)
    for first in range(0, len(shown), MOST_CURVES):
        series = tuple(
            Series(names[name], mark, tuple(each[name][1] if name in each else None for each in known))
            for mark, name in zip(Mark, shown[first : first + MOST_CURVES], strict=False)
        )
        yield Picture(label("Figures"), (Curves(label("Turn by turn"), since, until, series),))


def standing(campaign: Campaign) -> Iterator[Public]:
    """Yield where the game stands, and its figures."""
    where = moment_of(campaign)
    if where is not None:
        yield Public(where)
    yield from (each for each in _won(campaign) if where is None or str(each.line) not in str(where))
    yield from (
        tell_all("{name}: {value}", name=each.name, value=each.value) for each in campaign.game.figures(campaign.state)
    )


def in_brief(campaign: Campaign) -> Iterator[Public]:
    """Yield what the channel reads as the game ends, from the campaign as it stands."""
    turn, start = campaign.game.turn(campaign.state), campaign.founding.at
    if start is not None and campaign.at is not None:
        yield tell_section(
            "How it went",
            "Up to turn {turn}: {entries} {entries:entry|entries} in {time}.",
            turn=turn,
            entries=campaign.number,
            time=lasting(campaign.at - start),
        )
    yield from (each.under("How it went") for each in _won(campaign))
    figures = [*campaign.game.figures(campaign.state)][:MOST_IN_BRIEF]
    yield from (tell_section("How it went", "{name}: {value}", name=each.name, value=each.value) for each in figures)


def _won(campaign: Campaign) -> Iterator[Public]:
    won = campaign.game.outcome(campaign.state)
    if won is not None:
        yield Public(won)


def _swings(turn: Turn, before: Turn | None) -> Iterator[Public]:
    """Yield how the figures changed in a turn."""
    old = _figures(before) if before else {}
    for name, (label_, value) in _figures(turn).items():
        if name in old and old[name][1] != value:
            yield tell_section(ENTERED, "{name}: {before} → {after}", name=label_, before=old[name][1], after=value)


def _figures(turn: Turn) -> Mapping[str, tuple[Line | Shown, int]]:
    game, state = turn.campaign.game, turn.campaign.state
    return {str(each.name): (each.name, each.value) for each in game.figures(state)}


def _is_move(passage: Passage) -> bool:
    return any(isinstance(event, GameEvent) for event in passage.entry.events)


def _is_told(passage: Passage, then: Passage | None) -> bool:
    """Return whether it is something that a side did in the game, which everybody saw, and not the end of a phase; that
    can also be the last consent, which the game stands elsewhere after.
    """
    command = passage.entry.command
    if command.is_private or command.ends_phase or command.is_chronicled or not _is_move(passage):
        return False
    if isinstance(command, Agree):
        return len(passage.told) > 1 and then is not None and then.moment is None
    return bool(passage.told)


def _side(passage: Passage) -> Seat:
    return side_of(passage.entry) or Seat("")


def _result(passage: Passage) -> Line:
    # who agreed last stands below what was done
    return passage.told[-2 if isinstance(passage.entry.command, Agree) else 0].line


def lasting(time: timedelta) -> Line:
    """Return how long something took, in one unit."""
    minutes, hours, days = (round(time / timedelta(**unit)) for unit in ({"minutes": 1}, {"hours": 1}, {"days": 1}))
    if time < timedelta(minutes=1):
        return line("less than a minute")
    if minutes < 60:
        return line("{count} {count:minute|minutes}", count=minutes)
    if hours < 48:
        return line("{count} {count:hour|hours}", count=hours)
    return line("{count} {count:day|days}", count=days)
