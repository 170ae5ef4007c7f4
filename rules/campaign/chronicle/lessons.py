"""What a demo says to its player beside the results: what to press next, and what a symbol means."""

from collections.abc import Iterable, Iterator

from rules.campaign.decider.offering import offers_to
from rules.campaign.state.state import CampaignState
from rules.command import Offer
from rules.line import Line
from rules.notice import Kind, Notice, Public, Secret, tell_text
from rules.ruling import Lesson, Step
from rules.seat import Player, sides

SYMBOLS = "The symbols"


def begun(campaign: CampaignState) -> Iterator[Public]:
    """Yield what a demo says when it is founded, with the first step unless an opening comes before it."""
    lesson = lesson_of(campaign)
    if lesson is None:
        return
    yield tell_text(lesson.begin)
    if not lesson.opening:
        step = _step(campaign, lesson, campaign.founding.founder)
        yield tell_text(step.say if step else lesson.otherwise, Kind.NEXT)


def taught(campaign: CampaignState, user: Player, notices: Iterable[Notice]) -> Iterator[Notice]:
    """Yield what a demo says to the user who acted, beside the notices of the result."""
    lesson = lesson_of(campaign)
    if lesson is None or not campaign.seats_of(user):
        return
    told = "\n".join(str(notice) for notice in notices if isinstance(notice, Public) and notice.kind is Kind.RESULT)
    yield from (tell_text(said).under(SYMBOLS) for said in lesson.met(told))
    if is_taught(campaign):
        yield tell_text(lesson.end, Kind.NEXT)
        return
    step = _step(campaign, lesson, user)
    if step is None or not all(each.secret for each in offers_to(campaign, user) if each.command.type == step.offer):
        yield tell_text(step.say if step else lesson.otherwise, Kind.NEXT)
        return
    yield tell_text(lesson.hidden, Kind.NEXT)
    yield from _in_private(campaign, lesson, step, user)


def lesson_of(campaign: CampaignState) -> Lesson | None:
    """Return the lesson of a demo, or None for any other campaign."""
    lesson: Lesson | None = campaign.game.data.lesson if campaign.founding.terms.demo else None
    return lesson


def is_taught(campaign: CampaignState) -> bool:
    """Return whether a campaign is a demo whose lesson is over."""
    lesson = lesson_of(campaign)
    return lesson is not None and any(action.command.type in lesson.ends for action in campaign.timeline.standing)


def is_lesson(campaign: CampaignState) -> bool:
    """Return whether a campaign is a demo whose lesson goes on."""
    return lesson_of(campaign) is not None and not is_taught(campaign)


def of_the_step(campaign: CampaignState, user: int) -> tuple[Offer, ...]:
    """Return what a lesson lets its player do next, beside nothing else: the offers of its step, and those about the
    same things. Nothing where no step fits.
    """
    lesson = lesson_of(campaign)
    step = _step(campaign, lesson, user) if lesson is not None else None
    if step is None:
        return ()
    offers = offers_to(campaign, user)
    own = [offer for offer in offers if offer.command.type == step.offer]
    about = {(offer.subject, offer.secret) for offer in own if offer.subject or offer.secret}
    return tuple(offer for offer in offers if offer in own or (offer.subject, offer.secret) in about)


def _step(campaign: CampaignState, lesson: Lesson, user: int) -> Step | None:
    """Return the first step of the lesson that the user can take now."""
    offered = {offer.command.type for offer in offers_to(campaign, user)}
    return next((step for step in lesson.steps if step.offer in offered), None)


def _in_private(campaign: CampaignState, lesson: Lesson, step: Step, user: Player) -> Iterator[Secret]:
    """Yield the step and the symbols of the hand, for the seat that holds it."""
    for seat in sides(campaign.acts_for(user)):
        held = [*campaign.game.hand(campaign.state, seat)]
        if held:
            yield from symbols_in(lesson, held)
            yield Secret(seat, Line(step.say), Kind.NEXT)
            return


def symbols_in(lesson: Lesson | None, held: Iterable[Secret]) -> Iterator[Secret]:
    """Yield what the symbols mean behind the names of what some seats hold, each once."""
    by_line = {str(each): each.seat for each in held}
    for said in lesson.met("\n".join(by_line)) if lesson is not None else ():
        yield Secret(next(iter(by_line.values())), Line(said), Kind.SECTION, SYMBOLS)
