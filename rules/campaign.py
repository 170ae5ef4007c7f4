"""A campaign: who sits where, what the table agreed on, the dice, and the game. A pure value over the log.

Like a game it decides commands and evolves by events; what is not the game's own is decided here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.command import Command, Event, Offer
from rules.deeds import (
    DEEDS,
    FACTS,
    TABLE_COMMANDS,
    TABLE_EVENTS,
    AddWords,
    Admit,
    Agree,
    Agreed,
    Decline,
    Declined,
    DiceRolled,
    End,
    Ended,
    Join,
    Joined,
    Leave,
    Left,
    RollDice,
    RulingSet,
    SeatAsked,
    SetRuling,
    TakeBack,
    TakeBackAsked,
    TakenBack,
    WordsAdded,
    tell_of,
)
from rules.dice import PhysicalDice, Roll, SealedDice
from rules.errors import NotNow, NotThere, NotYours, RuleError, WrongDice
from rules.game import Game
from rules.log import LogEntry, fold, play, undone_entries
from rules.notice import Notice
from rules.seat import REFEREE, Player, Seat

AnyGame = Game[Any, Any]
DiceKind = Literal["sealed", "physical"]


@dataclass(frozen=True, slots=True)
class Founding:
    """What a campaign was founded with. ``seal`` is the SHA-256 of its seed; the founder is its first referee."""

    game: str
    name: str
    founder: Player
    seat: Seat
    dice: DiceKind
    seal: str


@dataclass(frozen=True, slots=True)
class Done:
    """The newest deed of the game that stands: what undo takes back. A common one any player may take back."""

    entry: int
    seat: Seat
    title: str
    is_free: bool
    anyone_can_undo: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asked to take ``entry`` back; the seats in ``needed`` have not agreed yet (the referee may for all)."""

    entry: int
    player: Player
    what: str
    needed: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Asking:
    """A player asks to share a seat that others hold."""

    player: Player
    seat: Seat


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that was decided: what the log will hold of it, and for a deed of the game the state after it."""

    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()
    state: Any = field(default=None, compare=False)

    @property
    def undoes(self) -> int | None:
        """The entry that it takes back."""
        return next((event.entry for event in self.events if isinstance(event, TakenBack)), None)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign after ``seq`` entries of its log; ``next_die`` is the index of the next sealed die, ``sat`` who ever
    held each seat: a hand that somebody drew is nobody else's to read."""

    founding: Founding
    game: AnyGame
    state: Any
    roster: Mapping[Seat, tuple[Player, ...]]
    sat: Mapping[Seat, frozenset[Player]]
    asking: Asking | None = None
    seq: int = 0
    next_die: int = 0
    words: tuple[str, ...] = ()
    is_ended: bool = False
    asked: Asked | None = None
    last: Done | None = None

    @classmethod
    def founded(cls, founding: Founding, game: AnyGame) -> "Campaign":
        """The campaign before its first entry."""
        roster: dict[Seat, tuple[Player, ...]] = dict.fromkeys((*game.seats, REFEREE), ())
        roster |= {founding.seat: (founding.founder,), REFEREE: (founding.founder,)}
        sat = {seat: frozenset(players) for seat, players in roster.items()}
        return cls(founding, game, game.start(), roster, sat)

    @classmethod
    def fold(cls, founding: Founding, game: AnyGame, entries: Iterable[LogEntry]) -> "Campaign":
        """The campaign after all entries of its log."""
        log = tuple(entries)
        gone = undone_entries(log)
        campaign = cls.founded(founding, game)
        for entry in log:
            campaign = campaign.follow(entry, stands=entry.seq not in gone)
        return campaign

    def follow(self, entry: LogEntry, state: Any = None, *, stands: bool = True) -> "Campaign":
        """The campaign after one more entry; ``state`` is the game's after it, where it is known already.

        An entry that takes another back needs a ``fold`` of the whole log.
        """
        after = replace(self, seq=entry.seq, next_die=self.next_die + entry.dice_used)
        if entry.command.type in DEEDS:
            for event in entry.events:
                after = after._evolve(event)
            return after
        if not stands:
            return replace(after, asked=None)
        assert entry.seat is not None, "a deed of the game has a seat"
        command = entry.command
        done = Done(entry.seq, entry.seat, command.title, entry.is_free, command.anyone_can_undo)
        state = fold(self.game, self.state, entry.events) if state is None else state
        return replace(after, state=state, last=done, asked=None)

    def _evolve(self, event: Event) -> "Campaign":
        match event:
            case Joined(player=player, seat=seat):
                roster = {**self.roster, seat: (*self.roster[seat], player)}
                return replace(self, roster=roster, sat={**self.sat, seat: self.sat[seat] | {player}}, asking=None)
            case SeatAsked(player=player, seat=seat):
                return replace(self, asking=Asking(player, seat))
            case Left(player=player, seat=seat):
                rest = tuple(other for other in self.roster[seat] if other != player)
                return replace(self, roster={**self.roster, seat: rest})
            case WordsAdded(words=words):
                return replace(self, words=(*self.words, words))
            case TakeBackAsked(entry=entry, player=player, what=what, needed=needed):
                return replace(self, asked=Asked(entry, player, what, frozenset(needed)))
            case Agreed(seats=seats) if self.asked:
                return replace(self, asked=replace(self.asked, needed=self.asked.needed - set(seats)))
            case Declined() | TakenBack():
                return replace(self, asked=None)
            case Ended():
                return replace(self, is_ended=True)
            case RulingSet(name=name, choice=choice):
                game = self.game.with_ruling(name, choice)
                return replace(self, game=game, state=game.on_ruling_changed(self.state))
        return self

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """The seats that a user holds, in the game's order, the referee's last."""
        return tuple(seat for seat, players in self.roster.items() if user in players)

    def acts_for(self, user: int) -> tuple[Seat, ...]:
        """The seats for which a user may act: their own, and for the referee also those that nobody else ever held."""
        own = self.seats_of(user)
        if REFEREE not in own:
            return own
        return (*own, *(seat for seat in self.game.seats if not self.roster[seat] and not self.sat[seat] - {user}))

    def _sides_of(self, user: int) -> frozenset[Seat]:
        """The game's seats that a user holds or ever held."""
        return frozenset(seat for seat in self.game.seats if user in self.sat[seat])

    def _others(self, user: int, seat: Seat) -> frozenset[Seat]:
        """The other seats with players beside the asker, whose word counts."""
        return frozenset(
            other for other in self.game.seats if other != seat and any(player != user for player in self.roster[other])
        )

    def read_command(self, given: Mapping[str, Any]) -> Command:
        """The command that the fields make, the table's or the game's."""
        if given.get("type") in DEEDS:
            deed: Command = TABLE_COMMANDS.validate_python(dict(given))
            return deed
        command: Command = self.game.read_command(dict(given))
        return command

    def read_event(self, given: Mapping[str, Any]) -> Event:
        """The event that the log holds, the table's or the game's."""
        if given.get("type") in FACTS:
            event: Event = TABLE_EVENTS.validate_python(given)
            return event
        return self.game.read_event(given)

    def decide(self, user: int, command: Command, faces: tuple[int, ...] | None, seed: bytes) -> Accepted:
        """Decide a command of a user; ``faces`` are dice rolled on the table. Raises ``RuleError`` as a refusal."""
        if self.is_ended:
            raise NotNow("This campaign has ended; `/campaign new` founds another.")
        if faces is not None and self.founding.dice == "sealed":
            raise WrongDice("This campaign rolls sealed dice: leave `dice` empty.")
        if command.type in DEEDS:
            return self._decide_deed(Player(user), command, faces, seed)
        return self._decide_for_a_seat(user, command, faces, seed)

    def _decide_for_a_seat(self, user: int, command: Command, faces: tuple[int, ...] | None, seed: bytes) -> Accepted:
        """A deed of the game, for the first seat of the user's that may do it. Of the refusals the
        nearest to the mark is said: why not now before what is not there, and that before whose it is."""
        refusal: RuleError = NotYours("You hold no seat in this campaign: take one with `/campaign join`.")
        for place, seat in enumerate(self.acts_for(user)):
            dice = self._dice(faces, seed)
            try:
                events, state = play(self.game, self.state, seat, command, dice)
                if isinstance(dice, PhysicalDice):
                    dice.check_all_used()
            except WrongDice:
                raise
            except RuleError as error:
                refusal = error if place == 0 else max(refusal, error, key=_nearness)
                continue
            return Accepted(seat, command, events, dice.rolls, state)
        raise refusal

    def _dice(self, faces: tuple[int, ...] | None, seed: bytes) -> SealedDice | PhysicalDice:
        sealed = SealedDice(seed, "\n".join(self.words), self.next_die)
        return sealed if self.founding.dice == "sealed" else PhysicalDice(faces or (), sealed)

    def _decide_deed(self, user: Player, command: Command, faces: tuple[int, ...] | None, seed: bytes) -> Accepted:
        seats = self.seats_of(user)
        seat = seats[0] if seats else None
        match command:
            case RollDice():
                return self._roll(seat, command, faces, seed)
            case _ if faces is not None:
                raise WrongDice("Nothing is rolled for this: leave `dice` empty.")
            case Join():
                return Accepted(command.seat, command, (self._join(user, command.seat),))
            case Admit():
                return Accepted(seat, command, (self._admit(user, Player(command.player)),))
            case Leave():
                return Accepted(command.seat, command, (self._leave(user, command.seat),))
            case AddWords():
                return Accepted(seat, command, (self._add_words(user, command.words, seat),))
            case TakeBack():
                return Accepted(seat, command, (self._take_back(user),))
            case Agree():
                return Accepted(seat, command, (self._agree(user, command.to),))
            case Decline():
                return Accepted(seat, command, (self._decline(user, command.to),))
            case End():
                return Accepted(seat, command, (self._end(user),))
            case SetRuling():
                return Accepted(REFEREE, command, (self._set_ruling(user, command),))
        raise NotThere("Nothing like that can be done at this table.")

    def _join(self, user: Player, seat: Seat) -> Joined | SeatAsked:
        """Take a free seat; ask for one that others hold, and have secrets on. Whoever sat on another side does not
        come to see the secrets of this one."""
        if seat not in self.roster:
            raise NotThere(f"There is no such seat; the seats are {', '.join(self.roster)}.")
        if user in self.roster[seat]:
            raise NotNow(f"You hold the seat {seat} already.")
        if seat == REFEREE:
            if self.roster[seat]:
                raise NotNow("This campaign has a referee; a referee who leaves that seat makes room for another.")
            return Joined(player=user, seat=seat)
        if "hand" not in self.game.shows or not self.sat[seat] - {user}:
            return Joined(player=user, seat=seat)
        if self._sides_of(user) - {seat}:
            raise NotYours(f"You sit or sat on another side, and {seat} holds secrets of other players.")
        return SeatAsked(player=user, seat=seat) if self.roster[seat] else Joined(player=user, seat=seat)

    def _admit(self, user: Player, player: Player) -> Joined:
        """A player of the seat, or the referee, lets the one who asked sit down."""
        asking = self.asking
        if asking is None or asking.player != player:
            raise NotNow("Nobody asks for that seat any more.")
        if not self._may_admit(user, asking):
            raise NotYours(f"That is for the players of {asking.seat}, or a referee who never played.")
        return Joined(player=asking.player, seat=asking.seat)

    def _may_admit(self, user: int, asking: Asking) -> bool:
        seats = self.seats_of(user)
        is_neutral = REFEREE in seats and not self._sides_of(user)
        return user != asking.player and (asking.seat in seats or is_neutral)

    def _leave(self, user: Player, seat: Seat) -> Left:
        if user not in self.roster.get(seat, ()):
            raise NotThere("You do not hold that seat.")
        return Left(player=user, seat=seat)

    def _add_words(self, user: Player, words: str, seat: Seat | None) -> WordsAdded:
        if seat is None:
            raise NotYours("Only players and the referee add words to the dice.")
        if self.next_die:
            raise NotNow("The first die has been rolled: words can no longer be added.")
        return WordsAdded(player=user, words=words)

    def _roll(self, seat: Seat | None, command: RollDice, faces: tuple[int, ...] | None, seed: bytes) -> Accepted:
        if seat is None:
            raise NotYours("Only players and the referee roll dice here.")
        dice = self._dice(faces, seed)
        roll = dice.roll(command.number, command.sides)
        if isinstance(dice, PhysicalDice):
            dice.check_all_used()
        return Accepted(seat, command, (DiceRolled(roll=roll, reason=command.reason),), dice.rolls)

    def _take_back(self, user: Player) -> TakeBackAsked | TakenBack:
        if self.last is None:
            raise NotNow("There is nothing to take back.")
        last, seats = self.last, self.seats_of(user)
        if last.seat not in seats and REFEREE not in seats and not (last.anyone_can_undo and seats):
            raise NotYours(f"Only {last.seat} or the referee can take back “{last.title}”.")
        needed = self._others(user, last.seat)
        referee_elsewhere = any(player != user for player in self.roster[REFEREE])
        referee_alone = seats == (REFEREE,) and not self._sides_of(user)
        if last.is_free or referee_alone or not (needed or referee_elsewhere):
            return TakenBack(entry=last.entry, what=last.title)
        return TakeBackAsked(player=user, entry=last.entry, what=last.title, needed=tuple(sorted(needed) or [REFEREE]))

    def _agree(self, user: Player, entry: int) -> Agreed | TakenBack:
        asked = self._asked(entry)
        seats = frozenset(self._voices(user, asked))
        if REFEREE in seats or asked.needed <= seats:
            return TakenBack(entry=asked.entry, what=asked.what)
        return Agreed(seats=tuple(sorted(seats)))

    def _decline(self, user: Player, entry: int) -> Declined:
        asked = self._asked(entry)
        if user != asked.player:
            self._voices(user, asked)
        return Declined(player=user, entry=asked.entry)

    def _asked(self, entry: int) -> Asked:
        if self.asked is None or self.asked.entry != entry:
            raise NotNow("Nobody is waiting for an answer on that any more.")
        return self.asked

    def _voices(self, user: Player, asked: Asked) -> tuple[Seat, ...]:
        """The seats for which a user may answer. Raises ``NotYours`` when there is none."""
        voices = tuple(seat for seat in self.seats_of(user) if seat in {*asked.needed, REFEREE})
        if user == asked.player or not voices:
            raise NotYours(f"The answer belongs to {' and '.join(sorted(asked.needed))}, or the referee.")
        return voices

    def _end(self, user: Player) -> Ended:
        if REFEREE not in self.seats_of(user):
            raise NotYours("Only the referee can end the campaign.")
        return Ended(player=user)

    def _set_ruling(self, user: Player, command: SetRuling) -> RulingSet:
        if REFEREE not in self.seats_of(user):
            raise NotYours("Only the referee can change a ruling.")
        self.game.with_ruling(command.name, command.choice)
        return RulingSet(player=user, name=command.name, choice=command.choice)

    def offers(self, user: int) -> tuple[Offer, ...]:
        """All that a user may do now, each once."""
        if self.is_ended:
            return ()
        own = (offer for seat in self.acts_for(user) for offer in self.game.offers(self.state, seat))
        return _each_once((*self._answers(user), *own))

    def open_offers(self) -> tuple[Offer, ...]:
        """All that anybody may do now and everybody may know, for the buttons below a public result."""
        if self.is_ended:
            return ()
        seats = (*self.game.seats, REFEREE)
        all_ = (offer for seat in seats for offer in self.game.offers(self.state, seat))
        return _each_once((*self._answers(None), *(offer for offer in all_ if not offer.secret and not offer.minor)))

    def _answers(self, user: int | None) -> Iterator[Offer]:
        """The answers to who asks for a seat or to take back: for anybody's button (None), or for those who may give
        them."""
        asking = self.asking
        if asking is not None and (user is None or self._may_admit(user, asking)):
            sat = len(self.sat[asking.seat])
            yield Offer(command=Admit(player=asking.player), label="Let them sit down", version=sat)
        asked = self.asked
        if asked is None:
            return
        if user is None or (user != asked.player and {*asked.needed, REFEREE} & set(self.seats_of(user))):
            yield Offer(command=Agree(to=asked.entry), label="Agree", version=asked.entry)
        if user is None or user == asked.player or {*asked.needed, REFEREE} & set(self.seats_of(user)):
            yield Offer(command=Decline(to=asked.entry), label="Let it stand", version=asked.entry)

    def report(self, entry: LogEntry) -> tuple[Notice, ...]:
        """What is told of an entry, and to whom."""
        if entry.command.type in DEEDS:
            return tuple(notice for event in entry.events for notice in tell_of(event))
        return tuple(notice for event in entry.events for notice in self.game.tell(event))


def audit(founding: Founding, game: AnyGame, entries: Iterable[LogEntry], seed: bytes) -> list[int]:
    """Decide the whole log again, die by die, with the game as at the founding: the ``seq`` of every entry that comes
    out otherwise."""
    wrong: list[int] = []
    before: list[LogEntry] = []
    now = Campaign.founded(founding, game)
    for entry in entries:
        by_hand = tuple(face for roll in entry.rolls if roll.by_hand for face in roll.faces)
        faces = by_hand if founding.dice == "physical" and by_hand else None
        try:
            again = now.decide(entry.user, entry.command, faces, seed)
        except RuleError:
            wrong.append(entry.seq)
        else:
            if again != Accepted(entry.seat, entry.command, entry.events, entry.rolls):
                wrong.append(entry.seq)
        before.append(entry)
        now = now.follow(entry) if entry.undoes is None else Campaign.fold(founding, game, before)
    return wrong


def _nearness(refusal: RuleError) -> int:
    return 0 if isinstance(refusal, NotYours) else 1 if isinstance(refusal, NotThere) else 2


def _each_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(offer.key, offer)
    return tuple(once.values())
