"""Words for cards, accounts and amounts, shared by reports, hands and ledgers."""

from collections.abc import Iterable, Iterator

from rules.games.gathering_storm.context import Account, Change
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import Choice
from rules.notice import Line, Public
from rules.secrets import Shown, quote

FIELDS = {"target": "country", "project": "project", "second": "second project", "unit": "unit", "when": "when"}


def title(data: StormData, card: str) -> Shown:
    """What a card that lies face up is called."""
    return Shown(data.title(card))


def count(number: int, what: str) -> str:
    """So many of a thing: ``1 counter``, ``2 counters``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def titles(data: StormData, cards: Iterable[str]) -> str:
    """The titles of cards, in a row."""
    return ", ".join(data.title(card) for card in cards)


def chosen(choice: Choice) -> Iterator[str]:
    """What was chosen, a piece each; what a player wrote is made safe to show."""
    for field, value in choice:
        if value:
            yield f"{FIELDS[field]}: {quote(value)}"


def subject(change: Change) -> str:
    """What a change is of: ``support of Italy``, ``diplomacy in Greece for Russia``."""
    if change.account is Account.EAI:
        return "the EAI"
    if change.account is Account.DIPLOMACY:
        return f"diplomacy in {change.target} for {change.power}"
    instead = f", instead of diplomacy in {change.target}" if change.target else ""
    return f"{change.account} of {change.power}{instead}"


def amount(change: Change) -> str:
    """How much: ``+2``, or that none are drawn."""
    return "none drawn" if change.draws_none else f"{change.amount:+}"


def sentences(data: StormData, card: str) -> tuple[Public, ...]:
    """What a card says."""
    own = data.card(card).text
    told = tuple(line for feature in data.card(card).features for line in feature.tell())
    return (*((Public(Line("{text}", {"text": Shown(own)})),) if own else ()), *told)


def plain(data: StormData, card: str) -> str:
    """What a card says, in one line."""
    return " ".join(str(line) for line in sentences(data, card))
