"""A language that no one speaks: English with an accent on each vowel of every text that the catalogues hold. What
somebody reads without accents can be translated by nobody.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from localdiscord import RequestRecord
from rules.command import Offer, label_of
from rules.line import English, say
from tests.messages import messages
from tests.play import Play

ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
KEPT = re.compile(r"(\{[^{}]*\}|`[^`]*`)")
"""Placeholders and commands stay as they are; of the forms of a plural each has its accents."""
FORMS = re.compile(r"\{(\w+):([^{}]*\|[^{}]*)\}")
LINKS = r"<[^<> ]*>|</[^>]*>|`[^`]*`|https?://\S+|\{[^}]*\}"
OTHERS = r"\w+\.toml|T[OÓ]ML: .*|We counted again|Counted again|for the test|told$|Our event \d+|\b[IV]+ Army"
NOT_SAID = re.compile(f"{LINKS}|{OTHERS}|[A-Z][a-z]+/[A-Z][A-Za-z_/-]+|“[7-9][.][1-4] [A-Z][^”]*”")
"""What stands in a message and is not the bot's: mentions, times, commands, links, names of files, what Python says of
one, the reasons that tests give, the titles that the bot proposes for cards, headquarters and steps that are typed,
time zones.
"""
WORD = re.compile(r"[^\W\d_]{3,}")
PEOPLE = {"adjutant", "anna", "bert", "carla", "dora"}
NAMES = {"marne", "fields", "despair", "gathering", "storm", "friedensturm", "matz", "etc", "gmt", "utc"}
KEPT_WORDS = PEOPLE | NAMES
"""What has no accents: names of people, places, games and zones."""
UPDATED, AUTOCOMPLETED, FORM, EPHEMERAL = 7, 8, 9, 64
"""The kinds of response and the flag of a message by which Discord shows something to one person."""
READ = frozenset({"content", "title", "description", "name", "label", "placeholder", "text", "value"})
"""The keys in what is sent to Discord below which somebody reads a text."""


class Accents(English):
    """English in which each text of the catalogues has its accents."""

    def find(self, text: str, form: str = "") -> str:
        """A text with its accents; as it stands where the catalogues lack it."""
        return accented(text) if text in known() else str(text)

    def day(self, day: date) -> str:
        """A day, which no catalogue holds."""
        return accented(super().day(day))


@cache
def known() -> frozenset[str]:
    """The texts that the catalogues hold."""
    return frozenset(messages())


def accented(text: str) -> str:
    parts = (each if KEPT.fullmatch(each) else each.translate(ACCENTS) for each in KEPT.split(text))
    return FORMS.sub(lambda found: f"{{{found[1]}:{found[2].translate(ACCENTS)}}}", "".join(parts))


def without_accents(text: str) -> list[str]:
    """The words of a text that have no accent and ought to."""
    words = WORD.findall(NOT_SAID.sub(" ", text))
    return [
        each for each in words if each.isascii() and set(each) & set("aeiouAEIOU") and each.casefold() not in KEPT_WORDS
    ]


def has_accents(text: str) -> bool:
    """Whether somebody reads a text with accents."""
    return bool(set(text.replace("Pétain", "")) & set("áéíóúýÁÉÍÓÚÝ"))


def is_private(request: RequestRecord) -> bool | None:
    """Whether what is sent reaches one person alone: forms and lists to choose from, answers that nobody else sees.
    None where the request does not say it: a message is edited by the token of an interaction.
    """
    body = request.body if isinstance(request.body, dict) else {}
    answer = request.response if isinstance(request.response, dict) else {}
    data = body.get("data") or {}
    kind = body.get("type") if request.path.endswith("/callback") else None
    if kind == UPDATED or (request.path.startswith("/webhooks") and request.method == "PATCH"):
        return None
    flags = int(data.get("flags") or 0) | int(answer.get("flags") or 0)
    return kind in (AUTOCOMPLETED, FORM) or bool(flags & EPHEMERAL)


def read_in(body: Any, key: str = "") -> Iterator[str]:
    """The texts in what is sent to Discord; not the values of what is chosen, nor what somebody has typed."""
    match body:
        case Mapping():
            for name, each in body.items():
                if name != "value" or "inline" in body:
                    yield from read_in(each, name)
        case str():
            yield from [body] if key in READ else []
        case Sequence():
            for each in body:
                yield from read_in(each, key)


def untranslatable(request: RequestRecord) -> set[str]:
    """The texts in a request that hold words without accents; the descriptions of commands have theirs from Discord."""
    texts = read_in(request.body) if "commands" not in request.path else ()
    return {each for each in texts if without_accents(each)}


def said_of(play: Play, words: Accents) -> Iterator[str]:
    """What everybody is told of the last entry, and all that anybody can look up or do after it."""
    game, state = play.game, play.campaign.state
    notices = [*play.campaign.tell(play.log[-1]), *game.status(state), *game.pool(state)]
    for seat in game.seats:
        notices += (*game.hand(state, seat), *game.ledger(state, seat))
        yield from (say(fact.label, words) for fact in game.facts(state, seat))
    for notice in notices:
        yield from (say(each, words, opened=True) for each in (notice.line, notice.section or ""))
    for offer in play.campaign.offers(play.log[-1].user):
        yield from (say(each, words, opened=True) for each in _of_offer(offer))


def _of_offer(offer: Offer) -> Iterator[str]:
    yield from (offer.label, offer.detail, offer.words, offer.subject or "", *offer.questions.values())
    for name in offer.inputs:
        yield label_of(type(offer.command), name)
        yield from (text for choice in offer.of(name) for text in (choice.label, choice.detail))
