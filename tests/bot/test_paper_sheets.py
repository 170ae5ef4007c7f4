"""Five people play some turns of Gathering Storm in Discord, and somebody keeps all the sheets on paper beside it.

Every figure that a power can read is compared with the paper: no figure needs to be looked up there. The paper is
``tests/paper_sheets.py``, which shares nothing with the bot. One campaign is restarted, undone and rewound.
"""

import random
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from localdiscord import User
from localdiscord.state.components import walk
from tests import paper_sheets as paper
from tests.bot.chat.commands.test_gathering_storm import found
from tests.bot.harness import Harness, Message, harness, labels, text
from tests.faults.rounds import many
from tests.paper_sheets import PHASES, POWERS, SIDE, Aggression, Figures, Project, Sheets

TURNS = many(4, 6)
ACCOUNTS = {
    "support": "support", "income": "income", "income tiles": "tiles", "factory conversion cost": "conversion",
    "diplomatic counters": "counters", "activity counters for research": "for research",
    "additional events": "additional events",
}  # fmt: skip
PROJECT = re.compile(r"^([A-Z][\w ]+): level (\d+), (\d+)(?: of (\d+))? steps?\b(.*)\.$")
FACTS = {
    "assigned": r"(\d+) assigned this turn", "given": r"(\d+) from an event this turn",
    "doubled": r"(\d+) from doubling this turn", "given earlier": r"(\d+) from events of earlier turns",
    "results": r"(\d+) results?\b", "surplus": r"surplus of (\d+) to move",
}  # fmt: skip
RESEARCHED = {
    "Germany": ("Axis air range", "German armor", "Axis rockets", "German battleship design"),
    "Italy": ("Axis air transport", "Italian battleship design", "Axis espionage"),
    "Britain": ("Allied radar", "British battleship design", "Allied air range"),
    "France": ("Allied ASW research", "French battleship design", "Allied light ships"),
    "Russia": ("Russian armor", "Russian air range", "Russian rockets"),
}
PLACED = {
    "Germany": ("Austria", "Hungary"), "Italy": ("Albania", "Yugoslavia"), "Britain": ("Norway", "Belgium"),
    "France": ("Czechoslovakia", "Ireland"), "Russia": ("Finland", "Poland"),
}  # fmt: skip


# what a power reads


def lines_of(message: Message) -> Iterator[tuple[str, str]]:
    """The lines of a message, each with the name of its field; in a hand it stands above them."""
    heading = ""
    for part in walk(message["components"]):
        for line in part.get("content", "").splitlines():
            alone = re.fullmatch(r"\*\*(.+)\*\*", line)
            heading = alone[1] if alone else heading
            yield heading, line
    for embed in message["embeds"]:
        for line in (embed.get("description") or "").splitlines():
            yield "", line
        for field in embed.get("fields", ()):
            for line in field["value"].splitlines():
                yield field["name"].removesuffix(" (more)"), line


def numbers(message: Message, power: str) -> Figures:
    """The public numbers of a power, as the ledger has them."""
    read: Figures = {}
    for field, line in lines_of(message):
        if field == power and not line.startswith("Secret:"):
            for account, name in ACCOUNTS.items():
                for each in re.findall(rf"(?:^|: |, ){account}: \*\*([+-]?\d+|none)\*\*", line):
                    read[name] = each if each == "none" else int(each)
    return read


def world(message: Message) -> Figures:
    """The public numbers of everybody."""
    read: Figures = {}
    for _, line in lines_of(message):
        for name, pattern in {
            "EAI": r"^EAI: \*\*([+-]?\d+)\*\*", "climate": r"^Economic Climate: ([+-]?\d+)",
            "balance": r"^Balance of Power: ([+-]?\d+|even)",
        }.items():  # fmt: skip
            for each in re.findall(pattern, line):
                read[name] = 0 if each == "even" else int(each)
        for is_no, where, counters, events in re.findall(
            r"There is (a|no) civil war in (\w+)\. Counters: (\d+), events: (\d+)", line
        ):
            read[f"war in {where}"] = (int(counters), int(events), is_no == "a")
    return read


def sums(message: Message, *, own: bool) -> dict[tuple[str, str], int]:
    """The sums of the diplomatic sheet: everybody's, or those with one's own counters."""
    read: dict[tuple[str, str], int] = {}
    for field, line in lines_of(message):
        mine = line.startswith("With your counter, ")
        if field == "Diplomacy" and mine is own:
            country, _, rows = line.removeprefix("With your counter, ").partition(": ")
            for side, amount in re.findall(r"(Axis|Allies|Russia) \*\*([+-]?\d+)\*\*", rows):
                read[country, side] = int(amount)
    return read


