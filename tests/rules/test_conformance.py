"""What every game keeps to, whatever its rules: one suite over all of them."""

import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import rules.dice
from bot.log.codec import read_entry, write_entry
from rules.campaign import Campaign, audit
from rules.campaign.chronicle.retelling import past_of
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS
from rules.campaign.seats.seating import Join
from rules.campaign.state.state import CampaignCommand
from rules.campaign.time.undo import Undo
from rules.command import Command, Offer, is_several
from rules.dice import Source
from rules.errors import NotNow, NotThere, RuleError, Unsure
from rules.facts import changes
from rules.game import AnyGame
from rules.notice import Public
from rules.picture import LONGEST_WORDS
from rules.seat import REFEREE
from rules.secrets import MASK
from tests.faults.rounds import many
from tests.games import ALL, ANSWERS, OPENINGS, SEED, all_games, founded
from tests.play import Play

GAMES = all_games()
STEPS = many(120, 600)
AGAIN = ("answer_question", "put_question", "enter_secret")
"""What can be said again in other words, and only then changes something."""
Step = tuple[Play, Offer]
NOTHING_THERE = re.compile(r"\w+ 0(\+0)?(, \w+ 0(\+0)?)*")
KEPT: dict[tuple[int, int, bool, Any], tuple[AnyGame, list[Step], Iterator[Step]]] = {}
# of a form in Discord, the dice of the players' table among them
MOST_FIELDS = 5


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def seated(game: AnyGame) -> Play:
    """A player a seat; the first is the referee as well."""
    play = Play(game)
    play.all_agree = False
    for user, seat in enumerate(game.seats[1:], start=2):
        play.do(user, Join(seat=seat))
    if game.id in OPENINGS:
        play.do(1, OPENINGS[game.id])
    return play


def filled(offer: Offer) -> Command:
    """The command of an offer with its form filled in: what it proposes, and an answer where it proposes nothing."""
    empty = [name for name in offer.inputs if name in ANSWERS and not getattr(offer.command, name)]
    given: dict[str, Any] = {name: [*(each.value for each in offer.of(name)), ANSWERS[name]][0] for name in empty}
    if given.get("hex") == ANSWERS["hex"] and "marne" in type(offer.command).__module__:
        given["hex"] = f"{given['hex']} {offer.version}"  # each combat has a hex of its own
    hexes = str(getattr(offer.command, "hexes", ""))
    if "hexes" in offer.inputs and NOTHING_THERE.fullmatch(hexes):  # every hex is proposed with nothing in it
        given["hexes"] = f"{hexes.partition(',')[0].removesuffix('0')}1"
    if "keep" in offer.inputs:  # as many markers as can stay, those just drawn first
        given["keep"] = tuple(each.value for each in offer.of("keep"))[: offer.most]
    if "chosen" in offer.inputs:
        given["chosen"] = (offer.of("chosen")[0].value,)
    if getattr(offer.command, "sps", 0) == "":  # no Allied SPs were told before
        given["sps"] = "A05 1+1"
    if "added" in offer.inputs and not offer.chosen_from.get("gone"):  # where nothing stands, something must be added
        given["added"] = ("A05",)
    return offer.command.replace(**given)


def may_refuse(offer: Offer) -> bool:
    """Whoever says what stands already has nothing to do; nor has a hand in which nothing fits, which nobody sees."""
    nothing = offer.shows_hand and any(each.value == "–" for name in offer.inputs for each in offer.of(name))
    return offer.command.type in AGAIN or nothing


def random_play(
    game: AnyGame, seed: int, steps: int = STEPS, *, all_agree: bool = False
) -> Iterator[tuple[Play, Offer]]:
    """Legal play at random; after each step the play and the offer that was taken are given. What one test has played
    the next only looks at.
    """
    key = id(game), seed, all_agree, rules.dice.die  # loaded dice fall otherwise
    _, seen, rest = KEPT.setdefault(key, (game, [], played_on(game, seed, all_agree=all_agree)))
    for number in range(steps):
        if number == len(seen):
            step = next(rest, None)
            if step is None:
                return
            seen.append((step[0].copy(), step[1]))
        play, offer = seen[number]
        yield play.copy(), offer


