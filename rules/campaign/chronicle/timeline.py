"""The timeline: the turns of a campaign in real time."""

from rules.campaign.decider.campaign import Campaign
from rules.game import AnyPast, TurnPlayed
from rules.picture import Facts, Label, Picture, Span, Spans, label, picture
from rules.secrets import plain

MOST_TURNS = 10
"""So many turns, the newest, have room in the words of a picture."""


def timeline(campaign: Campaign, past: AnyPast) -> Picture:
    """Return when each turn was played, on which days something was done, and how much."""
    shown = past.turns[-MOST_TURNS:]
    name = plain(campaign.founding.name or campaign.game.title, 40)
    title = label("Timeline of {name}", name=name)
    if not shown:
        return picture(title, Facts((label("Nothing has been done yet."),)))
    left_out = len(past.turns) - len(shown)
    earlier = Facts((label("Earlier turns, not shown: {count}", count=left_out),)) if left_out else None
    return picture(title, Spans(label("Days on which something was done"), tuple(map(_span, shown))), earlier)


def _span(turn: TurnPlayed) -> Span:
    return Span(label("Turn {turn}", turn=turn.turn), turn.since, turn.until, _note(turn), turn.days)


def _note(turn: TurnPlayed) -> Label:
    if turn.phases:
        return label("actions: {actions}, phases or steps ended: {phases}", actions=turn.actions, phases=turn.phases)
    return label("actions: {actions}", actions=turn.actions)
