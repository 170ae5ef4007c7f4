"""Whole campaigns, with a map and without, beside a board program that shares no code with the rules.

The board has blocks, tables and hexes of its own: it reads the printed tables from the file of the data,
rolls its own dice, and follows the guide by itself. After each step of the Central Powers it is
compared with what the bot says.
"""

import random
import tomllib
from typing import Any

import pytest

from bot.base.catalog import SHIPPED
from rules.command import Offer
from tests.faults.rounds import many
from tests.rules.games.fields_of_despair.campaign import Campaign
from tests.rules.games.fields_of_despair.own_map import GOAL, MAP, mapped

PRINTED = tomllib.loads((SHIPPED / "fields_of_despair.toml").read_text(encoding="utf-8"))
FRANCE = {name for name in MAP if int(name[1:]) < 8}


def among(bands: list[str], number: int) -> int:
    """Which of some printed bands (``..6``, ``7``, ``61-75``, ``19+``) a number is in."""
    for at, band in enumerate(bands):
        low, high = -99, 999
        if band.startswith(".."):
            high = int(band[2:])
        elif band.endswith("+"):
            low = int(band[:-1])
        elif "-" in band:
            low, high = map(int, band.split("-"))
        else:
            low = high = int(band)
        if low <= number <= high:
            return at
    raise AssertionError(f"{number} is in none of {bands}")


def cell(table: str, row: int, column: int) -> Any:
    rows = PRINTED[table]["rows"]
    return rows[[*rows][among([*rows], row)]][among(PRINTED[table]["columns"], column)]


