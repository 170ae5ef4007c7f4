"""One campaign from the set-up to the end, by the game's own ``decide`` and ``apply``."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rules.command import Event, GameCommand
from rules.dice import SealedDice
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.frontline import allied_frontline, in_france, owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS
from rules.games.fields_of_despair.state import Stage, State, Winner
from rules.ruling import RulingChoice
from tests.rules.games.fields_of_despair.own_map import mapped
from tests.self_play import policy
from tests.self_play.policy import Table

MOST_COMMANDS = 2_000


class Impossible(Exception):
    """A state that cannot be, with the campaign and the command that led to it."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a campaign went: the French hexes under CP control at the start and after each turn, the CP total after each
    turn, the offensives, the commands, and who is ahead.
    """

    front: tuple[int, ...]
    totals: tuple[int, ...]
    majors: int
    minors: int
    commands: int
    winner: Winner


@dataclass(slots=True)
class SelfPlay:
    """A campaign that plays itself. Its dice come from the seed and its number, whatever the rulings are."""

    game: FieldsOfDespair
    seed: int
    number: int
    table: Table = field(init=False)
    state: State = field(init=False)
    next_die: int = 0
    commands: int = 0
    majors: int = 0
    minors: int = 0
    arrived: int = 0

    def __post_init__(self) -> None:
        name = f"{self.seed}/{self.number}"
        self.key = sha256(name.encode()).digest()
        self.table = Table(random.Random(name))
        self.state = self.game.start()

    key: bytes = field(init=False, default=b"")

    def begun(self) -> State:
        """The campaign once the Central Powers are set up."""
        self._do(
            "set_up", total=policy.CP_TOTAL, hexes="", air=policy.CP_AIR, artillery=policy.CP_ARTILLERY,
            eps=policy.CP_POINTS, turn=self.game.data.first_turn,
        )  # fmt: skip
        return self.state

    def play(self) -> Result:
        """The whole campaign. Raises ``Impossible`` for a state that cannot be."""
        self.begun()
        front, totals = [self._french()], list[int]()
        while not self.state.is_over:
            turn = self.state.turn
            self.act()
            if self.state.turn != turn or self.state.is_over:
                front.append(self._french())
                totals.append(self.state.total)
                self.table.logistic = policy.LOGISTIC_POINTS
        outcome = self.state.outcome
        assert outcome is not None, "the last step is the score"
        return Result(tuple(front), tuple(totals), self.majors, self.minors, self.commands, outcome.winner)

    # ---- what is done next ----

    def act(self) -> None:
        """What the step asks for, or on to the next one."""
        state, step = self.state, self.state.position(self.game.data).step
        match step.kind:
            case "economy" if not state.is_done:
                self._do("economy", eps=policy.CP_POINTS, supply=0)
            case "economy" if state.choices_left >= self.game.data.economy.cost:
                self._do("choose", item=self.game.data.economy.turns[state.turn].choice[0])
            case "eastern_front" if not state.is_done:
                self.arrived = policy.FROM_THE_EAST
                self._do("from_the_east", value=policy.FROM_THE_EAST)
            case "air":
                self._fly()
                self._do("next_turn")
            case "combat":
                if step.places_artillery:
                    self._attack()
                self._go_on()
            case "central" if not state.is_done:
                self._central()
            case "score" if state.turn == self.game.data.last_turn:
                self._do("score", winner=self._ahead())
            case _:
                self._go_on()

    def _go_on(self) -> None:
        """To the next step; where that is the Central Powers', they begin."""
        offered = {type(each.command).model_fields["type"].default for each in self.game.offers(self.state, ALLIES)}
        if "next_turn" in offered:
            self._do("next_turn")
        else:
            self._begin()

    def _fly(self) -> None:
        """Squadrons over the first hexes that are to be attacked; those that survive reconnoitre."""
        self.targets = self.table.some(self._contested(), len(policy.ATTACKS))
        flown = dict(zip(self.targets, policy.SQUADRONS, strict=False))
        if not flown:
            return
        before = self.state.air.spent
        listed = ", ".join(f"{name} {'+'.join(map(str, counters))}" for name, counters in flown.items())
        self._do("dogfight", hexes=listed)
        while self.state.dogfights:
            self._do("answer_air")
        against = sum(self.state.air.spent) - sum(before)
        for name, counters in flown.items():
            left, against = max(0, sum(counters) - against), max(0, against - sum(counters))
            if left and self.state.hexes[name].blocks < MOST_BLOCKS:
                self._do("recon", hex=name, air=left)

    targets: list[Hex] = field(default_factory=list)

    def _attack(self) -> None:
        """The attacks of the action phase, the combat of each, and an advance where a hex was cleared."""
        attacks = dict(zip(self.targets, policy.ATTACKS, strict=False))
        if not attacks:
            return
        before = sum(self.state.artillery.spent)
        self._do("combat", hexes=", ".join(f"{name} {guns}+{blocks}" for name, (guns, blocks) in attacks.items()))
        while self.state.attacks or self.state.fighting:
            if self.state.fighting is None:
                self._do("limit" if self.state.answering == "limit" else "answer_attack")
                continue
            name, guns = self.state.fighting, sum(self.state.artillery.spent) - before
            before += guns
            held = self.state.hexes[name].holds
            fought = self.table.fight(sum(attacks[name]), held + guns)
            lost = min(held, fought.defender)
            is_cleared = sum(attacks[name]) - fought.attacker >= policy.ROUT * (held - lost)
            self._do("losses", sps=held if is_cleared else lost, taken=is_cleared)
            if is_cleared:
                self._advance(name)

    def _advance(self, name: Hex) -> None:
        """The Allies enter a hex of France next to the one that they cleared, by lot."""
        ground = self.game.data.map
        assert ground is not None
        beyond = [
            other
            for other in ground.next_to(name)
            if ground.hexes[other].country == "France" and owner_of(self.game.data, self.state, other) != "Allies"
        ]
        for other in self.table.some(beyond, 1):
            self._do("note_hex", hex=other, owner="Allies", reason="the Allies advance")

    # ---- the Central Powers' action phase ----

    def _begin(self) -> None:
        france = in_france(self.game.data, self.state)
        self._do("cp_blocks", in_france=bool(france), allies_ahead=self._ahead() != "Central Powers")

    def _central(self) -> None:
        """What the action phase waits for."""
        cp = self.state.cp
        match cp.stage:
            case Stage.BLOCKS:
                self._begin()
            case Stage.TARGET:
                self._target()
            case Stage.REINFORCEMENT:
                self._do("cp_reinforce", sps=0)
            case Stage.ARTILLERY:
                guns, blocks = policy.GARRISON
                self._do("cp_artillery", artillery=guns, blocks=blocks)
            case Stage.COMBAT:
                self._combat()
            case Stage.SPRING:
                self._do("cp_spring")
            case Stage.ROLL:
                self._do("cp_roll_breakout")
            case Stage.BREAKOUT:
                self._break_out()
            case Stage.FIRE:
                self._do("cp_fire")
            case Stage.RESET:
                self._do("cp_reset", as_told=True)

    def _target(self) -> None:
        """The objective by lot, as a chit would name it; reserves against Major Offensives while there are any."""
        offers = [each for each in self.game.offers(self.state, ALLIES) if each.command.type == "cp_target"]
        hexes = [choice.value for choice in offers[0].of("hex")] if offers else []
        if not hexes:
            # every hex that is contested was drawn, or is theirs
            self._do("skip_step", reason="no objective is left")
            return
        brings = bool(self.state.cp.majors and self.table.logistic)
        self.table.logistic -= brings
        self.brought, self.fired = policy.RESERVES * brings, sum(self.state.artillery.spent)
        self._do("cp_target", hex=self.table.some(hexes, 1)[0], sps=self.brought)

    brought: int = 0
    fired: int = 0

    def _combat(self) -> None:
        current = self.state.cp.current
        assert current is not None
        held = self.state.hexes[current.hex].holds
        allied = sum(policy.GARRISON) + self.brought
        guns = sum(self.state.artillery.spent) - self.fired
        fought = self.table.fight(held, allied, guns)
        left, stand = held - fought.attacker, allied - fought.defender
        is_taken = left > 0 and left >= policy.ROUT * stand
        is_out = is_taken and left >= policy.BREAKTHROUGH * max(1, stand)
        self._do("cp_combat", losses=fought.attacker, taken=is_taken, breakout=is_out)

    def _break_out(self) -> None:
        """Where the map leaves several hexes, one by lot."""
        (offer,) = (each for each in self.game.offers(self.state, ALLIES) if each.command.type == "cp_breakout")
        hexes = [choice.value for choice in offer.of("hexes")] if offer.choices else []
        self._do("cp_breakout", hexes=" ".join(self.table.some(hexes, 1)))

    # ---- the game ----

    def _do(self, type_: str, **fields: Any) -> None:
        """Give a command, and follow its events one by one."""
        self.commands += 1
        kind = COMMANDS[type_]
        dice = SealedDice(self.key, first=self.next_die)
        procedure = self.game.decide(self.state, ALLIES, kind(**fields), dice)
        try:
            event: Event = next(procedure)
            while True:
                self.state = self.game.apply(self.state, event)
                self._count(event)
                event = procedure.send(self.state)
        except StopIteration:
            pass
        self.next_die += sum(len(roll.faces) for roll in dice.rolls)
        self._check(type_)

    def _count(self, event: Event) -> None:
        if event.type == "offensive_launched":
            self.majors += event.kind == "Major"  # type: ignore[attr-defined]
            self.minors += event.kind == "Minor"  # type: ignore[attr-defined]

    def _check(self, type_: str) -> None:
        """What holds in every state. The values of the state check themselves: counters, blocks, hexes, numbers."""
        state = self.state
        wrong = [
            what
            for what, is_wrong in {
                "SPs came or went": state.total != policy.CP_TOTAL + self.arrived - sum(state.lost),
                "more SPs are known than there are": sum(each.known for each in state.hexes.values()) > state.total,
                "a hex is not on the map": not state.hexes.keys() <= self.game.data.map.hexes.keys(),  # type: ignore[union-attr]
                "a hex holds SPs and no block": any(each.sps and not each.blocks for each in state.hexes.values()),
                "it does not end": self.commands > MOST_COMMANDS,
            }.items()
            if is_wrong
        ]
        if wrong:
            raise Impossible(f"campaign {self.number} of seed {self.seed}, after {type_}: {', '.join(wrong)}")

    def _contested(self) -> list[Hex]:
        """The Allied frontline hexes with CP SPs."""
        front = allied_frontline(self.game.data, self.state)
        return [name for name in front if name in self.state.hexes and self.state.hexes[name].holds]

    def _french(self) -> int:
        ground = self.game.data.map
        assert ground is not None
        return sum(
            each.country == "France" and owner_of(self.game.data, self.state, name) == "Central Powers"
            for name, each in ground.hexes.items()
        )

    def _ahead(self) -> Winner:
        """The measure of the page: who holds more of France than at the set-up."""
        ground = self.game.data.map
        assert ground is not None
        began = sum(each.country == "France" and each.side == "Central Powers" for each in ground.hexes.values())
        now = self._french()
        return "Allies" if now < began else "Central Powers" if now > began else "Draw"


COMMANDS: Mapping[str, type[GameCommand[Any, Any]]] = {
    kind.model_fields["type"].default: kind for kind in FieldsOfDespair.commands
}


def played(rulings: Mapping[str, RulingChoice], seed: int, number: int) -> Result:
    """One campaign on the made-up map of the tests, under some rulings."""
    game = mapped()
    for name, choice in rulings.items():
        game = game.with_choice(name, choice)
    return SelfPlay(game, seed, number).play()
