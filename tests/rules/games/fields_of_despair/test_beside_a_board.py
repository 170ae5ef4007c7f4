"""Whole campaigns, with a map, without one and of several players, beside a board program of its own (``board.py``).

Both sides' action phases are played: squadrons, reconnaissance, Allied attacks, offensives, breakouts, resets. The
bot's dice fall sealed; the board reads its own tables with them. After each step of either side it is compared with
what the bot has, and no die may be left over or missing.
"""

import random
from bisect import bisect_right
from typing import Any

import pytest

from rules.command import Offer
from tests.faults.rounds import many
from tests.rules.games.fields_of_despair.board import GUN_STRENGTH, Board, Stack
from tests.rules.games.fields_of_despair.campaign import Campaign
from tests.rules.games.fields_of_despair.own_map import GOAL, MAP, mapped

FRANCE = {name for name in MAP if int(name[1:]) < 8}
CENTRAL = {name for name in MAP if int(name[1:]) >= 7}
AIR, GUNS = "4 3 2 1", "5 4 2 1"


class Table:
    """A campaign with the board beside it. Any of its players may give the next command."""

    def __init__(self, seed: int, *, has_map: bool = True, players: int = 1) -> None:
        self.chance = random.Random(seed)
        total = self.chance.choice([60, 96, 140])
        self.has_map, self.players = has_map, range(1, players + 1)
        numbers = [int(value) for value in AIR.split()], [int(value) for value in GUNS.split()]
        self.board = Board(total, MAP, CENTRAL, FRANCE, GOAL, *numbers)
        hexes = "" if has_map else " ".join(self.board.held)
        self.campaign = Campaign(
            total=total, hexes=hexes, air=AIR, artillery=GUNS, sealed=True, seed=bytes([seed % 256] * 32),
            game=mapped() if has_map else None,
        )  # fmt: skip
        for player in self.players[1:]:
            self.campaign.play.do(player, "join", seat="Allies")
        self.compared, self.aid = 0, dict[tuple[str, int, int], int | None]()

    def do(self, type_: str, /, **given: Any) -> None:
        """One of the players gives a command; its dice lie on the table."""
        self.campaign.user, before = self.chance.choice(self.players), len(self.campaign.play.log)
        self.campaign.do(type_, **given)
        rolls = [roll for entry in self.campaign.play.log[before:] for roll in entry.rolls]
        self.board.dice += [face for roll in rolls for face in roll.faces]

    def compare(self, where: str) -> None:
        state, board = self.campaign.state, self.board
        assert board.dice == [], f"{where}: a die that the board does not need"
        theirs = {name: None if hex_.is_face_down else hex_.sps for name, hex_ in state.hexes.items()}
        assert theirs == {name: stack.sps if stack.blocks else None for name, stack in board.held.items()}, where
        assert (state.total, state.revealed, state.hidden) == (board.total, board.revealed, board.hidden), where
        assert (sorted(state.air.left), sorted(state.artillery.left)) == (
            sorted(board.air.left), sorted(board.guns.left),
        ), where  # fmt: skip
        assert state.logistic == board.logistic, where
        self.compared += 1

    @property
    def place(self) -> tuple[int, int]:
        """The turn and the action phase."""
        return self.campaign.state.turn, self.campaign.state.phase(self.campaign.game.data)

    def play(self) -> None:
        """Turns 7 to 9, or until the Central Powers are contested nowhere any more."""
        self.compare("set-up")
        while self.board.held and (self.campaign.step != "score" or self.place[0] < 9):
            now = self.place
            self.act()
            if self.has_map or self.board.held:
                self.compare(f"{now}, {self.campaign.step}")
        assert self.campaign.again() == self.campaign.state

    def act(self) -> None:
        """What the step is for, and on to the next."""
        state, step = self.campaign.state, self.campaign.state.position(self.campaign.game.data).step
        match step.kind:
            case "economy":
                self.do("economy", eps=0, supply=0)
                self.board.logistic += 2
            case "eastern_front":
                self.do("from_the_east", value=12)
                self.board.total += 12
            case "air":
                self.fly()
            case "combat" if step.places_artillery:
                self.attack()
            case "central":
                self.advance()
                self.act_as_central()
                self.board.half_done()
                return
            case "combat":
                self.board.half_done()
            case _:
                pass
        if self.campaign.state.step == state.step:
            offers = {each.command.type for each in self.campaign.play.campaign.offers(1)}
            if "next_turn" in offers:
                self.do("next_turn")
            else:
                self.do("skip_step", reason="the Central Powers are next")

    # ---- the Allied half ----

    def some(self, most: int) -> list[str]:
        """A few contested hexes."""
        contested = [name for name in sorted(self.board.held) if name not in self.board.central]
        return self.chance.sample(contested, min(most, len(contested)))

    def fly(self) -> None:
        chance, board = self.chance, self.board
        flown = {name: [chance.randint(1, 4) for _ in range(1 if name[0] >= "J" else chance.randint(1, 2))]
                 for name in self.some(3)}  # fmt: skip
        if not flown:
            return
        before = len(self.campaign.state.air.spent)
        self.do("dogfight", hexes=", ".join(f"{name} {'+'.join(map(str, each))}" for name, each in flown.items()))
        board.dogfights({name: sum(each) for name, each in flown.items()}, self.campaign.state.air.spent[before:])
        self.compare("dogfights")
        for name in flown:
            if board.held[name].blocks < 3 and chance.random() < 0.8:
                air = chance.randint(1, 5)
                limit = self.shaded("recon", air, [None, 2, 5])
                self.do("recon", hex=name, air=air, limit=limit if air < 3 else None)
                board.reconnoitre(name, air, limit)
                self.compare("reconnaissance")

    def shaded(self, table: str, blocks: int, limits: list[int | None]) -> int | None:
        """What the aid prints for some blocks in the column of the hidden SPs, the same whenever it is read."""
        column = bisect_right([1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 61], self.board.hidden)
        return self.aid.setdefault((table, blocks, column), self.chance.choice(limits))

    def attack(self) -> None:
        """The strongest attack first, and artillery without an Attack marker last; losses, then the next one."""
        chance, board, state = self.chance, self.board, self.campaign.state
        attacks = {name: (chance.randint(0, 5), chance.choice([0, 4, 9, 15, 20, 30])) for name in self.some(3)}
        attacks = {name: each for name, each in attacks.items() if sum(each)}
        if not attacks:
            return
        before = len(state.artillery.spent)
        self.do("combat", hexes=", ".join(f"{name} {guns}+{blocks}" for name, (guns, blocks) in attacks.items()))
        for name in sorted(attacks, key=lambda name: (not attacks[name][1], -sum(attacks[name]))):
            guns, blocks = attacks[name]
            state = self.campaign.state
            board.fire(name, guns, blocks, state.artillery.spent[before:])
            before = len(state.artillery.spent)
            if blocks:
                limiting = min(3 - board.held[name].blocks, 1 if guns + blocks < 6 else 2 if guns + blocks < 15 else 3)
                limit = self.shaded("attack", limiting, [None, 3, 8])
                found = board.find(name, guns + blocks)
                if state.unlimited is not None and limit is not None:
                    self.do("limit", limit=limit)
                board.limit(name, found, limit)
                board.reinforce(name, guns + blocks)
            self.compare(f"the attack on {name}")
            held = board.held[name].shown
            lost = chance.randint(0, held)
            taken = lost == held and chance.random() < 0.7
            self.do("losses", sps=lost, taken=taken)
            board.lose(name, lost)
            if taken:
                del board.held[name]

    def advance(self) -> None:
        """The Allies win a hex behind the line now and then, and with it the line moves."""
        for name in self.chance.sample(sorted(self.board.front()), min(2, len(self.board.front()))):
            for won in sorted(set(MAP[name]) & self.board.central - self.board.held.keys())[:1]:
                self.do("note_hex", hex=won, owner="Allies", reason="an Allied advance")
                self.board.central.discard(won)

    # ---- the Central Powers' half ----

    def offered(self, type_: str) -> Offer:
        """The first offer of a command."""
        offers = self.campaign.play.campaign.offers(self.campaign.user)
        return next(each for each in offers if each.command.type == type_)

    def act_as_central(self) -> None:
        board, (turn, phase) = self.board, self.place
        board.begin()
        ahead = self.chance.random() < 0.5
        given: dict[str, Any] = {"in_france": bool(board.central & FRANCE)}
        given |= {} if self.has_map else {"hexes": " ".join(board.held)}
        given |= {"allies_ahead": ahead} if (turn, phase) == (9, 2) else {}
        self.do("cp_blocks", **given)
        drawn, outs = set[str](), list[str]()
        for kind in board.offensives(turn, phase, ahead=ahead):
            if not board.hidden or len(board.held) <= len(drawn | board.central & board.held.keys()):
                break
            self.offensive(kind, drawn, outs)
        if self.campaign.state.cp.stage == "spring offensive":
            self.do("cp_spring")
        for name in outs:
            if board.held[name].sps:
                self.break_out(turn, name)
        if self.campaign.state.cp.stage == "breakout combat":
            self.compare("breakouts")
            self.do("cp_fire")
        self.reset(phase)

    def offensive(self, kind: str, drawn: set[str], outs: list[str]) -> None:
        chance, board = self.chance, self.board
        can = {name for name in board.held if name not in board.central | drawn}
        if self.has_map:
            assert {each.value for each in self.offered("cp_target").of("hex")} == can, "what can be an objective"
        name = chance.choice(sorted(can))
        drawn.add(name)
        told, before = self.campaign.state.at(name).allied, len(self.campaign.state.artillery.spent)
        sps, can_answer = chance.randint(0, 5), board.guns.can_answer(GUN_STRENGTH)
        self.do("cp_target", hex=name, sps=sps)
        board.launch(kind, name)
        asks = self.campaign.state.cp.stage == "artillery"
        assert asks == (can_answer and told is None), "whether the Allied SPs can matter, and were not told"
        if can_answer:
            guns, blocks = chance.randint(0, 4), chance.randint(1, 20)
            if told is not None:
                guns, blocks = told.artillery, told.blocks + sps
            else:
                self.do("cp_artillery", artillery=guns, blocks=blocks)
            board.fire(name, guns, blocks, self.campaign.state.artillery.spent[before:], kind)
        self.compare(f"{kind} offensive on {name}")
        held = board.held[name].sps
        lost = chance.randint(0, held)
        won, out = (lost < held and chance.random() < 0.6 for _ in range(2))
        board.lose(name, lost)
        if won:
            board.central.add(name)
        outs += [name] if out else []
        self.do("cp_combat", losses=lost, taken=won, breakout=out)

    def break_out(self, turn: int, name: str) -> None:
        board, ways = self.board, self.board.ways(name)
        if self.campaign.state.cp.stage == "breakout roll":
            self.do("cp_roll_breakout")
        nature, black = board.nature()
        if nature[1] == "D":
            into = [other for other in ways if not board.held.get(other, Stack(3)).shown]
        elif len(ways) > 1 and black <= 3:
            into = [other for other in ways if board.far(other) == min(map(board.far, ways))]
        else:
            into = self.weakest(ways)
        if not self.has_map:
            into = into if nature[1] == "D" else into[:1]
            self.do("cp_breakout", hexes=" ".join(into))
        elif nature[1] == "C" and len(into) > 1:
            form = self.offered("cp_breakout")
            assert [each.value for each in form.of("hexes")] == into, "what a menu asks for"
            into = [self.chance.choice(into)]
            self.do("cp_breakout", hexes=into[0])
        board.break_out(turn, name, into, nature)

    def weakest(self, ways: list[str]) -> list[str]:
        """By the Allied SPs that were entered, where they were for all."""
        told = {name: self.campaign.state.at(name).allied for name in ways}
        sps = {name: each.artillery + each.blocks for name, each in told.items() if each is not None}
        return [name for name in ways if sps[name] == min(sps.values())] if len(sps) == len(ways) else ways

    def reset(self, phase: int) -> None:
        campaign, board = self.campaign, self.board
        taken = " ".join(campaign.state.cp.taken)
        board.reset(phase)
        if campaign.state.cp.stage == "reset" and self.has_map:
            self.do("cp_reset", as_told=True)
        elif campaign.state.cp.stage == "reset" and board.held:
            self.do("cp_reset", hexes=" ".join(board.held), taken=taken)
        elif not self.has_map and board.held and board.held.keys() != campaign.state.hexes.keys():
            self.do("adjust", what="hexes", value=" ".join(board.held), reason="the line moved")


SEEDS = range(many(6, 100))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_with_a_map_is_what_a_board_beside_it_says(seed: int) -> None:
    Table(seed).play()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_without_a_map_is_what_a_board_beside_it_says(seed: int) -> None:
    """The board says the hexes that the bot cannot know."""
    Table(seed, has_map=False).play()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_with_several_allies_matches_the_board(seed: int) -> None:
    Table(seed, players=3).play()