class Board:
    """The table of somebody who plays without the bot. A hex holds its known SPs, or ``None`` face down."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.central = {name for name in MAP if int(name[1:]) >= 7}
        self.held: dict[str, int | None] = dict.fromkeys(self.front())

    def front(self) -> list[str]:
        """23.2: Allied hexes of columns A to H and I06 next to a CP hex in France."""
        found = [name for name in MAP if name not in self.central and set(MAP[name]) & self.central & FRANCE]
        return [name for name in found if name[0] in "ABCDEFGH" or name == "I06"]

    @property
    def revealed(self) -> int:
        return sum(1 if sps is None else sps for sps in self.held.values())

    @property
    def hidden(self) -> int:
        return max(0, self.total - self.revealed)

    def begin(self) -> None:
        """(1) to (4)."""
        self.held = dict.fromkeys([*self.held, *self.front()])

    def offensives(self, turn: int, phase: int, three: int) -> list[str]:
        """(5)."""
        roll = three + (-5 if turn == 7 else 0) + ((5 if phase == 1 else 3) if turn == 8 else 0)
        roll += 0 if self.central & FRANCE else 2
        roll += -1 if 26 <= self.total <= 50 else -2 if self.total <= 25 else 0
        majors, minors = cell("offensives", roll, 0)
        return ["major"] * majors + ["minor"] * minors

    def launch(self, kind: str, name: str, three: int) -> int:
        """(6) and (7), steps 3 and 4."""
        table = "minor" if kind == "major" and self.hidden < 21 else kind
        was = self.held[name]
        sps = min(int(cell(table, three, self.hidden)), self.hidden + (was is None))
        self.held[name] = (was or 0) + sps
        return sps

    def lose(self, name: str, sps: int) -> None:
        self.held[name] = (self.held[name] or 0) - sps
        self.total -= sps
        if not self.held[name]:
            self.held[name] = 0

    def ways(self, name: str) -> list[str]:
        return [other for other in MAP[name] if other not in self.central]

    def far(self, name: str) -> int:
        """How many hexes the goal is away."""
        reached, edge, steps = {name}, {name}, 0
        while GOAL not in reached:
            edge = {other for each in edge for other in MAP[each]} - reached
            reached, steps = reached | edge, steps + 1
        return steps

    def break_out(self, turn: int, name: str, into: list[str], nature: str) -> None:
        """(8): into the own hex and into the others, again and again."""
        stays, goes = {"C": (2, 1), "A": (1, 1)}[nature[0]] if turn != 8 else {"C": (1, 1), "A": (1, 2)}[nature[0]]
        left, own, new = self.held[name] or 0, 0, dict.fromkeys(into, 0)
        while left and into:
            for other in [name, *into]:
                part = min(left, stays if other == name else goes)
                left -= part
                if other == name:
                    own += part
                else:
                    new[other] += part
        self.held[name] = own if into else left
        for other, sps in new.items():
            if sps:
                before = self.held.get(other, 0)
                self.held[other] = (1 if before is None else before) + sps

    def reset(self, phase: int) -> None:
        """(10)."""
        if phase == 2:
            self.held = dict.fromkeys(self.front())
            return
        self.held = {name: sps or None for name, sps in self.held.items()}
        for name in self.front():
            self.held.setdefault(name, None)


def compared(campaign: Campaign, board: Board, where: str) -> None:
    state = campaign.state
    ours = {name: (None if hex_.is_face_down else hex_.sps) for name, hex_ in state.hexes.items()}
    assert ours == board.held, where
    assert (state.total, state.revealed, state.hidden) == (board.total, board.revealed, board.hidden), where


def has_map(campaign: Campaign) -> bool:
    return campaign.game.data.map is not None


def offered(campaign: Campaign, type_: str) -> Offer:
    """The first offer of a command to the player whose turn it is to act."""
    return next(each for each in campaign.play.campaign.offers(campaign.user) if each.command.type == type_)


def dice(chance: random.Random, number: int) -> tuple[int, ...]:
    return tuple(chance.randint(1, 6) for _ in range(number))


def offensive(campaign: Campaign, board: Board, chance: random.Random, kind: str, drawn: set[str]) -> str | None:
    """One offensive; the hex of its breakout, if it breaks out."""
    menu = offered(campaign, "cp_target")
    can = {name for name in board.held if name not in board.central | drawn}
    if has_map(campaign):
        assert set(menu.choices["hex"]) == can, "what can be an objective"
    name = chance.choice(sorted(can))
    drawn.add(name)
    three = dice(chance, 3)
    campaign.do("cp_target", *three, hex=name, sps=chance.randint(0, 5))
    board.launch(kind, name, sum(three))
    compared(campaign, board, f"{kind} on {name}")
    held = board.held[name] or 0
    lost = chance.randint(0, held)
    won = lost < held and chance.random() < 0.6
    out = lost < held and chance.random() < 0.6
    board.lose(name, lost)
    if won:
        board.central.add(name)
    campaign.do("cp_combat", losses=lost, taken=won, breakout=out)
    return name if out else None


def breakout(campaign: Campaign, board: Board, chance: random.Random, turn: int, name: str) -> set[str]:
    """One breakout; the hexes that it went through."""
    black, blue = dice(chance, 2)
    nature = ["CD", "CD", "CC", "CC", "AD", "AC"][blue - 1]
    ways = board.ways(name)
    campaign.do("cp_roll_breakout", black, blue)
    if nature[1] == "D":
        into = [other for other in ways if other not in board.held or board.held[other] == 0]
    elif len(ways) > 1 and black <= 3:
        into = [other for other in ways if board.far(other) == min(map(board.far, ways))]
    else:
        into = ways
    if not has_map(campaign):
        into = into if nature[1] == "D" else into[:1]
        campaign.do("cp_breakout", hexes=" ".join(into))
    elif nature[1] == "C" and len(into) > 1:
        form = offered(campaign, "cp_breakout")
        assert [each.value for each in form.of("hexes")] == into, "what a menu asks for"
        into = [chance.choice(into)]
        campaign.do("cp_breakout", hexes=into[0])
    board.break_out(turn, name, into, nature)
    return {name, *into}


def action_phase(campaign: Campaign, board: Board, chance: random.Random, turn: int, phase: int) -> int:
    """The Central Powers' action phase; how many offensives it had."""
    board.begin()
    three, in_france = dice(chance, 3), bool(board.central & FRANCE)
    if has_map(campaign):
        offer = offered(campaign, "cp_blocks")
        assert getattr(offer.command, "in_france", None) is in_france
        campaign.do("cp_blocks", *three, in_france=in_france)
    else:
        campaign.do("cp_blocks", *three, hexes=" ".join(board.held), in_france=in_france)
    kinds, drawn, outs, entered = board.offensives(turn, phase, sum(three)), set[str](), list[str](), set[str]()
    done = 0
    for kind in kinds:
        if not board.hidden or len(board.held) <= len(drawn | board.central & board.held.keys()):
            break
        out = offensive(campaign, board, chance, kind, drawn)
        outs += [] if out is None else [out]
        done += 1
    if campaign.state.cp.stage == "spring offensive":
        campaign.do("cp_spring")
    for name in outs:
        if board.held[name]:
            entered |= breakout(campaign, board, chance, turn, name)
    if campaign.state.cp.stage == "breakout combat":
        compared(campaign, board, "after the breakouts")
        campaign.do("cp_fire")
    taken = " ".join(campaign.state.cp.taken)
    board.reset(phase)
    if campaign.state.cp.stage == "reset" and not (has_map(campaign) or board.held):
        assert "One hex at least" in campaign.refused("cp_reset", hexes="", taken=taken)
        return done
    if campaign.state.cp.stage == "reset" and not has_map(campaign):
        campaign.do("cp_reset", hexes=" ".join(board.held), taken=taken)
    elif campaign.state.cp.stage == "reset":
        campaign.do("cp_reset", as_told=True)
    elif not has_map(campaign) and board.held.keys() != campaign.state.hexes.keys():
        campaign.do("adjust", what="hexes", value=" ".join(board.held), reason="the line moved")
    compared(campaign, board, f"reset of {turn}.{phase}")
    return done


