"""What a user asks for: who calls, whether there is time to answer, and the fields of a command or an offer to take."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.base.language import said_by_any
from rules.campaign import Campaign
from rules.campaign.questions.done import lost_by
from rules.campaign.state.state import CampaignCommand
from rules.command import Command, Offer, is_several
from rules.errors import NotThere, RuleError, Unsure
from rules.line import line

A_MOMENT = timedelta(seconds=20)
LAST_MOMENT = timedelta(seconds=2.5)
"""What is older cannot be written and answered any more: Discord takes a first answer for 3 seconds."""
FIRST_ANSWER = timedelta(seconds=3)
LATELY = timedelta(minutes=10)
LONGEST_CHOICE = 100
"""So much of a name is shown in a list."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, from where, and by which interaction; ``at`` is the interaction's own time. ``is_admin`` says that
    the user can manage the server, ``roles`` are theirs; ``parent`` is the channel of a thread. ``is_awaited`` says
    that Discord still waits for the first answer.
    """

    interaction: int
    at: datetime
    guild: int
    channel: int
    user: int
    is_admin: bool = False
    roles: frozenset[int] = frozenset()
    parent: int | None = None
    is_awaited: bool = False


class TooLate(RuleError):
    """An action whose answer would come too late. Nothing was decided."""

    def __init__(self) -> None:
        super().__init__("The bot came to this too late, so nothing was done. Try again.")


class Lateness:
    """How old an interaction is when the bot comes to decide about it, whatever the clocks of this machine and of
    Discord say: the smallest age that was seen lately counts as none. ``now`` is a clock that nobody sets, so that only
    a difference that stays the same lies between it and Discord's.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._since = now()
        self._least: timedelta | None = None
        self._before: timedelta | None = None

    def arrived(self, made: datetime) -> None:
        """Note an interaction that has just arrived, by the time in its id."""
        now = self._now()
        if now - self._since > LATELY:
            self._since, self._before, self._least = now, self._least, None
        age = now - made
        self._least = age if self._least is None else min(self._least, age)

    def check(self, caller: Caller) -> None:
        """Check whether there is time left to decide and to answer. Raises ``TooLate``."""
        if caller.is_awaited and self.is_late(caller.at):
            raise TooLate

    def is_late(self, made: datetime) -> bool:
        """Return whether what was made then can no longer be decided and answered in time."""
        return self._age(made) > LAST_MOMENT

    def is_gone(self, made: datetime) -> bool:
        """Return whether Discord takes no first answer any more to what was made then."""
        return self._age(made) > FIRST_ANSWER

    def _age(self, made: datetime) -> timedelta:
        none = min((each for each in (self._least, self._before) if each is not None), default=timedelta())
        return self._now() - made - none


Answer = str | tuple[str, ...]
"""What was written into a field, or chosen in a menu."""
Answers = Mapping[str, Answer]


def one_each(answers: Answers) -> dict[str, str]:
    """Return answers of a single value as texts, without those that were left empty."""
    return {name: each if isinstance(each, str) else each[0] for name, each in answers.items() if each != ()}


@dataclass(frozen=True, slots=True)
class TakeOffer:
    """To take an offer by its key; ``answers`` are the fields of its form, None if it was not shown yet."""

    key: str
    answers: Answers | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """To correct the result of the entry with a ``number``: ``answers`` are the fields of its form."""

    number: int
    answers: Answers


Request = Mapping[str, Any] | TakeOffer
"""What is asked for: the fields of a command, or an offer to take."""


class FormWanted(Exception):
    """The offer asks for something first: its form must be filled in."""

    def __init__(self, offer: Offer, *, dice: bool) -> None:
        super().__init__(offer.label)
        self.offer = offer
        self.dice = dice


def about(offers: Iterable[Offer], command: str, subject: str, **chosen: str) -> Request:
    """Return the request to do something with a thing in the hand: its offer where that asks for more, and the command
    with what was ``chosen`` otherwise. What was chosen is known by its id, or by its words in any language.
    """
    there = [each for each in offers if each.command.type == command and each.subject == subject]

    def is_chosen(offer: Offer, name: str, typed: str) -> bool:
        worded = (each[:LONGEST_CHOICE].casefold() for each in said_by_any(offer.words)) if offer.words else ()
        return getattr(offer.command, name, None) == typed or typed.strip().casefold() in worded

    meant = [each for each in there if all(is_chosen(each, name, typed) for name, typed in chosen.items())]
    fixed = [each.command.model_dump(exclude={"marker", *each.inputs}) for each in meant]
    if meant and all(each == fixed[0] for each in fixed):
        if meant[0].inputs:
            return TakeOffer(meant[0].key)
        chosen = {name: getattr(meant[0].command, name) for name in chosen}
    return {"type": command, "marker": subject, **chosen}


def command_of(
    campaign: Campaign,
    seen: Campaign,
    caller: Caller,
    request: Request,
    faces: tuple[int, ...] | None,
    *,
    sure: bool = False,
) -> Command:
    """Return the command that is asked for. ``seen`` is the campaign as it stood when the request came in.

    Raises ``RuleError`` when the offer no longer stands, ``FormWanted`` when its form is still to be filled in.
    """
    if isinstance(request, TakeOffer):
        return _offered(campaign.when(caller.at), caller.user, request, faces)
    command = campaign.read_command(request)
    if isinstance(command, CampaignCommand) and command.by_bot and caller.interaction > 0:
        raise NotThere("There is no such command.")
    if command.ends_phase and not sure:
        _check_not_twice(campaign, seen, caller, command)
    return command


def filled(offer: Offer, answers: Answers) -> dict[str, Any]:
    """Return the fields of an offer's command, as some answers fill them in."""
    several = {name: each for name, each in answers.items() if is_several(type(offer.command), name)}
    return {**offer.command.model_dump(), **one_each(answers), **several}


def _check_not_twice(campaign: Campaign, seen: Campaign, caller: Caller, command: Command) -> None:
    """Check whether somebody else ended a phase a moment ago: two players who end it at once end one phase.

    Raises ``NotNow`` if it happened while the request came in, ``Unsure`` if it was shortly before.
    """
    if campaign is not seen:
        for offer in seen.offers(caller.user):
            if offer.command == command:
                campaign.find_offer(caller.user, offer.key)
    last = campaign.timeline.last
    if last is None or not last.ends_phase or last.player == caller.user:
        return
    if caller.at - last.at < A_MOMENT:
        lines = lost_by(campaign.when(caller.at), caller.user, command)
        twice = line("{player} has just ended a phase. This ends the next one, too.", player=last.player)
        raise Unsure((twice, *lines))


def _offered(campaign: Campaign, user: int, request: TakeOffer, faces: tuple[int, ...] | None) -> Command:
    offer = campaign.find_offer(user, request.key)
    if request.answers is not None:
        return campaign.read_command(filled(offer, request.answers))
    wants_dice = campaign.dice_kind == "physical" and bool(offer.dice)
    if offer.inputs or (wants_dice and faces is None):
        raise FormWanted(offer, dice=wants_dice)
    return offer.command
