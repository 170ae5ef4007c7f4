"""The Allied events of Marne 1918, written again in the language of a group's own games, beside the real ones.

What the language cannot say, players do by hand:
- a marker (@) that occurs by itself as its phase begins;
- the Government flees: it occurs, returns or goes by the points and the map, and takes Command Shakeups along;
- a marker that leaves at the end of the turn in which it was played (Gouraud);
- what needs other markers on a track (Change of Doctrine, the Evolving Doctrine), another marker in hand (Victory
  Telegram), or what happened in an earlier turn (Mangin); at most one of a kind a turn (Air unit);
- a flag that ends with its turn: whether there is an offensive now;
- a combat: who attacks, the exchange of events before the dice, a cancelled event;
- points that follow from hexes, forces and offensives;
- nothing to decide: who drew only what must occur is asked all the same what stays.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.campaign.seats.seating import Join
from rules.game import AnyGame
from rules.games.declared.state import Zone
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.kit.position import typed
from rules.pool import Zone as MarneZone
from tests.faults.rounds import many
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, state
from tests.rules.games.marne_1918.test_whole_campaign import random_play

FILE = DataFile.of(Path(__file__).parent / "marne_allies.toml")
WHERE = {
    MarneZone.NOT_ENTERED: Zone.LATER, MarneZone.POOL: Zone.PILE, MarneZone.HAND: Zone.HAND,
    MarneZone.IN_PLAY: Zone.TABLE, MarneZone.TRACK: Zone.TABLE, MarneZone.REMOVED: Zone.OUT,
}  # fmt: skip


class Beside:
    """The same game by its file. What the real one does is done there by name, and by hand what the file cannot say."""

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        self.play = Play(Catalog(()).declared(FILE).game, seed=seed)
        self.play.do(BERT, Join(seat=GERMANS))
        self.data, self.real = self.play.game.data, game.data
        self.ids = dict(zip(self.real.markers, self.data.pieces, strict=True))
        self.drawn = 0

    def put(self, marker: str, real: Play) -> None:
        """A marker is put by hand where it lies in the real game."""
        zone = WHERE[state(real).pools[ALLIES].zones[marker]]
        self.play.do(ANNA, "put", marker=self.ids[marker], to=zone)

    def enter(self, fact: str, value: str) -> None:
        """A fact is entered by hand."""
        if typed(self.data.facts[fact][0].value(self.play.campaign.state)) != value:
            self.play.do(ANNA, "adjust", what=fact, value=value, reason="It lies so on the table")

    def follow(self, event: Any, real: Play) -> None:
        match event.type:
            case "drawn":
                self.draw(event)
            case "played":
                self.play.do(ANNA, "play", marker=self.ids[event.marker])
            case "returned" if ALLIES not in self.play.campaign.state.unsorted:
                for marker in event.markers.value:
                    self.put(marker, real)
            case "put_back" | "removed" | "flight_resolved":
                for marker in (event.marker, *getattr(event, "taken_off", ())):
                    self.put(marker, real)
            case "moved_on" if WHERE[event.zone] is not Zone.TABLE:
                self.play.do(ANNA, "put", marker=self.ids[event.marker], to=WHERE[event.zone])
            case "offensive_declared" if event.marker is None:
                self.play.do(BERT, "act", action="German offensive")
            case "doctrine_changed" if event.to == "Evolving":
                self.enter("Doctrine", event.to)
            case "phase_began":
                sequence = f" {event.now.sequence}" if event.now.sequence else ""
                self.play.do(BERT, "next_phase", to=f"{event.now.phase}{sequence}")
            case "turn_began" | "game_ended":
                self.play.do(BERT, "next_turn")
                if event.type == "turn_began":
                    self.enter("Offensive now", "no")

    def draw(self, event: Any) -> None:
        """The same dice draw the same markers."""
        self.drawn += 1
        self.play.do(ANNA, "draw", pile="Events")
        laid: list[Any] = [each for each in self.play.log[-1].events if each.type == "laid"]
        unseen = [id_ for each in laid for id_ in each.unseen.value]
        assert unseen == [self.ids[id_] for id_ in event.markers.value if id_ not in event.back]
        assert [id_ for each in laid for id_ in each.shown] == [self.ids[id_] for id_ in event.back]

    def sort(self, real: Play) -> None:
        """Once all is decided there, what stays in hand is said here."""
        pool = state(real).pools[ALLIES]
        if ALLIES in self.play.campaign.state.unsorted and not pool.undecided:
            held = [self.ids[each.id] for each in pool.at(MarneZone.HAND)]
            keep = tuple(id_ for id_ in held if self.data.pieces[id_][1].drawn == "keep")
            self.play.do(ANNA, "sort", keep=keep)

    def compare(self, real: Play) -> None:
        """Every marker lies in the same zone, every track says the same, and the next die is the same."""
        there, here = state(real), self.play.campaign.state
        zones = {self.ids[id_]: WHERE[zone] for id_, zone in there.pools[ALLIES].zones.items()}
        assert {id_: here.lies[id_].zone if id_ in here.lies else Zone.PILE for id_ in zones} == zones
        facts = {key: fact.value(here) for key, (fact, _, _) in self.data.facts.items()}
        told = (there.hand_limit(self.real, ALLIES), there.morale, there.doctrine)
        assert (facts["Hand limit"], facts["American morale"], facts["Doctrine"]) == told
        assert (here.turn, here.over) == (there.turn, there.over)
        assert self.play.campaign.next_die == real.campaign.next_die


def turns_beside(seed: int) -> Iterator[int]:
    """Random play of the real game, and the other beside it; each turn that ended."""
    beside, seen, turn = None, 0, 1
    for real in random_play(seed):
        beside = beside or Beside(real.game, real.seed)
        for entry in real.log[seen:]:
            for event in entry.events:
                beside.follow(event, real)
            for roll in (each for each in entry.rolls if not each.is_secret):
                beside.play.do(ANNA, "act", action="Roll a die" if len(roll.faces) == 1 else "Roll a combat")
                assert beside.play.log[-1].rolls[0].faces == roll.faces
        seen = len(real.log)
        beside.enter("German points", str(state(real).victory_points or 0))
        beside.sort(real)
        if not state(real).pools[ALLIES].undecided:
            beside.compare(real)
        if state(real).turn > turn:
            turn = state(real).turn
            yield turn
    assert beside is not None
    assert beside.drawn >= turn - 1


def test_the_same_markers_in_the_same_order() -> None:
    real = next(random_play(0))
    beside = Beside(real.game, real.seed)
    names = [(beside.real.name(real_id), beside.data.pieces[id_][1].name) for real_id, id_ in beside.ids.items()]
    assert len(names) == 38
    assert all(one == two for one, two in names)


@pytest.mark.parametrize("part", range(2))
def test_marne_by_its_file_goes_as_the_real_one(part: int) -> None:
    """The same draws, fates and tracks, turn by turn; what the file cannot say is done by hand."""
    played, seed = 0, part
    while played < many(10, 100):
        played += sum(1 for _ in turns_beside(seed))
        seed += 2
