"""Whom the table waits for: players who must answer a request, and those whose move it is."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from rules.campaign.decider.offering import open_offers
from rules.campaign.questions.questions import unanswered
from rules.campaign.state.sealed import Question
from rules.campaign.state.state import CampaignState, Request
from rules.command import GameCommand
from rules.line import Line, Listed, line
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown, quote

MOST_NAMED = 3
"""So many of the things that a player can do are named."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A seat must answer the request or the question of entry ``request``; without one it is the seat's move in the
    game, where ``due`` is the number of the question that the game asks it.
    """

    seat: Seat
    request: int | None = None
    due: int = 0


def waits(campaign: CampaignState) -> frozenset[Wait]:
    """Everything that the table waits for now. Nobody waits for a demo."""
    if campaign.rests or campaign.founding.terms.demo:
        return frozenset()
    asked = (Wait(seat, request.seq) for request in campaign.requests for seat in request.needed)
    put = (Wait(seat, question.seq) for question in campaign.questions for seat in unanswered(campaign, question))
    moves = (Wait(seat, due=due_number(campaign, seat)) for seat in campaign.game.to_move(campaign.state))
    return frozenset((*asked, *put, *moves))


def due_number(campaign: CampaignState, seat: Seat) -> int:
    """The number of the question that the game asks a seat; 0 for none."""
    due = campaign.game.due(campaign.state, seat)
    return due.number if due is not None else 0


def to_answer(campaign: CampaignState) -> tuple[Request | Question, ...]:
    """What players were asked and have not all answered."""
    return (*campaign.requests, *campaign.questions)


def in_time(campaign: CampaignState, standing: frozenset[Wait]) -> frozenset[Wait]:
    """Those waits whose time to answer has not passed."""
    late = {each.seq for each in to_answer(campaign) if campaign.is_past(each.until)}
    return frozenset(wait for wait in standing if wait.request not in late)


def called(campaign: CampaignState, wait: Wait, user: int | None = None) -> tuple[Player, ...]:
    """The players who are called for a wait: those of its seat who want to be, unless the ``user`` who just acted is
    one of them.
    """
    players = campaign.roster.get(wait.seat, ())
    return () if user in players else tuple(each for each in players if each not in campaign.uncalled)


def tell_waits(campaign: CampaignState, standing: frozenset[Wait], user: int | None = None) -> Iterator[Public]:
    """Call each player who must decide something, and name it."""
    for request in to_answer(campaign):
        asked = sorted(wait.seat for wait in standing if wait.request == request.seq)
        names = _named(campaign, asked, user)
        if names and request.until is not None:
            yield tell_all(
                "{names}: {player} asks for your answer to “{title}”, due {until}.",
                names=Listed(names),
                player=request.player,
                title=title_of(request),
                until=_when(request.until),
            )
        elif names:
            yield tell_all(
                "{names}: {player} asks for your answer to “{title}”.",
                names=Listed(names),
                player=request.player,
                title=title_of(request),
            )
    for seat in sorted(wait.seat for wait in standing if wait.request is None):
        for name in _named(campaign, [seat], user):
            due, until = campaign.game.due(campaign.state, seat), campaign.move_by(seat)
            if due is not None and until:
                yield tell_all("{name}: please {what}, due {until}.", name=name, what=due.what, until=_when(until))
            elif due is not None:
                yield tell_all("{name}: please {what}.", name=name, what=due.what)
            elif until:
                yield tell_all(
                    "{name}: you're up, due {until}. {labels}",
                    name=name,
                    until=_when(until),
                    labels=Listed(offered(campaign, seat) or ["`/hand`"], " · "),
                )
            elif labels := offered(campaign, seat):
                yield tell_all("{name}: you're up. {labels}", name=name, labels=Listed(labels, " · "))
            else:
                yield tell_all("{name}: you're up. `/hand` shows what to decide.", name=name)


def title_of(asked: Request | Question) -> Shown:
    """What was asked. A question is in a player's own words."""
    return quote(asked.title) if isinstance(asked, Question) else Shown(asked.title)


def _when(at: datetime) -> Shown:
    return Shown(f"<t:{int(at.timestamp())}:R>")


def late(campaign: CampaignState, entries: Container[int]) -> Iterator[tuple[Player, Public]]:
    """Those whose request in one of some entries nobody answered in time, and how they are called: it is their move."""
    for request in campaign.requests:
        if request.seq in entries and campaign.is_past(request.until) and request.player not in campaign.uncalled:
            yield (
                request.player,
                tell_all(
                    "{player}: nobody has answered “{title}” in time.",
                    player=request.player,
                    title=Shown(request.title),
                ),
            )


def _named(campaign: CampaignState, seats: Iterable[Seat], user: int | None) -> list[Line]:
    """Those who are called, with the seats that they hold."""
    held: dict[tuple[Player, ...], list[Seat]] = {}
    for seat in seats:
        held.setdefault(called(campaign, Wait(seat), user), []).append(seat)
    return [
        line("{players} ({seats})", players=Listed(players), seats=Listed(own))
        for players, own in held.items()
        if players
    ]


def offered(campaign: CampaignState, seat: Seat) -> list[str]:
    """What everybody sees that a seat can do in the game, as its buttons say it. To do nothing is not among it."""
    own = (each for each in open_offers(campaign) if seat in each.seats and isinstance(each.command, GameCommand))
    return [offer.label for offer in own if not (offer.minor or offer.command.declines)][:MOST_NAMED]
