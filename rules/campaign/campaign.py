"""A campaign: a pure value over its log. It decides commands, follows entries, and makes offers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.campaign import ending, rolling, rulings, seating, undo
from rules.campaign.state import CampaignCommand, CampaignEvent, CampaignState, Founding, LastAction
from rules.command import Command, Event, GameCommand, Offer, by_type, classes_in, read_command
from rules.dice import PhysicalDice, Roll
from rules.errors import NotNow, NotThere, NotYours, RuleError, WrongDice
from rules.game import AnyGame
from rules.log import LogEntry, fold, play, undone_entries
from rules.notice import Notice
from rules.seat import REFEREE, Player, Seat

CHAPTERS = (seating, rolling, undo, rulings, ending)
CAMPAIGN_COMMANDS: Mapping[str, type[CampaignCommand]] = by_type(classes_in(CampaignCommand, *CHAPTERS))
CAMPAIGN_EVENTS: Mapping[str, type[CampaignEvent]] = by_type(classes_in(CampaignEvent, *CHAPTERS))


@dataclass(frozen=True, slots=True)
class Decision:
    """A command that was decided: what the log will hold of it, and for a command of the game the state after it."""

    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()
    state: Any = field(default=None, compare=False)

    @property
    def undoes(self) -> int | None:
        """The entry that it undoes."""
        return next((event.entry for event in self.events if isinstance(event, undo.Undone)), None)


@dataclass(frozen=True)
class Campaign(CampaignState):
    """A campaign after ``seq`` entries of its log. Its offers are worked out once."""

    _offers: dict[Seat, tuple[Offer, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)

    @classmethod
    def founded(cls, founding: Founding, game: AnyGame, library: Mapping[str, AnyGame] | None = None) -> "Campaign":
        """The campaign before its first entry. ``game`` holds the data that it is founded with."""
        roster: dict[Seat, tuple[Player, ...]] = dict.fromkeys((*game.seats, REFEREE), ())
        roster |= {founding.seat: (founding.founder,), REFEREE: (founding.founder,)}
        sat = {seat: frozenset(players) for seat, players in roster.items()}
        library = {founding.data: game, **(library or {})}
        return cls(founding, library, founding.data, game, game.start(), roster, sat)

    def refold(self, entries: Iterable[LogEntry]) -> "Campaign":
        """The campaign after all entries of its log, from its founding on."""
        log = tuple(entries)
        undone = undone_entries(log)
        campaign = Campaign.founded(self.founding, self.library[self.founding.data], self.library)
        for entry in log:
            campaign = campaign.follow(entry, stands=entry.seq not in undone)
        return campaign

    def follow(self, entry: LogEntry, state: Any = None, *, stands: bool = True) -> "Campaign":
        """The campaign after one more entry; ``state`` is the game's after it, where it is known already.

        An entry that undoes another needs a ``refold`` of the whole log.
        """
        after = replace(self, seq=entry.seq, next_die=self.next_die + entry.dice_used)
        if isinstance(entry.command, CampaignCommand):
            for event in entry.events:
                assert isinstance(event, CampaignEvent), "a command of the campaign leads to its events"
                after = event.apply(after)
            return after
        after = replace(after, actions=self.actions + 1, undo_request=None)
        if not stands:
            return after
        assert entry.seat is not None, "an action of the game has a seat"
        last = LastAction(entry.seq, entry.seat, entry.title, entry.is_free, entry.command.ends_phase)
        state = fold(self.game, self.state, entry.events) if state is None else state
        return replace(after, state=state, last_action=last)

    def read_command(self, given: Mapping[str, Any]) -> Command:
        """The command that the fields make, the campaign's or the game's. Raises ``NotThere`` if it is none."""
        if given.get("type") in CAMPAIGN_COMMANDS:
            return read_command(CAMPAIGN_COMMANDS, given, self.game.title)
        return self.game.read_command(given)

    def read_event(self, given: Mapping[str, Any]) -> Event:
        """The event that the log holds, the campaign's or the game's."""
        event = CAMPAIGN_EVENTS.get(given.get("type", ""))
        return self.game.read_event(given) if event is None else event.model_validate(given)

    def decide(self, user: int, command: Command, faces: tuple[int, ...] | None, seed: bytes) -> Decision:
        """Decide a command of a user; ``faces`` are dice rolled on the table. Raises ``RuleError`` as a refusal."""
        if self.is_ended:
            raise NotNow("This campaign has ended. `/campaign new` starts another.")
        if faces is not None and self.founding.dice == "sealed":
            raise WrongDice("This campaign rolls sealed dice, so leave `dice` empty.")
        if isinstance(command, CampaignCommand):
            return self._decide_own(Player(user), command, faces, seed)
        assert isinstance(command, GameCommand), "a command is the campaign's or the game's"
        return self._decide_for_a_seat(user, command, faces, seed)

    def _decide_own(
        self, user: Player, command: CampaignCommand, faces: tuple[int, ...] | None, seed: bytes
    ) -> Decision:
        if faces is not None and not isinstance(command, rolling.RollDice):
            raise WrongDice("This rolls no dice, so leave `dice` empty.")
        dice = self.dice(faces, seed)
        event = command.decide(self, user, dice)
        if isinstance(dice, PhysicalDice):
            dice.check_all_used()
        return Decision(command.seat_in(self, user), command, (event,), dice.rolls)

    def _decide_for_a_seat(
        self, user: int, command: GameCommand[Any, Any], faces: tuple[int, ...] | None, seed: bytes
    ) -> Decision:
        """A command of the game, for the user's first seat that can give it.

        If no seat can, it raises the most specific refusal: ``NotNow``, else ``NotThere``, else ``NotYours``.
        """
        refusal: RuleError = NotYours("You hold no seat in this campaign. `/campaign join` takes one.")
        for number, seat in enumerate(self.acts_for(user)):
            dice = self.dice(faces, seed)
            try:
                events, state = play(self.game, self.state, seat, command, dice)
                if isinstance(dice, PhysicalDice):
                    dice.check_all_used()
            except WrongDice:
                raise
            except RuleError as error:
                refusal = error if number == 0 else max(refusal, error, key=_specificity)
                continue
            return Decision(seat, command, events, dice.rolls, state)
        raise refusal

    def offers(self, user: int) -> tuple[Offer, ...]:
        """Everything that a user can do now, each once."""
        if self.is_ended:
            return ()
        own = (offer for seat in self.acts_for(user) for offer in self._offers_for(seat))
        return _each_once((*self._requests(user), *own))

    def open_offers(self) -> tuple[Offer, ...]:
        """Every public offer of any seat, for the buttons below a public result."""
        if self.is_ended:
            return ()
        every = (offer for seat in (*self.game.seats, REFEREE) for offer in self._offers_for(seat))
        return _each_once((*self._requests(None), *(each for each in every if not each.secret and not each.minor)))

    def _offers_for(self, seat: Seat) -> tuple[Offer, ...]:
        if seat not in self._offers:
            made = self.game.offers(self.state, seat)
            self._offers[seat] = tuple(
                replace(each, version=self.actions) if each.version is None else each for each in made
            )
        return self._offers[seat]

    def _requests(self, user: int | None) -> Iterator[Offer]:
        yield from seating.offers(self, user)
        yield from undo.offers(self, user)

    def find_offer(self, user: int, key: str) -> Offer:
        """The offer that a button stands for. Raises ``RuleError`` if its user cannot take it now."""
        for offer in self.offers(user):
            if offer.key == key:
                return offer
        if self.is_ended:
            raise NotNow("This campaign has ended.")
        if not self.seats_of(user):
            raise NotYours("You hold no seat in this campaign. `/campaign join` takes one.")
        if any(offer.key == key for offer in self.open_offers()):
            raise NotYours("Only another seat can do that.")
        raise NotNow("That has already been done, or its moment has passed. `/act` lists what you can do now.")

    def tell(self, entry: LogEntry) -> tuple[Notice, ...]:
        """The notices of an entry, for all and for single seats."""
        game = next((game for seq, game in self.adopted if entry.seq < seq), self.game)
        return tuple(
            notice
            for event in entry.events
            for notice in (event.tell() if isinstance(event, CampaignEvent) else game.tell(event))
        )


def _specificity(refusal: RuleError) -> int:
    return 0 if isinstance(refusal, NotYours) else 1 if isinstance(refusal, NotThere) else 2


def _each_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(offer.key, offer)
    return tuple(once.values())