def whole_campaign(campaign: Campaign, board: Board, chance: random.Random, players: tuple[int, ...]) -> None:
    """Turns 7 to 9; any of the players may give the next command."""
    compared(campaign, board, "set-up")
    offensives = 0
    for turn in (7, 8, 9):
        for phase in (1, 2):
            while (campaign.state.turn, campaign.step, campaign.state.phase(campaign.game.data)) != (
                turn, "central", phase,
            ):  # fmt: skip
                campaign.user = chance.choice(players)
                campaign.do("skip_step", reason="not in this test")
            for name in chance.sample(sorted(board.front()), 2):
                # the Allies win a hex behind the line, and with it the line moves
                for won in sorted(set(MAP[name]) & board.central - board.held.keys())[:1]:
                    campaign.do("note_hex", hex=won, owner="Allies", reason="an Allied advance")
                    board.central.discard(won)
            offensives += action_phase(campaign, board, chance, turn, phase)
    assert offensives > 0
    assert campaign.again() == campaign.state


SEEDS = range(many(6, 100))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_with_a_map_is_what_a_board_beside_it_says(seed: int) -> None:
    chance = random.Random(seed)
    total = chance.choice([60, 96, 140])
    campaign = Campaign(game=mapped(), total=total, hexes="", artillery="", air="none")
    whole_campaign(campaign, Board(total), chance, (1,))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_without_a_map_is_what_a_board_beside_it_says(seed: int) -> None:
    """The board says the hexes that the bot cannot know."""
    chance = random.Random(seed)
    total = chance.choice([60, 96, 140])
    board = Board(total)
    campaign = Campaign(total=total, hexes=" ".join(board.held), artillery="", air="none")
    whole_campaign(campaign, board, chance, (1,))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_campaign_of_several_allied_players_is_what_a_board_beside_it_says(seed: int) -> None:
    chance = random.Random(seed)
    total = chance.choice([60, 96, 140])
    campaign = Campaign(game=mapped(), total=total, hexes="", artillery="", air="none")
    for player in (2, 3):
        campaign.play.do(player, "join", seat="Allies")
    whole_campaign(campaign, Board(total), chance, (1, 2, 3))
