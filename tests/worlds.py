"""Non-interference: two worlds that differ only in the secrets of some seats read the same to everybody else.

Two campaigns are played side by side, command for command. Where a command draws in secret, the second one draws
something else, as long as everybody reads the same of it. What becomes public later in another way in each is left
undone. So whoever was told the same line by line must read the same journal, report, search, comparison and
record, byte for byte.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.sessions import differences
from bot.journal.html_file import Marks, html
from bot.journal.page import Wish, page_of
from bot.log.chain import write_record
from bot.log.codec import write_entry
from bot.log.export import entry_of
from bot.messages.log_lines import log_lines
from rules.campaign import Campaign
from rules.campaign.chronicle.report import in_brief, of_all
from rules.campaign.chronicle.retelling import may_read, retold
from rules.campaign.chronicle.search import Wanted, search
from rules.campaign.seats.seating import Join
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command
from rules.errors import RuleError
from rules.game import AnyGame
from rules.games.gathering_storm.powers import POWERS, alliance_of
from rules.line import ENGLISH, say
from rules.log import undone_entries
from rules.notice import Public, Secret
from rules.seat import sides
from tests.games import SEED
from tests.play import Play
from tests.rules.test_conformance import filled, seated

STRANGER = 99
STEPS, OTHER_SEEDS = 60, 8
SEARCHED = ("", "you", "draw", "the")


@dataclass(frozen=True, slots=True)
class Worlds:
    """Two campaigns of the same commands, and the users who were told the same in both."""

    one: Play
    two: Play
    same_for: frozenset[int]


def told_publicly(play: Play) -> list[str]:
    """What everybody reads of the newest entry."""
    return [str(each) for each in play.campaign.tell(play.log[-1]) if isinstance(each, Public)]


def told_to(play: Play, user: int) -> list[str]:
    """What a user's seats were told in private in the whole log."""
    seats = play.campaign.acts_for(user)
    every = (each for entry in play.log for each in play.campaign.tell(entry))
    return [str(each) for each in every if isinstance(each, Secret) and each.seat in seats]


def attempt(play: Play, user: int, command: Command, seed: bytes) -> bool:
    """Whether a command was accepted; its dice are those of a seed."""
    play.seed = seed
    try:
        play.do(user, command)
    except RuleError:
        return False
    return True


def two_worlds(game: AnyGame, number: int, steps: int = STEPS) -> Worlds:
    chance, one, two = random.Random(number), seated(game), seated(game)
    users = range(1, len(game.seats) + 1)
    for _ in range(steps):
        keys = {(user, offer.key) for user in users for offer in two.campaign.offers(user)}
        offers = [(user, o) for user in users for o in one.campaign.offers(user) if (user, o.key) in keys]
        if not offers:
            break
        kind = chance.choice(sorted({offer.command.type for _, offer in offers}))
        user, offer = chance.choice([each for each in offers if each[1].command.type == kind])
        step(one, two, user, filled(offer))
    same = {user for user in (*users, STRANGER) if told_to(one, user) == told_to(two, user)}
    return Worlds(one, two, frozenset(same))


def step(one: Play, two: Play, user: int, command: Command) -> None:
    """The command in both worlds, if everybody reads the same of it; in the second one with another secret, if any."""
    stood = [(play.campaign, [*play.log], play.clock) for play in (one, two)]

    def back(play: Play, to: int) -> None:
        play.campaign, play.log, play.clock = stood[to][0], [*stood[to][1]], stood[to][2]

    if not attempt(one, user, command, SEED):
        return
    entry = one.log[-1]
    secret = [str(each) for each in one.campaign.tell(entry) if isinstance(each, Secret)]
    others = [bytes([number]) * 32 for number in range(1, OTHER_SEEDS + 1)] if secret and entry.rolls else []
    for seed in (*others, SEED):
        if attempt(two, user, command, seed) and told_publicly(two) == told_publicly(one):
            return
        back(two, 1)
    back(one, 0)


def read_by(play: Play, user: int) -> list[str]:
    """All that a user can read in the record, and what the channel reads of it."""
    now, log = play.campaign.when(play.clock), play.log
    wish = Wish(user, play.clock)
    page = page_of(now, log, wish)
    seats = may_read(now, user)
    found = [[entry.seq for entry in search(now, log, seats, Wanted(text), saying)] for text in SEARCHED]
    report = of_all(now, log, [*retold(now, log, seats)], seats)
    return [
        html(page, Marks(page.cast), "en"), *map(str, in_brief(now)),
        *map(str, report),
        *map(str, log_lines(now, log, undone_entries(log))), *map(str, now.game.status(now.state)), str(found),
        *compared(now, user), running_record(play), *open_forms(now), *buttons(now),
    ]  # fmt: skip


def open_forms(now: Campaign) -> Iterator[str]:
    """The forms that any player may open again to correct a result."""
    for seat in now.game.seats if now.game.has("correct_result") else ():
        for each in now.game.offers(now.state, seat):
            if each.inputs and not (each.secret or each.shows_hand):
                yield f"{each.name} {each.command} {each.chosen_from}"


def buttons(now: Campaign) -> Iterator[str]:
    """What stands below the newest result."""
    yield from (f"{each.name} {each.key} {each.seats}" for each in now.open_offers() if not each.secret)