def played_on(game: AnyGame, seed: int, *, all_agree: bool) -> Iterator[tuple[Play, Offer]]:
    """Legal play at random, without an end of its own."""
    chance = random.Random(seed)
    play = seated(game)
    play.all_agree = all_agree
    given: Counter[str] = Counter()
    users = range(1, len(game.seats) + 1)
    while True:
        campaign = play.campaign
        offers = [(user, offer) for user in users for offer in (*campaign.offers(user), *campaign.on_screens(user))]
        if not offers:
            return
        # what was given seldom so far comes first, or entries and notes would crowd out the play
        kinds = sorted({offer.command.type for _, offer in offers})
        (kind,) = chance.choices(kinds, [1 / (1 + given[kind]) ** 2 for kind in kinds])
        given[kind] += 1
        user, offer = chance.choice([each for each in offers if each[1].command.type == kind])
        try:
            play.do(user, filled(offer))
        except NotNow:
            assert may_refuse(offer)
            continue
        yield play, offer


def test_every_game_is_here() -> None:
    assert sorted(each.id for each in ALL) == sorted(GAMES)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_all_that_is_offered_can_be_done(game: AnyGame, seed: int) -> None:
    """Of each player in turn, after each step."""
    for step, (play, _) in enumerate(random_play(game, seed)):
        user = 1 + step % len(game.seats)
        for offer in play.campaign.offers(user):
            refusals = (Unsure, NotNow) if may_refuse(offer) else (Unsure,)
            with contextlib.suppress(*refusals):
                play.campaign.decide(user, filled(offer), None, Source(SEED, 0), play.clock)


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_offers_are_told_apart_and_are_not_made_twice(game: AnyGame, seed: int) -> None:
    for play, taken in random_play(game, seed):
        for user in range(1, len(game.seats) + 1):
            keys = [offer.key for offer in play.campaign.offers(user)]
            assert len(keys) == len(set(keys))
            assert all(len(key) <= 70 for key in keys)
            assert taken.key not in keys or user != play.log[-1].user or taken.command.type in AGAIN
            for offer in play.campaign.offers(user):
                assert set(offer.inputs) <= set(type(offer.command).model_fields)
                assert set(offer.chosen_from) <= set(offer.inputs)
                assert len(offer.inputs) + bool(offer.dice) <= MOST_FIELDS
                for field in offer.chosen_from:
                    proposed, allowed = getattr(offer.command, field), {each.value for each in offer.of(field)}
                    several = is_several(type(offer.command), field)
                    assert set(proposed) <= allowed if several else str(proposed) in (*allowed, "")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_the_log_gives_back_the_campaign(game: AnyGame, seed: int) -> None:
    *_, (play, _) = random_play(game, seed)
    rows = [write_entry(1, entry) for entry in play.log]
    assert all(json.loads(row.events) is not None for row in rows)
    fresh = Campaign.founded(play.campaign.founding, game)
    log = [read_entry(fresh, row) for row in rows]
    assert fresh.refold(log) == play.campaign
    assert audit(fresh, log, SEED).wrong == ()


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_an_undone_action_leaves_no_trace(game: AnyGame, seed: int) -> None:
    """A referee who has never held a side undoes the last actions one by one: at most 20, fewer where the game ends.
    What is done unseen stands beside them (``test_sparing.py``).
    """
    play = Play(game, founded(game, seat=REFEREE))
    play.all_agree = False
    users = range(2, len(game.seats) + 2)
    for user, seat in zip(users, game.seats, strict=True):
        play.do(user, Join(seat=seat))
    if game.id in OPENINGS:
        play.do(2, OPENINGS[game.id])
    chance = random.Random(seed)
    states: list[object] = []
    # what strikes an earlier entry is no action of its own that could be undone
    taken = {"thats_wrong"}

    def open_now() -> list[tuple[int, Offer]]:
        every = [(user, each) for user in users for each in play.campaign.offers(user) if not may_refuse(each)]
        return [(user, each) for user, each in every if each.command.type not in taken and not each.command.is_private]

    while len(states) < 20 and (offers := open_now()):
        user, offer = chance.choice(offers)
        stood = play.campaign.state
        play.do(user, filled(offer))
        if play.campaign.timeline.last is not None and play.campaign.timeline.last.number == play.campaign.seq:
            states.append(stood)
    assert states, "a game offers something at its beginning"
    dice = play.campaign.next_die
    for state in reversed(states):
        play.do(1, Undo())
        assert play.campaign.state == state
    assert play.campaign.next_die == dice


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_the_channel_reads_sentences_without_masks_or_holes(game: AnyGame, seed: int) -> None:
    for play, _ in random_play(game, seed):
        told = play.campaign.tell(play.log[-1])
        assert told, "an action is told to somebody"
        state = play.campaign.state
        for notice in (*told, *game.status(state), *game.pool(state)):
            text = str(notice)
            assert text
            assert not any(hole in text for hole in (MASK, "{", "}", "None"))
            assert not isinstance(notice, Public) or "Hidden" not in text


