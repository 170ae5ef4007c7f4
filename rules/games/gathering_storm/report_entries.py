"""What is told of research that a side writes down, and of what the referee enters."""

from collections.abc import Iterator

from rules.games.gathering_storm.entered import (
    AggressionEntered,
    CivilWarEntered,
    ConquestEntered,
    FlagsEntered,
    PactSigned,
    PowerEntered,
    RussiaEntered,
    TradeEntered,
    WorldEntered,
)
from rules.games.gathering_storm.events import (
    Assigned,
    DutyWaived,
    Reassigned,
    Recorded,
    ResultRevealed,
    StormEvent,
)
from rules.notice import Notice, tell_all, tell_rule, tell_seat
from rules.secrets import Hidden, Shown


def report_entry(event: StormEvent) -> Iterator[Notice]:
    """What is told of an entry."""
    match event:
        case Recorded() | Assigned() | Reassigned() | ResultRevealed():
            yield from _research(event)
        case PowerEntered():
            yield tell_all(
                "{power}: support {support}, income {income}, income tiles {tiles}, factory conversion {conversion}, "
                "diplomatic counters {counters}.",
                power=event.power,
                support=_number(event.support),
                income=_number(event.income),
                tiles=_number(event.tiles),
                conversion=_number(event.conversion),
                counters=_number(event.counters, empty="as printed"),
            )
        case WorldEntered(climate=climate, balance=balance):
            yield tell_all(
                "Economic Climate {climate:+}; Balance of Power {balance:+} (the Axis ahead when positive).",
                climate=climate,
                balance=balance,
            )
        case AggressionEntered():
            yield from _aggression(event)
        case PactSigned(germany=germany, russia=russia):
            yield tell_all("The Nazi-Soviet Pact holds.")
            yield tell_all(
                "Additional events a turn: Germany {germany}, Russia {russia}.", germany=germany, russia=russia
            )
        case DutyWaived():
            yield tell_all("The referee releases all powers from the dispute's duties this turn.")
        case _:
            yield from _on_the_map(event)


def _number(number: int | None, empty: str = "not entered") -> Shown:
    return Shown(empty if number is None else f"{number}")


def _research(event: Recorded | Assigned | Reassigned | ResultRevealed) -> Iterator[Notice]:
    match event:
        case Recorded(power=power, project=project, before=before, now=now, results=results):
            yield tell_seat(
                power,
                "{project}: {before} steps of earlier turns, {now} of this one, {results} results.",
                project=project,
                before=before,
                now=now,
                results=results,
            )
        case Assigned(power=power, project=project, points=points):
            yield tell_seat(power, "{project}: {points} more this turn.", project=project, points=points)
        case Reassigned(power=power, source=source, project=project, points=points, ruling=ruling):
            yield tell_seat(
                power,
                "{points} of the surplus of {source} go to {project}.",
                points=points,
                source=source,
                project=project,
            )
            if ruling:
                yield tell_seat(power, "By ruling {name}.", name=Hidden(ruling))
        case ResultRevealed(project=project):
            yield tell_all("A result in {project} is revealed.", project=Shown(project))


def _aggression(event: AggressionEntered) -> Iterator[Notice]:
    target = Shown(event.target)
    if event.has_succeeded:
        yield tell_all(
            "{power} has won its aggression against {target}, worth {value}.",
            power=event.power,
            target=target,
            value=event.value,
        )
    else:
        yield tell_all("{power} is at its aggression against {target}.", power=event.power, target=target)
    yield tell_rule(
        "From the next turn on it counts for the EAI (23.2) and, won by the Axis, for additional events (9.14)."
    )


def _on_the_map(event: StormEvent) -> Iterator[Notice]:
    match event:
        case CivilWarEntered(country=country, is_on=is_on, counters=counters):
            state = Shown("is on" if is_on else "is not on")
            yield tell_all(
                "The civil war in {country} {state}; counters there: {counters}.",
                country=Shown(country),
                state=state,
                counters=counters,
            )
        case ConquestEntered(country=country, power=power):
            holder = Shown(power or "nobody")
            yield tell_all("{country} is held by {holder}.", country=Shown(country), holder=holder)
        case TradeEntered(owner=owner, country=country, holds=holds):
            verb = Shown("has" if holds else "no longer has")
            yield tell_all(
                "{owner} {verb} a trade pact with {country}.", owner=Shown(owner), verb=verb, country=Shown(country)
            )
        case FlagsEntered(country=country, flags=flags):
            yield tell_all(
                "Flags in {country}: {flags}.", country=Shown(country), flags=Shown(flags or "fewer than four")
            )
        case RussiaEntered(is_purged=is_purged, has_cohesion=has_cohesion, opens=opens, closes=closes):
            purge = Shown("a purge forbids counters" if is_purged else "no purge forbids counters")
            cohesion = Shown("full" if has_cohesion else "not full")
            yield tell_all("Russian diplomacy: {purge}, cohesion is {cohesion}.", purge=purge, cohesion=cohesion)
            if opens:
                yield tell_all("{country} is open to Russia.", country=Shown(opens))
            if closes:
                yield tell_all("{country} is no longer open to Russia.", country=Shown(closes))