def running_record(play: Play) -> str:
    """The bytes of the record that everybody gets while the game goes on, without what its digests are."""
    founding = play.campaign.founding
    begun = {"founder": founding.founder, "game": founding.game, "name": founding.name, "seal": ""}
    entries = map(entry_of, (write_entry(0, each) for each in play.log))
    written = write_record(begun, {}, entries, SEED, is_open=False)
    return re.sub(r'"[0-9a-f]{64}"', '""', f"{written.entries} {written.data.decode()}")


def compared(now: Campaign, user: int) -> Iterator[str]:
    """What a user reads when they compare the campaign with its founding, and when they check the board."""
    for seat in (None, *sides(now.seats_of(user))):
        yield from (str(change.told) for change in differences(now.as_founded(), now, seat))
        yield from (str(fact.shown) for fact in now.game.facts(now.state, seat))
    yield from (f"{label}: {value}" for label, value in now.game.position(now.state))


def saying(text: object, *, opened: bool = False) -> str:
    """A text in English."""
    return say(text, ENGLISH, opened=opened)


def unseen_worlds(game: AnyGame, number: int, steps: int = STEPS) -> Worlds:
    """Two campaigns of the same commands at the same times; in the second one, one seat does something unseen now and
    then, and takes some of it back. Whoever does not play that seat is told the same.
    """
    chance, one, two = random.Random(number), seated(game), seated(game)
    users = range(1, len(game.seats) + 1)
    doer = chance.choice(users)
    for _ in range(steps):
        if chance.random() < 0.4:
            _deed(two, doer, chance)
            one.clock = two.clock = max(one.clock, two.clock)
        open_ = {(user, offer.command) for user in users for offer in two.campaign.offers(user)}
        offers = [(user, o) for user in users for o in one.campaign.offers(user) if (user, o.command) in open_]
        offers = [(user, offer) for user, offer in offers if not offer.command.is_private]
        if not offers:
            break
        user, offer = chance.choice(offers)
        command: Command = chance.choice((filled(offer), filled(offer), Undo()))
        if isinstance(command, Undo) and user == doer:
            continue  # it knows of what it did
        _both(one, two, user, command)
    return Worlds(one, two, frozenset({*users, STRANGER}) - with_side_of(one, doer))


def with_side_of(play: Play, user: int) -> frozenset[int]:
    """A user, and those who read all that they do unseen: the research of an alliance is one."""
    seats = {seat for seat in sides(play.campaign.seats_of(user)) if seat in POWERS}
    allied = {seat for seat in POWERS if alliance_of(seat) in {alliance_of(each) for each in seats}}
    return frozenset({user, *(player for seat in allied for player in play.campaign.roster[seat])})


def _deed(play: Play, user: int, chance: random.Random) -> None:
    """Something that a user can do unseen, or that they did unseen and take back."""
    offers = [each.command for each in play.campaign.offers(user) if each.command.is_private]
    last = play.campaign.timeline.standing[-1:]
    if last and last[0].is_unseen and chance.random() < 0.3:
        offers = [Undo()]
    stood = play.campaign, [*play.log]
    if offers and attempt(play, user, chance.choice(offers), SEED) and told_publicly(play):
        play.campaign, play.log = stood  # the last of some deeds can be told to all


def _both(one: Play, two: Play, user: int, command: Command) -> None:
    """The command in both worlds, or in none: what the deed changes for its own seat can change what it can do."""
    stood = [(play.campaign, [*play.log], play.clock) for play in (one, two)]
    done = [attempt(play, user, command, SEED) for play in (one, two)]
    if not all(done) or told_publicly(one) != told_publicly(two):
        for play, (campaign, log, clock) in zip((one, two), stood, strict=True):
            play.campaign, play.log, play.clock = campaign, log, clock


def traces(play: Play, user: int) -> list[str]:
    """What somebody could read a private deed from: who, when, how many, in which order, and what can be done now."""
    now, log = play.campaign.when(play.clock), play.log
    wish = Wish(user, play.clock)
    page = page_of(now, log, wish)
    told = [str(each) for entry in log for each in now.tell(entry) if isinstance(each, Public)]
    waiting = [(seat, str(now.move_by(seat))) for seat in now.roster]
    last = (now.timeline.last.number or 0) if now.timeline.last else 0
    back = refusal_of(play, user, Rewind(to=0, last=last))
    doors = [refusal_of(play, user, Join(seat=seat)) for seat in now.roster]
    return [
        html(page, Marks(page.cast), "en"), *map(str, in_brief(now)),
        *map(str, log_lines(now, log, undone_entries(log))), *map(str, now.game.status(now.state)), *told,
        str(waiting), str(doors), back, refusal_of(play, user, Undo()), refusal_of(play, user, Redo()),
        str([(each.label, each.key) for each in now.offers(user)]),
        str([(each.label, each.key) for each in now.open_offers()]), str(now.number), str(sorted(now.done)),
        str([(each.title, sorted(each.needed)) for each in now.requests]), running_record(play),
    ]  # fmt: skip


def refusal_of(play: Play, user: int, command: Command) -> str:
    """What comes of a command, without giving it."""
    other = play.copy()
    other.all_agree = False
    try:
        other.do(user, command)
    except RuleError as refusal:
        return str(refusal)
    return "; ".join(str(each) for each in other.campaign.tell(other.log[-1]) if isinstance(each, Public))
