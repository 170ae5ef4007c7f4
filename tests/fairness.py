"""Random games in which everybody tries everything, watched by a second reading of ``docs/authority.md``.

``python -m tests.fairness 10000`` plays that many games and says what was done how often. The watcher keeps its own
books from the log's events, so a mistake in the campaign's is found.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from rules.campaign import Campaign
from rules.campaign.life.administration import AdminActed, AdminDefault, AdminEnd, AdminReopen, AdminSeat
from rules.campaign.life.ending import End, Ended, Reopen
from rules.campaign.life.language import SetLanguage
from rules.campaign.life.pictures import SetPictures
from rules.campaign.life.rolling import RollDice
from rules.campaign.questions.answering import AnswerQuestion, OpenAnswers
from rules.campaign.questions.checks import CheckBoard
from rules.campaign.questions.questions import (
    AnswerSealed,
    AnswersOpened,
    PutQuestion,
    QuestionPut,
    QuestionWithdrawn,
    WithdrawQuestion,
)
from rules.campaign.questions.requests import Agree, Agreed, Asked, Decline
from rules.campaign.questions.rulings import ChooseDifficulty, DifficultyChosen, RulingSet, SetRuling
from rules.campaign.seats.absence import DecideByDefault, DecidedByDefault, PatienceSet, SetPatience
from rules.campaign.seats.seating import HandOver, Join, Joined, Leave, Left, TakeOver
from rules.campaign.time.corrections import Object, Withdraw
from rules.campaign.time.points import Mark
from rules.campaign.time.redo import Redo, Redone
from rules.campaign.time.rewind import Rewind, Rewound
from rules.campaign.time.undo import Undo, Undone
from rules.command import Command, GameCommand, GameEvent, Offer
from rules.errors import RuleError
from rules.game import REDEAL, AnyGame
from rules.log import LogEntry
from rules.seat import REFEREE, Player, Seat
from tests.games import ANSWERS, OPENINGS, all_games, founded
from tests.play import ADMIN, Play

GAMES = all_games()
STEPS = 40
STRANGER = 50
FORTNIGHT = timedelta(days=14)


class Unfair(AssertionError):
    """Somebody did what the matrix forbids."""


class Watcher:
    """Who sits where and agreed to what, read from the log alone."""

    def __init__(self, play: Play) -> None:
        founding = play.campaign.founding
        self.play = play
        self.roster: dict[Seat, set[int]] = {seat: set() for seat in (*play.game.seats, REFEREE)}
        self.roster[founding.seat].add(founding.founder)
        self.roster[REFEREE].add(founding.founder)
        self.sat = {seat: set(users) for seat, users in self.roster.items()}
        self.readers = {seat: set(users) for seat, users in self.roster.items()}
        self.hand_readers = {seat: set(users) for seat, users in self.roster.items()}
        self.has_begun = False
        self.agreed: dict[int, set[Seat]] = {}
        self.asked: dict[int, tuple[int, Asked, Command]] = {}
        self.put: dict[int, tuple[int, QuestionPut, set[Seat]]] = {}
        self.entries: dict[int, LogEntry] = {}
        self.seen: dict[int, Any] = {}
        self.done: set[Seat] = set()
        self.turn = play.game.turn(play.campaign.state)

    # ---- what the books say ----

    def seats(self, user: int) -> set[Seat]:
        return {seat for seat, users in self.roster.items() if user in users}

    def is_neutral(self, user: int) -> bool:
        return user in self.roster[REFEREE] and not any(user in self.sat[seat] for seat in self.play.game.seats)

    def others(self, user: int) -> set[Seat]:
        """The sides that others alone hold; where there is none, a referee who is somebody else."""
        own: set[Seat] = {seat for seat in self.play.game.seats if user in self.roster[seat]}
        mine = own if len(own) < 2 else set()
        sides: set[Seat] = {seat for seat in self.play.game.seats if self.roster[seat] - {user} and seat not in mine}
        return sides or ({REFEREE} if self.roster[REFEREE] - {user} else set())

    def is_endangered(self, seat: Seat) -> bool:
        """Whether who could read the hand of a seat has left it, and has played another side."""
        sides = [each for each in self.play.game.seats if each != seat]
        return any(user in self.sat[side] for user in self.hand_readers[seat] - self.roster[seat] for side in sides)

    def is_silent(self, seat: Seat, at: Any) -> bool:
        start = self.play.campaign.founding.at
        return all(at - self.seen.get(user, start) >= FORTNIGHT for user in self.roster[seat])

    def acts_for(self, user: int, seat: Seat) -> bool:
        if user in self.roster[seat]:
            return True
        is_alone = not any(users - {user} for users in self.sat.values())
        may_stand_in = user in self.roster[REFEREE] and (self.is_neutral(user) or is_alone)
        return may_stand_in and not self.roster[seat] and not self.sat[seat] - {user}

    def entry(self, number: int) -> int:
        """The place of an entry in the log, by its number; 0 where there is none."""
        seen = [seq for seq, each in self.entries.items() if not each.is_unseen]
        return seen[number - 1] if 0 < number <= len(seen) else 0

    def has_consent(self, command: Command, user: int, at: Any) -> bool:
        """Whether an answer completes a request: every side agreed, or its time is over and nobody waits for it."""
        if not isinstance(command, Agree) or (to := self.entry(command.to)) not in self.asked:
            return False
        asker, asked, _ = self.asked[to]
        mine = {seat for seat in asked.needed if user in self.roster[seat] and user != asker}
        if self.is_neutral(user) and user != asker:
            mine = set(asked.needed)
        missing = set(asked.needed) - self.agreed[to] - mine
        is_over = asked.until is not None and at >= asked.until
        return not missing or (is_over and (asked.goes_on or all(self.is_silent(seat, at) for seat in missing)))

    def meant(self, entry: LogEntry) -> LogEntry:
        """What is done in an entry: for who completes a request, what was asked for."""
        return self.entries[self.entry(entry.command.to)] if isinstance(entry.command, Agree) else entry

    # ---- the checks ----

    def check(self, user: int, entry: LogEntry) -> None:
        """Whether the user may have done it. Raises ``Unfair``."""
        command = entry.command
        agreed = self.has_consent(command, user, entry.at)
        if isinstance(command, Agree) and any(isinstance(e, Agreed) and e.is_complete for e in entry.events):
            self.need(agreed, entry, "nobody completes a request without the others")
        is_admin = user == ADMIN and command.type.startswith("admin")
        self.need(is_admin or not command.type.startswith("admin"), entry, "the office of an administrator")
        for event in entry.events:
            if isinstance(event, Asked | Agreed | AdminActed):
                continue
            self.check_event(user, entry, event, agreed=agreed, is_admin=is_admin)

    def check_event(self, user: int, entry: LogEntry, event: Any, *, agreed: bool, is_admin: bool) -> None:
        command, alone = entry.command, not self.others(user)
        decides = agreed or alone or self.is_neutral(user)
        if isinstance(event, GameEvent) and isinstance(command, GameCommand):
            self.check_action(user, entry, command)
        elif isinstance(event, Undone):
            self.need(agreed or self.may_undo(user, entry, event), entry, "an undo")
        elif isinstance(event, Rewound):
            may_undo = all(self.may_undo(user, entry, Undone(entry=each, title="")) for each in event.entries)
            self.need(agreed or may_undo, entry, "a rewind")
        elif isinstance(event, Redone):
            self.need(decides or self.may_redo(user, event), entry, "a redo")
        elif isinstance(event, Joined):
            self.check_joined(user, entry, event, agreed=agreed, is_admin=is_admin)
        elif isinstance(event, Left):
            leaves = self.asked[self.entry(command.to)][0] if agreed and isinstance(command, Agree) else user
            self.need(event.player == leaves or event.was_silent or is_admin, entry, "a seat that is not one's own")
            if event.was_silent:
                self.need(self.is_silent(event.seat, entry.at), entry, "a player who is there")
        elif isinstance(event, RulingSet | DifficultyChosen | PatienceSet):
            self.need(decides, entry, "what is for all to decide")
        elif isinstance(event, Ended):
            self.need(agreed or alone or is_admin, entry, "the end")
        elif isinstance(event, QuestionPut | AnswerSealed | AnswersOpened | QuestionWithdrawn):
            self.check_question(user, entry, event)
        elif isinstance(event, DecidedByDefault):
            could = {event.seat} | self.play.game.awaited(self.play.campaign.state)
            holders = set().union(*(self.roster[seat] for seat in could)) - {user}
            self.need(agreed or is_admin or not holders, entry, "another seat's answer")

    def check_question(self, user: int, entry: LogEntry, event: Any) -> None:
        if isinstance(event, QuestionPut):
            self.need(bool(self.seats(user)), entry, "a question of a stranger")
            return
        asker, put, answers = self.put[event.to]
        if isinstance(event, AnswerSealed):
            self.need(user in self.roster[event.seat] and event.seat in put.seats, entry, "another seat's answer")
        elif isinstance(event, QuestionWithdrawn):
            self.need(user == asker and not answers, entry, "a question that stands")
        else:
            own = {each.seat for each in entry.events if isinstance(each, AnswerSealed)}
            waits = {seat for seat in put.seats if self.roster[seat]} - answers - own
            is_over = put.until is not None and entry.at >= put.until
            self.need(bool(self.seats(user)) and (is_over or not waits), entry, "answers opened before their time")

    def check_action(self, user: int, entry: LogEntry, command: GameCommand[Any, Any]) -> None:
        assert entry.seat is not None
        self.need(self.acts_for(user, entry.seat), entry, "another seat's action")
        state = self.play.campaign.state
        if command.ends_phase:
            waiting = self.others(user) & set(self.play.game.acting(state, command)) - {entry.seat} - self.done
            self.need(not waiting, entry, "a phase in which another side can act")
        if command.needs_consent:
            is_theirs = command.type == REDEAL and self.is_endangered(entry.seat)
            is_asked = not self.is_neutral(user) and bool(self.others(user) - {entry.seat})
            self.need(is_theirs or not is_asked, entry, "a new hand")

    def check_joined(self, user: int, entry: LogEntry, event: Joined, *, agreed: bool, is_admin: bool) -> None:
        player, seat = event.player, event.seat
        if seat == REFEREE:
            sides = {each for each in self.others(user) - {REFEREE} if self.roster[each] - {player}}
            plays = any(player in self.sat[each] for each in self.play.game.seats)
            self.need(agreed or is_admin or plays or not sides, entry, "a referee whom nobody wanted")
            return
        others = [each for each in self.play.game.seats if each != seat and self.play.game.hides(each)]
        plays_elsewhere = any(player in self.sat[each] for each in self.play.game.seats if each != seat)
        is_read = self.play.game.hides(seat) and bool(self.readers[seat] - {player})
        self.need(agreed or not (is_read and plays_elsewhere), entry, "another side's secrets")
        betrayed = [each for each in others if player in self.readers[each] and self.roster[each] - {player}]
        self.need(agreed or not betrayed, entry, "another side's hand, carried over")
        self.need(not (is_admin and player == user and is_read), entry, "an administrator's look")
        is_handed = isinstance(entry.command, HandOver) and user in self.roster[seat]
        is_free = not self.roster[seat]
        is_taken_over = isinstance(entry.command, TakeOver) and (self.is_neutral(user) or agreed)
        self.need(is_free or agreed or is_admin or is_handed or is_taken_over, entry, "a seat that others hold")

    def may_undo(self, user: int, entry: LogEntry, event: Undone) -> bool:
        undone = self.entries[event.entry]
        if isinstance(entry.command, Object):
            return user != undone.user and bool(self.seats(user))
        if isinstance(entry.command, Withdraw):
            return user == undone.user
        command = undone.command
        seat = command.seat if isinstance(command, DecideByDefault | AdminDefault) else undone.seat
        is_own = seat in self.seats(user) or undone.user == user
        is_free = undone.is_free and (is_own or undone.command.ends_phase or isinstance(undone.command, Agree))
        return bool(self.seats(user)) and (self.is_neutral(user) or not self.others(user) or is_free)

    def may_redo(self, user: int, event: Redone) -> bool:
        """Whether all that is brought back is one's own, and nobody else's affair."""
        done = [self.entries[each] for each in event.entries]
        kinds = [each.command for each in done]
        touches = any(each.ends_phase or each.needs_consent or each.is_correction for each in kinds)
        is_own = all(each.seat in self.seats(user) and isinstance(each.command, GameCommand) for each in done)
        return is_own and not touches and all(each.is_free for each in done)

    def need(self, holds: bool, entry: LogEntry, what: str) -> None:
        if not holds:
            raise Unfair(f"entry {entry.seq} by {entry.user} for {entry.seat}: {what}: {entry.command!r}")

    # ---- keeping the books ----

    def deal(self, entry: LogEntry) -> None:
        """A hand that was dealt anew is read by who plays the side now."""
        if entry.command.type != REDEAL or entry.seat is None:
            return
        self.hand_readers[entry.seat] = {*self.roster[entry.seat]}
        if self.play.game.redeals_all:
            self.readers[entry.seat] = {*self.roster[entry.seat]}

    def read(self, user: int, seat: Seat) -> None:
        """Somebody can read what a seat holds."""
        self.readers[seat].add(user)
        self.hand_readers[seat].add(user)

    def note(self, entry: LogEntry) -> None:
        """Write an accepted entry into the books."""
        self.entries[entry.seq] = entry
        if not entry.is_unseen:
            self.seen[entry.user] = entry.at
        self.has_begun |= any(isinstance(e, GameEvent | AnswerSealed) for e in entry.events) and not entry.is_private
        is_action = isinstance(entry.command, GameCommand) and any(isinstance(e, GameEvent) for e in entry.events)
        if is_action and not entry.command.ends_phase:
            self.done -= {entry.seat}
        if is_action and entry.seat is not None and entry.user not in self.roster[entry.seat]:
            self.sat[entry.seat].add(entry.user)
            if self.has_begun:
                self.read(entry.user, entry.seat)
        for event in entry.events:
            if isinstance(event, Asked):
                self.asked[entry.seq] = (entry.user, event, entry.command)
                self.agreed[entry.seq] = set()
            elif isinstance(event, Agreed):
                self.agreed[event.to] |= set(event.seats)
                self.done |= set(event.seats) if event.for_turn else set()
            elif isinstance(event, QuestionPut):
                self.put[entry.seq] = (entry.user, event, set())
            elif isinstance(event, AnswerSealed):
                self.put[event.to][2].add(event.seat)
            elif isinstance(event, Joined):
                self.roster[event.seat].add(event.player)
                self.sat[event.seat].add(event.player)
                self.read(event.player, event.seat)
                self.seen[event.player] = entry.at
            elif isinstance(event, Left):
                self.roster[event.seat].discard(event.player)
                if not self.has_begun:
                    self.readers[event.seat] -= {event.player}
                    self.hand_readers[event.seat] -= {event.player}
        if any(isinstance(event, GameEvent) for event in entry.events):
            self.deal(self.meant(entry))
        for seat in self.play.game.seats if self.has_begun else ():
            for referee in self.roster[REFEREE]:
                if self.acts_for(referee, seat):
                    self.read(referee, seat)
        turn = self.play.game.turn(self.play.campaign.state)
        if turn != self.turn:
            self.turn, self.done = turn, set()


def table(game: AnyGame, chance: random.Random) -> tuple[Play, list[int]]:
    """A table of some players, some sharing a seat, with a referee who plays or does not."""
    seats = [*game.seats]
    start = chance.choice([*seats, REFEREE])
    play = Play(game, founded(game, 1, start))
    play.all_agree = False
    users = [1]
    for user, seat in enumerate(chance.sample(seats, chance.randint(0, len(seats))), start=2):
        attempt(play, user, Join(seat=seat))
        users.append(user)
    if game.id in OPENINGS:
        attempt(play, 1, play.campaign.read_command(OPENINGS[game.id]))
    return play, [*users, STRANGER, STRANGER + 1, ADMIN]


def attempt(play: Play, user: int, command: Command) -> bool:
    """Whether the command was accepted."""
    try:
        play.do(user, command)
    except RuleError:
        return False
    return True


def filled(offer: Offer) -> Command:
    """The command of an offer with its form filled in."""
    empty = [name for name in offer.inputs if name in ANSWERS and not getattr(offer.command, name)]
    return offer.command.replace(**{name: ANSWERS[name] for name in empty})


def wishes(play: Play, users: list[int], chance: random.Random) -> Iterator[Command]:
    """What somebody may try: whatever anybody is offered, and all that a campaign knows."""
    campaign, game = play.campaign, play.game
    seat = chance.choice([*game.seats, REFEREE])
    to = chance.choice([campaign.number(each.seq) for each in campaign.requests] or [campaign.seq])
    corrected = chance.choice([campaign.number(each.seq) for each in campaign.contested] or [campaign.seq])
    player = Player(chance.choice(users))
    yield from (filled(offer) for user in users for offer in campaign.offers(user))
    yield from (Undo(), Agree(to=to), Decline(to=to), Object(to=corrected), Withdraw(to=corrected), RollDice())
    yield from (Join(seat=seat), Leave(seat=seat), HandOver(seat=seat, player=player), TakeOver(seat=seat))
    yield from (
        DecideByDefault(seat=seat),
        SetPatience(answer=3, silence=14),
        SetPictures(on=False),
        SetLanguage(language="fr"),
        End(),
        Reopen(),
        AdminReopen(),
    )
    put = chance.choice([campaign.number(each.seq) for each in campaign.questions] or [campaign.seq])
    yield from (
        PutQuestion(question="Truce?", options=chance.choice(["", "Yes; No"]), seats=chance.choice(["", seat])),
        AnswerQuestion(to=put, answer=chance.choice(["Yes", "No"])),
        OpenAnswers(to=put),
        WithdrawQuestion(to=put),
    )
    newest = campaign.standing[-1].entry if campaign.standing else 0
    yield from (Rewind(to=max(0, newest - chance.randint(1, 6)), last=newest), Redo(number=chance.randint(1, 9)))
    yield from (Mark(name=f"Mark {campaign.seq}"), CheckBoard(changed=campaign.number(campaign.changed)))
    yield from (AdminSeat(seat=seat, player=player), AdminSeat(seat=seat), AdminDefault(seat=seat), AdminEnd())
    for name, ruling in game.data.rulings.by_name.items():
        yield SetRuling(name=name, choice=ruling.ids[-1])
    yield from (ChooseDifficulty(difficulty=id_) for id_ in game.data.difficulties)


RARE = (Leave, End, AdminEnd, AdminSeat, Undo, Rewind)


def play_one(game: AnyGame, seed: int, done: Counter[str]) -> None:
    """One game. Raises ``Unfair``."""
    watcher: Watcher | None = None
    for stood, play in random_table(game, seed):
        if watcher is None:
            watcher = Watcher(play)
            for entry in play.log:
                watcher.note(entry)
            continue
        entry, after = play.log[-1], play.campaign
        play.campaign = stood
        watcher.check(entry.user, entry)
        play.campaign = after
        watcher.note(entry)
        type_ = entry.command.type
        done[f"{game.title}: {type_}" if type_ in game.commands_by_type else type_] += 1


def random_table(game: AnyGame, seed: int, steps: int = STEPS) -> Iterator[tuple[Campaign, Play]]:
    """Everybody tries everything: the table as it begins and after each deed, with the campaign as it stood before."""
    chance = random.Random(seed)
    play, users = table(game, chance)
    yield play.campaign, play
    for _ in range(steps):
        if chance.random() < 0.04:
            play.wait(days=chance.choice([1, 4, 15]))
        user = chance.choice(users)
        own = [filled(offer) for offer in play.campaign.offers(user)]
        wished = own if own and chance.random() < 0.6 else [*wishes(play, users, chance)]
        kind = chance.choice(sorted({each.type for each in wished}))
        command = chance.choice([each for each in wished if each.type == kind])
        if isinstance(command, RARE) and chance.random() < 0.7:
            continue
        stood = play.campaign
        if attempt(play, user, command):
            yield stood, play


def main(games: int, first: int = 0) -> Counter[str]:
    """Play so many games, each kind in turn."""
    done: Counter[str] = Counter()
    kinds = [GAMES[id_] for id_ in sorted(GAMES)]
    for seed in range(first, first + games):
        try:
            play_one(kinds[seed % len(kinds)], seed, done)
        except Unfair as unfair:
            raise Unfair(f"{kinds[seed % len(kinds)].title}, seed {seed}: {unfair}") from unfair
    return done


if __name__ == "__main__":
    counted = main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{sys.argv[1]} games, {counted.total()} accepted actions, none that the matrix forbids")
    for type_, count in counted.most_common():
        print(f"{count:8} {type_}")
    for game in GAMES.values():
        never = sorted(type_ for type_ in game.commands_by_type if not counted[f"{game.title}: {type_}"])
        print(f"{game.title}, never: {', '.join(never) or 'none'}")
