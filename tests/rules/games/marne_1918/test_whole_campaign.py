"""A whole campaign of 18 turns with two players, in which every type occurs and every marker is accounted for."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.campaign import audit
from rules.campaign.seats.seating import Join
from rules.game import AnyGame
from rules.games.marne_1918.board import ObjectiveDue
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.doctrine import ShakeupToPlace
from rules.games.marne_1918.hand import FlightToResolve, Sort
from rules.games.marne_1918.log_events.forces import AttacksOwed, ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.rulings import ShakeupsTakenOff
from rules.games.marne_1918.state import EventDue, State
from rules.pool import Zone
from tests.faults.rounds import many
from tests.games import by_hand, catalog, marne
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, state

LOGS = sorted((Path(__file__).parents[3] / "logs").glob("*/marne_1918.json"))
TURNS = 18
GERMAN_OFFENSIVES = (3, 6, 9, 12, 15, 17)
FIRST_COMBAT = Moment(sequence=1, phase=Phase.GERMAN_COMBAT)
# what the Allied player waits with: the rest is played as soon as it may be
WORTH_KEEPING = ["Mangin", "Victory Telegram", "Clemenceau", "Command Shakeup", "Change of Doctrine", "Gouraud"]


class Players:
    """Anna plays whatever she may, and keeps what needs another event; Bert attacks on set turns and passes."""

    def __init__(self, seed: int, game: AnyGame | None = None) -> None:
        self.play = Play(game or by_hand(), seed=seed.to_bytes(32, "big"))
        self.play.do(BERT, Join(seat=GERMANS))
        self.points = 20

    @property
    def state(self) -> State:
        return state(self.play)

    def turn(self) -> None:
        turn = self.state.turn
        self.play.do(ANNA, "draw")
        self.answer()
        self.decide()
        while self.state.turn == turn and not self.state.over:
            self.answer()
            self.events()
            if (
                self.state.now.phase is Phase.OFFENSIVES
                and turn in GERMAN_OFFENSIVES
                and self.state.german_offensive != turn
            ):
                self.play.do(BERT, "declare_offensive")
            if self.state.now == FIRST_COMBAT and turn in GERMAN_OFFENSIVES and not self.state.captured_in_sequence:
                self.play.do(BERT, "take_hex", by="Germans", hex=f"{turn:02}07", vp=3)
            labels = {offer.command.type for offer in self.play.campaign.offers(BERT)}
            self.play.do(BERT, "next_phase" if "next_phase" in labels else "next_turn")

    def answer(self) -> None:
        """Whatever is asked."""
        while self.state.waiting:
            match self.state.waiting[0]:
                case FlightToResolve():
                    self.play.do(ANNA, "resolve_flight", vp=32, crossed=True, reason="Counted on the map.")
                case ExitToRoll(told=told):
                    self.play.do(ANNA, "roll_exit", captured=told)
                case HandToShow():
                    self.play.do(BERT, "show_hand", markers="Gas")
                case ShakeupToPlace():
                    self.play.do(BERT, "place_shakeup", hq="VI Army")
                case ForceDue():
                    self.play.do(ANNA, "deploy", come=True)
                case AttacksOwed():
                    self.play.do(ANNA, "report_attacks", attacks=1)
                case ObjectiveDue(marker=marker):
                    self.play.do(ANNA, "report_objective", marker=marker, taken=True)
                case EventDue(awaiting=awaiting):
                    self.play.do(ANNA if awaiting == ALLIES else BERT, "pass")

    def decide(self) -> None:
        """Keep what is worth keeping first, then the rest as far as the hand goes."""
        pool = self.state.pools[ALLIES]
        kinds = {id_: pool.markers[id_].kind for id_ in pool.undecided}
        order = sorted(kinds, key=lambda id_: (kinds[id_] not in WORTH_KEEPING, id_))
        for offer in self.play.campaign.offers(ANNA):
            if isinstance(offer.command, Sort):
                self.play.do(ANNA, "sort", keep=(*offer.command.keep, *order)[: offer.most])

    def events(self) -> None:
        """Anna plays what she may play in this phase, Mangin only with the telegram if she waits for it."""
        while offer := next((o for o in self.play.campaign.offers(ANNA) if o.command.type == "play"), None):
            fields: dict[str, Any] = offer.command.model_dump() | {
                "answer": True,
                "hq": "IV Army",
                "hex": str(len(self.play.log)),
            }
            self.play.do(ANNA, fields)
            self.answer()
        combat = self.state.now.phase is Phase.GERMAN_COMBAT
        if combat and any(m.kind == "Heroic Defense" for m in self.state.pools[ALLIES].at(Zone.HAND)):
            self.play.do(ANNA, "ask_to_declare", hex=str(len(self.play.log)))
            self.play.do(BERT, "pass")
            offers = [o for o in self.play.campaign.offers(ANNA) if o.command.type == "play"]
            self.play.do(ANNA, offers[0].command)
            self.answer()


def occurred(play: Play) -> Counter[str]:
    data = play.game.data
    seen: Counter[str] = Counter()
    for entry in play.log:
        for event in entry.events:
            given = event.model_dump(mode="json")
            if event.type in ("played", "flight_resolved"):
                seen[data.type_of(given["marker"]).name] += 1
            if event.type == "drawn":
                seen.update(data.type_of(id_).name for id_ in given["back"])
    return seen


def whole_campaign(seed: int) -> Players:
    """Eighteen turns; after each every marker is in one place and the symbols hold."""
    players = Players(seed)
    gone: set[str] = set()
    for _ in range(TURNS):
        players.turn()
        gone = accounted_for(players.state, gone, players.play.game.data)
    return players


def accounted_for(now: State, gone: set[str], data: MarneData) -> set[str]:
    """Every marker is in one place, what is ``gone`` (# that was played, removed) stays out, $ never leaves, the hand
    is within its limit; what is gone now."""
    pool = now.pools[ALLIES]
    placed = [marker.id for place in Zone for marker in pool.at(place)]
    assert sorted(placed) == sorted(data.markers)
    out = {marker.id for marker in (*pool.at(Zone.REMOVED), *pool.at(Zone.TRACK))}
    back = {id_ for id_ in gone - out if data.type_of(id_).effect is Effect.SHAKEUP}
    assert gone <= out | (back if data.is_ruled(ShakeupsTakenOff.BACK_TO_THE_POOL) else set())
    assert len(pool.kept()) <= now.hand_limit(data, ALLIES)
    quiet = [id_ for id_ in data.markers if id_.startswith("all-quiet")]
    assert {pool.zones[id_] for id_ in quiet} <= {Zone.POOL, Zone.NOT_ENTERED}
    return out


EVERY_TYPE = 60


def test_a_campaign_in_which_every_type_occurs() -> None:
    players = whole_campaign(EVERY_TYPE)
    play = players.play
    assert (players.state.turn, players.state.over) == (TURNS, True)
    assert [*play.campaign.on_screens(1)] == [], "the table of a game that is over is not told any more"
    assert set(occurred(play)) == set(marne().data.named)
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, play.seed).wrong == ()


@pytest.mark.parametrize("seed", range(1, many(3, 6)))
def test_other_campaigns_keep_to_the_symbols(seed: int) -> None:
    players = whole_campaign(seed)
    assert (players.state.turn, players.state.over) == (TURNS, True)


# how often each command is taken of those that are offered: markers are to be played, not points entered
WEIGHTS = {
    "play": 8.0, "sort": 1.0, "draw": 5.0, "remove": 2.0, "return": 0.05, "next_phase": 1.0,
    "declare_offensive": 0.5,
    "pass": 0.5, "ask_to_declare": 0.1, "play_own": 0.1, "next_turn": 0.01, "enter_points": 0.01, "take_hex": 0.05,
    "roll_combat": 0.1, "declare_combat": 0.3,
    "choose_scenario": 0.0, "begin_here": 0.0,
}  # fmt: skip
SEEDS, DEEDS = many(3, 6), 400
AT_LEAST = {"play": 13, "sort": 10, "return": 2, "remove": 5, "draw": 13, "pass": 4, "play_own": 1}
"""How often in a game."""


def random_play(seed: int, game: AnyGame | None = None) -> Iterator[Play]:
    """Legal play at random, after each deed."""
    chance = random.Random(seed)
    play = Players(seed, game).play
    for _ in range(DEEDS):
        if state(play).over:
            return
        every = [(user, offer) for user in (ANNA, BERT) for offer in play.campaign.offers(user)]
        # objecting and agreeing are what any campaign has
        offers = [(user, each) for user, each in every if each.command.type in play.game.commands_by_type]
        weights = [WEIGHTS.get(each.command.type, 1.0) for _, each in offers]
        if not any(each.command.type == "next_phase" for _, each in offers):
            ends = [each.command.type == "next_turn" for _, each in offers]
            weights = [1.0 if is_end else weight for is_end, weight in zip(ends, weights, strict=True)]
        user, offer = chance.choices(offers, weights)[0]
        answers: dict[str, Any] = {"hq": "IV Army", "hex": str(len(play.log)), "answer": True}
        answers |= {"reason": "Counted again", "vp": chance.randrange(40), "crossed": chance.random() < 0.5}
        answers |= {"keep": [each.value for each in offer.of("keep")][: offer.most]}
        play.do(user, offer.command.model_dump() | {name: answers[name] for name in offer.inputs if name in answers})
        yield play


def random_game(seed: int, game: AnyGame | None = None) -> Counter[str]:
    """Legal play at random, in which every symbol holds after each deed; how often each command was given."""
    gone: set[str] = set()
    given: Counter[str] = Counter()
    for play in random_play(seed, game):
        given[play.log[-1].command.type] += 1
        gone = accounted_for(state(play), gone, play.game.data)
    assert audit(play.campaign.refold(()), play.log, play.seed).wrong == ()
    return given


def test_random_legal_play_keeps_to_the_symbols() -> None:
    given = sum(map(random_game, range(SEEDS)), Counter[str]())
    assert {name: given[name] for name in AT_LEAST if given[name] < SEEDS * AT_LEAST[name]} == {}


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.parent.name)
def test_a_campaign_with_the_data_of_a_released_version_goes_on(file: Path) -> None:
    """Chance plays it on by the data that it keeps, with every ruling the other way."""
    exported = json.loads(file.read_text(encoding="utf-8"))
    digest = exported["campaign"]["data"]
    game = catalog().game("marne-1918", digest, exported["documents"][digest])
    for name, ruling in game.data.rulings.by_name.items():
        game = game.with_choice(name, ruling.ids[-1])
    assert random_game(60, game)["play"] > 5
