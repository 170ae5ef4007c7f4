"""A campaign: a pure value over its log. It decides commands, follows entries, tells them, and makes offers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import Any

from rules.campaign.decider import folding, offering
from rules.campaign.decider.deciding import Decision, Giving
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.decider.waiting import waited
from rules.campaign.questions import requests
from rules.campaign.seats.away import CameBack
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState, Founding
from rules.campaign.time import redo
from rules.command import Command, Event, GameCommand, GameEvent, Offer, by_type, kinds_of, read_command, shown_again
from rules.dice import Source
from rules.errors import NotNow, NotYours, WrongDice
from rules.game import AnyGame
from rules.log import LogEntry, undone_entries
from rules.notice import Notice, Public, gathered
from rules.seat import REFEREE, Player, Seat

CAMPAIGN_COMMANDS: Mapping[str, type[CampaignCommand]] = by_type(kinds_of(CampaignCommand, "rules.campaign"))
CAMPAIGN_EVENTS: Mapping[str, type[CampaignEvent]] = by_type(kinds_of(CampaignEvent, "rules.campaign"))


@dataclass(frozen=True)
class Campaign(CampaignState):
    """A campaign after ``seq`` entries of its log."""

    __hash__ = object.__hash__

    @classmethod
    def founded(cls, founding: Founding, game: AnyGame, library: Mapping[str, AnyGame] | None = None) -> "Campaign":
        """Return the campaign before its first entry. ``game`` holds the data that it is founded with."""
        roster: dict[Seat, tuple[Player, ...]] = dict.fromkeys((*game.seats, REFEREE), ())
        roster |= {founding.seat: (founding.founder,), REFEREE: (founding.founder,)}
        sat = {seat: frozenset(players) for seat, players in roster.items()}
        library, state = {founding.data: game, **(library or {})}, game.start()
        terms, at = founding.terms, founding.at
        return waited(cls(founding, library, founding.data, game, state, roster, sat, at=at, terms=terms))

    def refold(self, entries: Iterable[LogEntry]) -> "Campaign":
        """Return the campaign after all entries of its log, from its founding on."""
        return self.as_founded().follow_all(entries)

    def as_founded(self) -> "Campaign":
        """Return the campaign before its first entry."""
        return Campaign.founded(self.founding, self.library[self.founding.data], self.library)

    def follow_all(self, entries: Iterable[LogEntry]) -> "Campaign":
        """Return the campaign after more entries of its log, the undoing of some of them included.

        Raises ``ValueError`` where they undo an entry that this campaign has followed: start before that one.
        """
        log = tuple(entries)
        if any(seq <= self.seq for seq in (*undone_entries(log), *(entry.seq for entry in log))):
            raise ValueError(f"entry {self.seq} and those before it are followed already, and stay as they are")
        return reduce(lambda _, after: after, self.follow_each(log), self)

    def follow_each(self, entries: Iterable[LogEntry]) -> Iterator["Campaign"]:
        """Yield the campaign after each of more entries of its log; those that are undone among them do not stand.

        What they undo before them must be undone in this campaign already.
        """
        log = tuple(entries)
        undone, campaign = undone_entries(log), self
        for entry in log:
            campaign = campaign.follow(entry, stands=entry.seq not in undone)
            yield campaign

    def follow(self, entry: LogEntry, state: Any = None, *, stands: bool = True) -> "Campaign":
        """Return the campaign after one more entry; ``state`` is the game's after it, where it is known already.

        An entry that undoes another needs ``follow_all`` from before that one.
        """
        return folding.followed(self, entry, state, stands=stands)

    def read_command(self, given: Mapping[str, Any]) -> Command:
        """Return the command that the fields make, the campaign's or the game's. Raises ``NotThere`` if it is none."""
        if str(given.get("type")) in CAMPAIGN_COMMANDS:
            return read_command(CAMPAIGN_COMMANDS, given, self.game.title)
        return self.game.read_command(given)

    def read_event(self, given: Mapping[str, Any]) -> Event:
        """Return the event that the log holds, the campaign's or the game's."""
        event = CAMPAIGN_EVENTS.get(given.get("type", ""))
        return self.game.read_event(given) if event is None else event.model_validate(given)

    def decide(
        self,
        user: int,
        command: Command,
        faces: tuple[int, ...] | None,
        source: Source,
        at: datetime | None = None,
        *,
        sure: bool = False,
        is_admin: bool = False,
    ) -> Decision:
        """Decide a command of a user; ``faces`` are dice rolled on the table, the ``source`` is that of sealed dice,
        ``at`` is when it was given.

        ``sure`` says that the user was asked whether to go on all the same, ``is_admin`` that the user can manage the
        server. Raises ``RuleError`` as a refusal, ``Unsure`` where the user must be asked first.
        """
        now = self if at is None else self.when(at)
        asked = command
        if isinstance(command, requests.Agree | requests.Decline):
            asked = next((each.command for each in self.requests if each.number == command.to), command)
        if isinstance(self.game, UnknownGame) and command.needs_game and asked.needs_game:
            raise self.game.refusal
        if self.is_ended and not (isinstance(asked, CampaignCommand) and asked.at_end):
            raise NotNow("This campaign has ended. `/campaign new` starts another.")
        if faces is not None and now.dice_kind == "sealed":
            raise WrongDice("This campaign rolls sealed dice, so leave `dice` empty: `/campaign manage` → *Dice…*.")
        if isinstance(command, CampaignCommand) and command.for_admin:
            if not is_admin:
                raise NotYours("Only an administrator of this server can do that.")
            if now.seats_of(user) or now.sides_of(user):
                raise NotYours("You play in this campaign, so you cannot act as an administrator in it.")
        done = Giving(now, Player(user), faces, source, sure).decided(command)
        unseen = is_unseen(now, done.command, done.events)
        is_back = isinstance(command, GameCommand | requests.Agree) and now.away_until(user) is not None
        back = (CameBack(player=Player(user)),) if is_back and not unseen else ()
        return replace(done, events=(*done.events, *back), is_unseen=unseen)

    def when(self, at: datetime) -> "Campaign":
        """Return the campaign at a later time, when deadlines may have passed."""
        return replace(self, at=at)

    def offers(self, user: int) -> tuple[Offer, ...]:
        """Return everything that a user can do now, each once."""
        return offering.offers_to(self, user)

    def on_screens(self, user: int) -> tuple[Offer, ...]:
        """Return what a user finds on the private screens of features, and nowhere else: orders."""
        return offering.on_screens(self, user)

    def open_offers(self) -> tuple[Offer, ...]:
        """Return every public offer of any seat, for the buttons below a public result."""
        return offering.open_offers(self)

    def find_offer(self, user: int, key: str) -> Offer:
        """Return the offer that a button stands for. Raises ``RuleError`` if its user cannot take it now."""
        return offering.found(self, user, key)

    def tell(self, entry: LogEntry) -> tuple[Notice, ...]:
        """The notices of an entry, for all and for single seats."""
        return tuple(gathered(_notices(self.game_of(entry.seq), entry.events)))


def is_unseen(campaign: CampaignState, command: Command, events: Sequence[Event]) -> bool:
    """Return whether what is done now is a private deed: a seat does it unseen, and the channel reads nothing of it."""
    is_private = command.is_private or any(event.is_unseen for event in events)
    return is_private and not any(isinstance(each, Public) for each in _notices(campaign.game, events))


def _notices(game: AnyGame, events: Sequence[Event]) -> list[Notice]:
    again = shown_again(events)
    told: list[Notice] = []
    for place, event in enumerate(events, 1):
        if isinstance(event, GameEvent) and event.is_overtaken(events[place:]):
            continue
        notices = [*(event.tell_in(game) if isinstance(event, CampaignEvent) else game.tell(event))]
        told += filter(redo.is_told, notices) if again and not isinstance(event, CampaignEvent) else notices
    return told


@dataclass(frozen=True, slots=True)
class History:
    """A campaign with some of its earlier values, the oldest first. They share all that has not changed.

    The oldest stays, and of the others fewer are kept the older they are: of ``n`` about ``2 * log2(n)``. They lie so
    that of the last ``d`` entries any can be undone by folding fewer than ``2 * d`` again.
    """

    kept: tuple[Campaign, ...]

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.kept[-1]

    def then(self, campaign: Campaign) -> "History":
        """Return the history with a later campaign."""
        oldest, *others = self.kept
        return History((oldest, *(each for each in others if _is_near(each.seq, campaign.seq)), campaign))

    def back(self, seq: int) -> "History":
        """Return the history before the entry ``seq``. Raises ``LookupError`` if it begins later."""
        kept = tuple(each for each in self.kept if each.seq < seq)
        if not kept:
            raise LookupError(f"the history begins after entry {seq}")
        return History(kept)

    def follow_each(self, entries: Iterable[LogEntry]) -> Iterator["History"]:
        """Yield the history after each of more entries of the log.

        They can undo one another, and what was undone already when this history was made.
        """
        history = self
        for campaign in self.now.follow_each(entries):
            history = history.then(campaign)
            yield history


def _is_near(seq: int, now: int) -> bool:
    """Return whether to keep an entry. The more binary zeros its number ends in, the longer it is kept."""
    return now - seq < 4 * (seq & -seq)