def record_sheet(message: Message) -> Figures:
    """The research record sheet, wherever it stands in a message."""
    read: Figures = {}
    for _, line in lines_of(message):
        if row := PROJECT.match(line):
            name, level, steps, most, rest = row.groups()
            facts: Figures = {"steps": int(steps), "level": int(level), "most": int(most) if most else None}
            for fact, pattern in FACTS.items():
                there = re.search(pattern, rest)
                facts[fact] = int(there[1]) if there else 0
            read[name] = facts | {"shown": "shown to all" in rest}
    return read


# the table


class Table:
    """Five people, and the paper beside them."""

    def __init__(self, here: Harness, people: Mapping[str, User], chance: random.Random) -> None:
        self.here, self.people, self.chance = here, people, chance
        self.paper = Sheets()
        self.compared = 0
        self.seen: set[str] = set()

    def newest(self, power: str) -> Message:
        return self.here.newest(self.people[power])

    async def ask(self, power: str, command: str, /, **options: str) -> Message:
        await self.people[power].slash(self.here.marne, command, options)
        return self.newest(power)

    async def fill(self, power: str, command: str, choice: Mapping[str, str], /, **fields: Any) -> None:
        """Open a form and send it off; whatever is refused fails."""
        person, before = self.people[power], (await self.here.campaign()).campaign.seq
        await person.slash(self.here.marne, command, choice)
        if person.modal is not None:
            await person.submit({name: str(value) for name, value in fields.items()})
        assert (await self.here.campaign()).campaign.seq > before, text(self.newest(power))

    async def enter(self, what: str, /, by: str = "Germany", **fields: Any) -> None:
        await self.fill(by, "enter", {"what": what}, **fields)

    async def act(self, power: str, offer: str, /, **fields: Any) -> None:
        await self.fill(power, "act", {"offer": offer}, **fields)

    async def agreed(self, label: str) -> None:
        """All who are asked press their button."""
        while asked := [each for each in (await self.here.campaign()).campaign.requests if each.needed]:
            power = min(asked[-1].needed)
            await self.press(power, f"{power}: {label}", label)

    async def press(self, power: str, *names: str) -> None:
        """Press a button wherever it stands."""
        for message in reversed(self.people[power].messages(self.here.marne)):
            if there := [name for name in names if name in labels(message)]:
                await self.people[power].press(message, there[0])
                return
        raise AssertionError(f"{names}: {labels(self.newest(power))} below {text(self.newest(power))}")

    async def next_phase(self) -> None:
        await self.here.go_on(self.people[self.chance.choice(POWERS)], "turn next")
        if PHASES[self.paper.phase] == PHASES[-1]:
            self.paper.end_turn()
        else:
            self.paper.end_phase()
        state = (await self.here.campaign()).campaign.state
        assert (state.turn, state.phase) == (self.paper.turn, self.paper.phase)

    # what is compared

    async def compare(self) -> None:
        """Two powers, at night each, read their hands and the ledger, of themselves and whole: every figure is the
        paper's.
        """
        self.seen |= {each.title for each in self.paper.in_effect}
        for power in self.chance.sample(POWERS, many(2, len(POWERS))):
            hand = await self.ask(power, "hand")
            mine = await self.ask(power, "ledger", power=power)
            whole = await self.ask(power, "ledger")
            for message in (hand, mine, whole):
                assert "…" not in [line for _, line in lines_of(message)], "something was cut"
            sheet = self.paper.record_sheet(power)
            for message in (hand, mine, whole):
                self.same(f"research of {power}", sheet, record_sheet(message))
            for message in (mine, whole):
                self.same(f"numbers of {power}", self.paper.ledger(power), numbers(message, power))
                self.same("world", self.paper.world(), world(message))
                self.same(f"own sums of {power}", self.paper.own_sums(power), sums(message, own=True))
            every = self.paper.sums()
            self.same("sums", every, sums(whole, own=False))
            side = {key: value for key, value in every.items() if key[1] == SIDE[power]}
            self.same(f"sums of {power}", side, sums(mine, own=False))
            for other in POWERS:
                self.same(f"numbers of {other}", self.paper.ledger(other), numbers(whole, other))
            counters = re.findall(r"(\w+) (\d)", text(hand).partition(f"{power}'s counters: ")[2].partition(".")[0])
            placed = [(where, str(value)) for whose, where, value in self.paper.counters if whose == power]
            self.same(f"counters of {power}", placed, counters)

    def same(self, what: str, paper: Any, read: Any) -> None:
        self.compared += len(paper)
        assert read == paper, f"turn {self.paper.turn}, {PHASES[self.paper.phase]}: {what}"

    # what is played

    async def draw(self) -> None:
        """The draw: the status tells what lies face up, and each hand the others."""
        await self.ask(self.chance.choice(POWERS), "draw event")
        status = text(await self.ask("Britain", "campaign status"))
        general = next((title for title in paper.GENERAL if f"{title}, the general event" in status), None)
        dealt: dict[str, list[tuple[str, bool]]] = {}
        for power in POWERS:
            hand = "\n".join(line for field, line in lines_of(await self.ask(power, "hand")) if field != "New for you")
            at_once = [(title, True) for title in paper.NATIONAL if f"{title}, played by {power}" in status]
            titles = sorted((hand.index(f"**{title}**"), title) for title in paper.NATIONAL if f"**{title}**" in hand)
            held = [(title, f"{power} has **{title}**, face up" in status) for _, title in titles]
            dealt[power] = [*at_once, *held]
        self.paper.draw(general, dealt)

    async def play_some(self) -> None:
        """Each power plays what it can now, or forgets it."""
        for power in POWERS:
            for title, _ in [*self.paper.held.get(power, [])]:
                if not self.paper.can_play(title) or self.chance.random() < 0.4:
                    continue
                choice = self.choice(power, title)
                await self.fill(power, "event play", {"marker": title}, **choice)
                self.paper.play(power, title, **choice)

    def choice(self, power: str, title: str) -> dict[str, str]:
        """What a player chooses for an event."""
        asked = {str(each[0]) for each in paper.NATIONAL[title][1]}
        chosen: dict[str, str] = {}
        if asked & {"advance one", "spies"}:
            chosen["project"] = "Axis espionage" if SIDE[power] == "Axis" else "Allied subversion"
        if "advance two" in asked:
            chosen |= {"project": "Allied espionage", "second": "Allied subversion"}
        if "flexible" in asked:
            chosen["target"] = self.chance.choice(("Albania", "Greece", "Turkey", "Yugoslavia"))
        if "opens" in asked:
            chosen["target"] = "Hungary"
        if "subversion" in asked:
            chosen["target"] = self.chance.choice(("Finland", "Poland", "Rumania", "Turkey"))
        if "build" in asked:
            chosen["unit"] = "a ship"
        if "when" in asked:
            chosen["when"] = "after"
        if asked & {"advance", "advance one", "advance two"}:
            chosen["when"] = self.chance.choice(("before", "after")) if not self.assigned(power) else "after"
        return chosen

    def assigned(self, power: str) -> bool:
        """Whether a side has assigned points this turn."""
        return any(each.assigned for key, each in self.paper.research.items() if self.owns(power, key))

    @staticmethod
    def owns(power: str, key: str) -> bool:
        return paper.OWNERS[key.split()[0]] in (power, SIDE[power])

    async def do_research(self) -> None:
        """Each power moves what is left of a doubling, assigns points, and records a result now and then."""
        for power in POWERS:
            for key, source in [*self.paper.research.items()]:
                to = self.paper.project("Axis air transport" if key == "Axis air range" else f"{key}?")
                if source.surplus and self.owns(power, key) and key == "Axis air range" and to.fits(1):
                    await self.act(power, f"Move surplus of {key}", project="Axis air transport", points=1)
                    source.surplus, to.assigned = source.surplus - 1, to.assigned + 1
                self.paper.research.pop(f"{key}?", None)
            for key in self.chance.sample(RESEARCHED[power], 2):
                points, project = self.chance.randint(1, 2), self.paper.project(key)
                if project.fits(points) == points:
                    await self.act(power, f"Assign {power}'s research points", project=key, points=points, others="")
                    project.assigned += points
            key = self.chance.choice(RESEARCHED[power])
            if (project := self.paper.project(key)).steps >= 5 and self.chance.random() < 0.6:
                project.results += 1
                project.is_shown = project.is_shown or self.chance.random() < 0.5
                shown = "true" if project.is_shown else "false"
                await self.act(power, f"Record {key}", results=project.results, revealed=shown)

    async def place(self) -> None:
        """The powers of the phase place a counter each, the Axis in a dispute where they must."""
        now = PHASES[self.paper.phase]
        axis = {paper.AXIS_PLACE: ("Germany", "Italy"), paper.OTHERS_PLACE: ("Russia", "Britain", "France")}
        is_disputed = any(each.title == "Quarrel over the Dobruja" for each in self.paper.in_effect)
        for power in axis.get(now, ()):
            where = {"Germany": "Bulgaria", "Russia": "Rumania"}.get(power) if is_disputed else None
            country = where or self.chance.choice(PLACED[power])
            taken = {(SIDE[whose], there) for whose, there, _ in self.paper.counters}
            if country in self.paper.holders or (SIDE[power], country) in taken:
                continue
            value = self.chance.randint(1, 3)
            await self.act(power, f"Place a counter for {power}", target=country, value=value, others="")
            self.paper.counters.append((power, country, value))

    # what the board shows

    async def begin(self) -> None:
        """What stands on the board and on the sheets before the first turn."""
        for power in POWERS:
            known = {name: self.chance.randint(1, 9) for name in ("support", "tiles", "conversion")}
            known["income"] = self.chance.randint(20, 40)
            self.paper.numbers[power] = known
            await self.enter(f"{power}'s numbers", by=power, **known)
        for key, steps, most in (
            ("Axis air range", 7, 9), ("German armor", 3, None), ("German battleship design", 11, None),
            ("Allied air range", 5, 6), ("French battleship design", 4, None), ("Russian armor", 5, None),
        ):  # fmt: skip
            owner = next(power for power in POWERS if self.owns(power, key))
            project = self.paper.research[key] = Project(self.paper.project(key).most if most is None else most, steps)
            more = {} if most is None else {"maximum": most}
            await self.act(owner, f"Record {owner}'s research", project=key, steps=steps, **more)
            assert project.steps == steps
        await self.trade("Germany", "Rumania")

    async def trade(self, owner: str, country: str) -> None:
        await self.enter("Trade pact", owner=owner, country=country, holds="true")
        self.paper.pacts.add((owner, country))

    async def board(self) -> None:
        """What happens on the board in a turn."""
        sheets = self.paper
        sheets.climate, sheets.balance = self.chance.randint(-3, 3), self.chance.randint(-5, 5)
        await self.enter("Climate and balance", climate=sheets.climate, balance=sheets.balance)
        match sheets.turn:
            case 2:
                await self.aggression("Germany", "Austria", 1, won=True)
                await self.enter("Conquest", country="Hungary", by="Germany")
                sheets.holders["Hungary"] = "Germany"
                await self.trade("Axis", "Russia")
            case 3:
                await self.aggression("Italy", "Albania", 2, won=False)
                await self.enter("Flags", country="Greece", flags="four")
                sheets.full.add("Greece")
            case 4:
                await self.enter("Aggression: Albania", power="Italy", value=2, succeeded="true")
                sheets.aggressions[-1].won, sheets.holders["Albania"] = 4, "Italy"
                await self.enter("Nazi-Soviet Pact", germany=1, russia=1, in_force="true")
                sheets.has_pact, sheets.extra = True, {"Germany": 1, "Russia": 1}
            case 5:
                await self.enter("Civil war: Spain", on="true", counters=2, events=3)
                sheets.wars["Spain"] = [2, 3]
                sheets.are_on.add("Spain")

    async def aggression(self, power: str, target: str, value: int, *, won: bool) -> None:
        await self.enter("Aggression", power=power, target=target, value=value, succeeded=str(won).lower())
        turn = self.paper.turn
        self.paper.aggressions.append(Aggression(power, target, value, turn, turn if won else None))
        if won:
            self.paper.holders[target] = power

    # what happens to a campaign

    async def undo_something(self) -> None:
        """A deed is done, undone, and done otherwise."""
        await self.act("Russia", "Assign Russia's research points", project="Russian espionage", points=2, others="")
        await self.ask("Russia", "campaign undo")
        await self.agreed("Agree")
        await self.act("Russia", "Assign Russia's research points", project="Russian espionage", points=1, others="")
        self.paper.project("Russian espionage").assigned += 1

    async def rewind(self) -> None:
        """The table plays on, and goes back to where everybody had done their research."""
        await self.do_research()
        campaign = (await self.here.campaign()).campaign
        before = deepcopy(self.paper)
        await self.next_phase()
        await self.play_some()
        await self.compare()
        await self.people["Britain"].slash(self.here.marne, "record rewind", {"to": str(campaign.number)})
        await self.press("Britain", "Ask the others", "Go back")
        await self.agreed("Agree")
        self.paper = before

    async def play_a_turn(self, turn: int) -> None:
        while self.paper.turn == turn:
            now = PHASES[self.paper.phase]
            if now == PHASES[0]:
                await self.draw()
                await self.board()
            if now == paper.RESEARCH and turn == 3:
                await self.rewind()
                await self.compare()
            await self.play_some()
            if now == paper.RESEARCH:
                await self.do_research()
                if turn == 2:
                    await self.undo_something()
            await self.place()
            if now == paper.BUILDING and turn == 4:
                await self.here.restart()
            if now in (PHASES[0], paper.RESEARCH, PHASES[6], paper.SUBVERSION, PHASES[-1]):
                await self.compare()
            await self.next_phase()
        await self.compare()


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(12))
async def test_paper_is_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr("tests.bot.harness.SEED", bytes([seed] * 32))
    async with harness(tmp_path) as here:
        table = Table(here, await found(here), random.Random(seed))
        await table.begin()
        await table.compare()
        for turn in range(1, TURNS + 1):
            await table.play_a_turn(turn)
        assert table.compared > many(640, 1_600) * TURNS
        assert len(table.seen) > 20