def test_a_user_without_a_seat_can_do_nothing(game: AnyGame) -> None:
    play = seated(game)
    assert play.campaign.offers(99) == ()
    for offer in play.campaign.offers(1):
        with pytest.raises(RuleError, match="hold no seat"):
            play.campaign.decide(99, filled(offer), None, Source(SEED, 0))


def test_each_command_and_event_is_named_and_headed(game: AnyGame) -> None:
    assert game.commands_by_type
    assert game.events_by_type
    assert REFEREE not in game.seats
    assert game.id == game.id.lower()
    for play, _ in random_play(game, 0, 5):
        assert 0 < len(play.log[-1].title) <= 45


@pytest.mark.parametrize("seed", range(many(1, 2)))
def test_a_picture_has_words_for_everybody(game: AnyGame, seed: int) -> None:
    """They fit, nobody is mentioned, and nothing that is hidden is even masked."""
    *_, (play, _) = random_play(game, seed, 60, all_agree=True)
    past = past_of(play.campaign.as_founded(), play.log)
    drawn = play.campaign.game.picture(play.campaign.state, past)
    if drawn is not None:
        assert 0 < len(drawn.words) <= LONGEST_WORDS
        assert MASK not in drawn.words
        assert "<@" not in drawn.words


@pytest.mark.parametrize("seed", range(many(1, 2)))
def test_facts_are_told_apart_and_name_what_they_are(game: AnyGame, seed: int) -> None:
    """Also those that a seat alone may know; nothing that is hidden stands in those for all, even masked."""
    for play, _ in random_play(game, seed, 60, all_agree=True):
        now = play.campaign.game
        for seat in (None, *now.seats):
            facts = [*now.facts(play.campaign.state, seat)]
            assert len({fact.key for fact in facts}) == len(facts)
            assert all(fact.label and MASK not in fact.shown for fact in facts)
            if seat is not None:
                assert not any(fact.is_settable for fact in facts)


@pytest.mark.parametrize("seed", range(many(1, 2)))
def test_a_referee_is_told_nothing_of_a_sides(game: AnyGame, seed: int) -> None:
    """What a side holds and knows is asked of the type ``SideSeat``: ``tests/rules/test_seat.py``."""
    for play, _ in random_play(game, seed, all_agree=True):
        assert not [told for told in play.campaign.tell(play.log[-1]) if getattr(told, "seat", None) == REFEREE]


@pytest.mark.parametrize("seed", range(many(1, 2)))
def test_a_comparison_tells_what_differs_and_nothing_else(game: AnyGame, seed: int) -> None:
    now, told = game, 0
    states = [now.start(), *(play.campaign.state for play, _ in random_play(game, seed, 60, all_agree=True))]
    for before, after in pairwise(states):
        old, new = ({fact.key: fact.value for fact in now.facts(state)} for state in (before, after))
        differing = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
        assert len([*changes(now.facts(before), now.facts(after))]) == len(differing)
        told += len(differing)
    assert told > 0 or len(states) < 30 or not [*now.facts(states[-1])]


@pytest.mark.parametrize("seed", range(many(1, 2)))
def test_a_corrected_value_reads_back(game: AnyGame, seed: int) -> None:
    """Every number that is said to be settable is put up by one."""
    *_, (play, _) = random_play(game, seed, 60, all_agree=True)
    play.all_agree = True
    facts = [each for each in game.facts(play.campaign.state) if each.is_settable and isinstance(each.value, int)]
    for fact in facts:
        with contextlib.suppress(RuleError):
            wanted = int(fact.value) + 1
            command = game.adjusting(fact.key, str(wanted), "We counted again")
            play.do(1, command)
            now = {each.key: each.value for each in game.facts(play.campaign.state)}
            follows = [event.type for event in play.log[-1].events][1:]
            assert now[fact.key] == wanted or "order_followed" in follows
            assert command.is_correction


def test_an_impossible_correction_is_refused(game: AnyGame) -> None:
    with pytest.raises(NotThere):
        game.adjusting("no such fact", "1", "We counted again")


def test_a_question_about_others_says_what_its_player_wants(game: AnyGame) -> None:
    """“@player wants to …”, for the campaign's commands and the game's."""
    of_campaign = (each for each in CAMPAIGN_COMMANDS.values() if each.needed is not CampaignCommand.needed)
    of_game = (
        each for each in game.commands_by_type.values() if each.ends_phase or each.needs_consent or each.is_correction
    )
    asked: list[type[Command]] = [*of_campaign, *of_game]
    assert [each.__name__ for each in asked if not each.wish and each.wanted is Command.wanted] == []
