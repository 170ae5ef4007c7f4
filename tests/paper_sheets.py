"""The sheets of Gathering Storm as a group keeps them on paper: a second reading of the aid, and nothing of the bot's.

The cards are those of the starter deck by their titles. Whoever keeps the sheets writes down what the table does, in
its words, and works out what must stand then: numbers of the powers, research, diplomacy, civil wars.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

POWERS = ("Germany", "Italy", "Britain", "France", "Russia")
SIDE = {"Germany": "Axis", "Italy": "Axis", "Britain": "Allies", "France": "Allies", "Russia": "Russia"}
ANY, ECONOMY, RESEARCH, BUILDING = "any time", "Economy", "Research", "Construction"
AXIS_PLACE, OTHERS_PLACE = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, CHOOSING, SUBVERSION = "Diplomacy: random events", "Diplomacy: chosen countries", "Diplomacy: subversion"
PHASES = (
    "Random events", ECONOMY, RESEARCH, BUILDING, AXIS_PLACE, OTHERS_PLACE, "Diplomacy: Axis second placement", EVENTS,
    CHOOSING, SUBVERSION, "Crises",
)  # fmt: skip
AFTER_TURNED_UP = PHASES.index(SUBVERSION)

Line = tuple[str | int, ...]
GENERAL: dict[str, tuple[Line, ...]] = {
    "Anatolian ore for the Ruhr": (("income", "Germany", 1), ("diplomacy", "Germany", "Turkey", 1)),
    "Mutiny in the Libyan garrison": (("support", "Italy", -1),),
    "The Duce is received in Berlin": (("support", "Italy", 1), ("support", "Germany", 1)),
    "Vienna's Nazis press for union": (
        ("diplomacy", "Germany", "Austria", 2), ("support", "Germany", 1), ("EAI", 1),
    ),
    "Tokyo drops the naval treaty": (("EAI", 1),),
    "Better aviation fuel": (("double", "air range"),),
    "Light alloys for the fleets": (("double", "battleship design"),),
    "The atom is split": (("double", "atomic research"),),
    "Brussels weighs a pact with Paris": (("diplomacy", "France", "Belgium", 1),),
    "Budapest threatens over Transylvania": (
        ("diplomacy", "Germany", "Hungary", 1), ("diplomacy", "France", "Rumania", 1), ("EAI", 1),
    ),
    "Ljubljana's assembly is sent home": (("towards war", "Yugoslavia"), ("EAI", 1)),
    "Quarrel over the Dobruja": (("dispute",), ("EAI", 1)),
}  # fmt: skip
NATIONAL: dict[str, tuple[str, tuple[Line, ...]]] = {
    "Prices hold steady": (ECONOMY, (("income", "Germany", 1),)),
    "Strikes shut the French works": (ECONOMY, (("no tiles", "France"),)),
    "A pacifist takes the by-election": (ANY, (("support", "Britain", -1),)),
    "Rio copies the corporate state": (ANY, (("support", "Italy", 1), ("EAI", 1))),
    "A larger army is approved": (ANY, (("by results", "Germany", -3, 3),)),
    "The bomber's prophets want funds": (ANY, (("by results", "Italy", -1, 1),)),
    "What Italy's dockyards are building": (ANY, (("by results", "France", -2, 2),)),
    "The tank commission reports": (ANY, (("by armor", "Russia"),)),
    "Grain from the East": (ANY, (("by pacts", "Italy"),)),
    "Rome talks of empire": (ANY, (("by EAI", "Italy"),)),
    "Tariffs divide Parliament": (ANY, (("by climate", "Britain"),)),
    "The general staff takes stock": (ANY, (("by balance", "France"),)),
    "Factory owners meet the ministers": (ECONOMY, (("conversion", "Germany", -2),)),
    "Torpedo drawings from Tokyo": (RESEARCH, (("advance", "Axis torpedoes"),)),
    "Italy's agents spread out": (RESEARCH, (("advance one", ""),)),
    "The Second Bureau is given free rein": (RESEARCH, (("advance two", ""),)),
    "A reader of Axis mail": (RESEARCH, (("spies", ""),)),
    "The academy is mobilized": (RESEARCH, (("for research", "Russia", 1),)),
    "Reservists are called up": (BUILDING, (("build", "France"),)),
    "A ship by public subscription": (BUILDING, (("build", "France"),)),
    "The yards work day and night": (BUILDING, (("when", "Britain"),)),
    "One ship is hurried on": (BUILDING, (("build", "France"), ("when", "France"))),
    "An envoy to Budapest": (EVENTS, (("diplomacy", "Britain", "Hungary", 1),)),
    "A Balkan overture": (CHOOSING, (("flexible", "Italy", 1),)),
    "Comrades in Greece": (EVENTS, (("diplomacy", "Russia", "Greece", 2),)),
    "The Foreign Office is busy": (OTHERS_PLACE, (("counters", "Britain", 1),)),
    "A mission on the Danube": (OTHERS_PLACE, (("opens", "Russia"),)),
    "A hostile bloc comes apart": (SUBVERSION, (("subversion", "Russia", 1),)),
}
CHOSEN = {"advance one", "advance two", "spies", "build", "when", "flexible", "opens", "subversion", "advance"}
"""What is not carried out before its player has chosen something."""
COUNTED = {
    "Germany": (
        "German armor", "Axis rockets", "Axis specialized units", "German West Wall", "Axis economic preparation",
    ),
    "Italy": ("Axis air range", "Axis air transport"),
    "France": ("French battleship design", "Allied ASW research", "Allied light ships"),
}  # fmt: skip
"""Whose results a “conditional (research results)” event of a power counts, as the aid lists them."""
EASTERN_PACTS = {"Rumania": 1, "Poland": 2, "Russia": 2}
RAISE_THE_EAI = ("Austria", "Czechoslovakia", "Poland", "Baltic States", "Yugoslavia", "Greece")
CIVIL_WARS = ("Spain", "Yugoslavia", "Greece")
DOUBLED = {
    "air range": ("Axis air range", "Allied air range", "Russian air range"),
    "atomic research": ("Axis atomic research", "Allied atomic research", "Russian atomic research"),
    "battleship design": tuple(f"{each} battleship design" for each in ("German", "Italian", "British", "French")),
}
OWNERS = {"Axis": "Axis", "Allied": "Allies", "Russian": "Russia", "German": "Germany", "Italian": "Italy",
          "British": "Britain", "French": "France"}  # fmt: skip


@dataclass
class Project:
    """A line of the research record sheet."""

    most: int | None = None
    earlier: int = 0
    assigned: int = 0
    given: int = 0
    doubled: int = 0
    given_earlier: int = 0
    results: int = 0
    is_shown: bool = False
    surplus: int = 0

    @property
    def steps(self) -> int:
        return self.earlier + self.doubled + self.assigned + self.given

    def fits(self, wanted: int) -> int:
        """So many more have room."""
        return wanted if self.most is None else min(wanted, self.most - self.steps)

    def double(self) -> None:
        """Up to three points of earlier turns count twice; what is too much can be moved."""
        twice = min(3, self.earlier)
        fits = self.fits(twice)
        self.doubled += fits
        self.surplus += twice - fits

    def next_turn(self) -> None:
        """What was this turn's is earlier ones'."""
        self.given_earlier += self.given + self.doubled
        self.earlier, self.assigned, self.given, self.doubled, self.surplus = self.steps, 0, 0, 0, 0


@dataclass
class Aggression:
    """When an aggression began and when it was won."""

    power: str
    target: str
    value: int
    began: int
    won: int | None


@dataclass
class Play:
    """An event in effect, and what its player chose."""

    title: str
    power: str | None
    choice: dict[str, str] = field(default_factory=dict)
    waits: bool = False


Number = int | None
Figures = dict[str, object]


@dataclass
class Sheets:
    """All sheets of a table."""

    turn: int = 1
    phase: int = 0
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    climate: int = 0
    balance: int = 0
    has_pact: bool = False
    extra: dict[str, int] = field(default_factory=dict)
    aggressions: list[Aggression] = field(default_factory=list)
    holders: dict[str, str] = field(default_factory=dict)
    full: set[str] = field(default_factory=set)
    pacts: set[tuple[str, str]] = field(default_factory=set)
    wars: dict[str, list[int]] = field(default_factory=dict)
    are_on: set[str] = field(default_factory=set)
    research: dict[str, Project] = field(default_factory=dict)
    held: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    overdue: set[str] = field(default_factory=set)
    in_effect: list[Play] = field(default_factory=list)
    counters: list[tuple[str, str, int]] = field(default_factory=list)

    # what happens

    def project(self, key: str) -> Project:
        """The line of a project; battleship design ends with its twelfth step."""
        return self.research.setdefault(key, Project(12 if key.endswith("battleship design") else None))

    def draw(self, general: str | None, dealt: dict[str, list[tuple[str, bool]]]) -> None:
        """The general event, and what each power was dealt: its title and whether it lies face up."""
        self.held = {power: [*cards] for power, cards in dealt.items()}
        if general is not None:
            self._takes_effect(Play(general, None))
        for power, cards in dealt.items():
            if len(cards) == 1 and cards[0][1] and not _asks(cards[0][0]):
                self.play(power, cards[0][0])

    def play(self, power: str, title: str, **choice: str) -> None:
        """A power plays an event, or must."""
        self.held[power] = [each for each in self.held[power] if each[0] != title]
        self._takes_effect(Play(title, power, choice))

    def _takes_effect(self, play: Play) -> None:
        self.in_effect.append(play)
        play.waits = play.choice.get("when") == "after" and self.phase <= PHASES.index(RESEARCH)
        if not play.waits:
            self._lasts(play)

    def _lasts(self, play: Play) -> None:
        for what, *about in _lines(play.title):
            match what:
                case "double":
                    for key in DOUBLED[str(about[0])]:
                        self.project(key).double()
                case "towards war" if about[0] not in self.are_on:
                    self._event_in(str(about[0]))
                case "diplomacy" if about[1] in CIVIL_WARS:
                    self._event_in(str(about[1]))
                case "flexible" if play.choice["target"] in CIVIL_WARS:
                    self._event_in(play.choice["target"])
                case "advance":
                    self._give(str(about[0]), 2)
                case "advance one":
                    self._give(play.choice["project"], 2)
                case "spies":
                    self._give(play.choice["project"], 1)
                case "advance two":
                    self._give(play.choice["project"], 1)
                    self._give(play.choice["second"], 1)

    def _give(self, key: str, steps: int) -> None:
        project = self.project(key)
        project.given += project.fits(steps)

    def _event_in(self, country: str) -> None:
        """A civil war comes nearer; one that is on comes nearer to its end once five events have been there."""
        if country in self.holders:
            return
        war = self.wars.setdefault(country, [0, 0])
        war[0] += (-1 if war[0] else 0) if country in self.are_on and war[1] >= 5 else 1
        war[1] += 1

    def end_phase(self) -> None:
        """The next phase: what had to be played in this one and was not, is played, waits face up, or is gone."""
        if PHASES[self.phase] == RESEARCH:
            for play in [each for each in self.in_effect if each.waits]:
                play.waits = False
                self._lasts(play)
        for power in POWERS:
            for title, _ in [each for each in self.held.get(power, []) if self.moment(each[0]) == PHASES[self.phase]]:
                self._close(power, title)
        self.phase += 1
        if PHASES[self.phase] == CHOOSING:  # Italy alone has such an event
            held = self.held.get("Italy", [])
            self.phase += not any(not is_up or self.moment(title) == CHOOSING for title, is_up in held)

    def _close(self, power: str, title: str) -> None:
        has_played = any(each.power == power for each in self.in_effect)
        others = [each for each in self.held[power] if each[0] != title]
        is_last = PHASES[self.phase] == PHASES[-1]
        if has_played or others:
            self.held[power] = others
        elif not _asks(title):
            self.play(power, title)
        elif is_last or ("flexible" in {each[0] for each in _lines(title)} and self._about_to_turn_up):
            self.held[power] = []
        else:
            self.held[power] = [(title, True)]
            self.overdue.add(title)

    @property
    def _about_to_turn_up(self) -> bool:
        return self.phase + 1 >= AFTER_TURNED_UP and bool(self.counters)

    def end_turn(self) -> None:
        """The next turn: all events end, this turn's points are earlier ones', the board is cleared."""
        for power in POWERS:
            for title, _ in [*self.held.get(power, [])]:
                self._close(power, title)
        for project in self.research.values():
            project.next_turn()
        self.turn, self.phase = self.turn + 1, 0
        self.held, self.in_effect, self.counters, self.overdue = {}, [], [], set()

    def moment(self, title: str) -> str:
        """When an event is played."""
        if title in self.overdue:
            return ANY
        moment, lines = NATIONAL[title]
        fixed = [str(each[2]) for each in lines if each[0] == "diplomacy"]
        return ANY if fixed and all(map(self.is_spent, fixed)) else moment

    def can_play(self, title: str) -> bool:
        """Whether it is played now."""
        is_late = title == "A Balkan overture" and self.phase >= AFTER_TURNED_UP and bool(self.counters)
        return self.moment(title) in (ANY, PHASES[self.phase]) and not is_late

    def is_spent(self, country: str) -> bool:
        """Whether a diplomatic event has no effect in a country."""
        return country in self.holders or country in self.full

    # what must stand then

    @property
    def eai(self) -> int:
        """23.2: aggressions of earlier turns, the Pact, the climate at its ends, civil wars, this turn's events."""
        past = sum(each.target in RAISE_THE_EAI and each.began < self.turn for each in self.aggressions)
        climate = {3: -1, -3: 1}.get(self.climate, 0)
        events = sum(int(each[1]) for play in self.in_effect for each in _lines(play.title) if each[0] == "EAI")
        return past + self.has_pact + climate + bool(self.are_on) + events

    def given(self, play: Play) -> Iterator[tuple[str, str, str, int]]:
        """What an event gives: to which number, whose, where, how much."""
        for what, *about in _lines(play.title):
            match what, about:
                case (("income" | "support" | "conversion" | "counters" | "for research"), [power, amount]):
                    yield str(what), str(power), "", int(amount)
                case "diplomacy", [power, country, amount]:
                    yield self._diplomacy(play, str(power), str(country), int(amount))
                case (("flexible" | "subversion"), [power, amount]):
                    yield self._diplomacy(play, str(power), play.choice["target"], int(amount))
                case "by results", [power, base, most]:
                    results = sum(self.project(each).results > 0 for each in COUNTED[str(power)])
                    yield "support", str(power), "", min(int(most), int(base) + results)
                case "by armor", [power]:
                    yield "support", str(power), "", min(3, self.project("Russian armor").steps // 2 - 3)
                case "by pacts", [power]:
                    partners = {country for owner, country in self.pacts if owner in ("Axis", "Germany", "Italy")}
                    yield "support", str(power), "", min(3, sum(EASTERN_PACTS.get(each, 0) for each in partners))
                case "by EAI", [power]:
                    yield "support", str(power), "", max(-3, min(3, self.eai))
                case "by climate", [power]:
                    yield "support", str(power), "", -self.climate
                case "by balance", [power]:
                    yield "support", str(power), "", max(-3, min(3, -self.balance))

    def _diplomacy(self, play: Play, power: str, country: str, amount: int) -> tuple[str, str, str, int]:
        if self.is_spent(country):
            return "support", play.power or power, "", amount
        return "diplomacy", power, country, amount

    def _gifts(self) -> Iterator[tuple[str, str, str, int]]:
        for play in self.in_effect:
            yield from self.given(play)

    def extra_events(self, power: str) -> int:
        """9.13 to 9.15: for what the Axis won in earlier turns, and for the Pact."""
        won = (each for each in self.aggressions if each.power == power and SIDE[power] == "Axis")
        return sum(each.value for each in won if each.won and each.won < self.turn) + self.extra.get(power, 0)

    def ledger(self, power: str) -> Figures:
        """The public numbers of a power."""
        found: Figures = {}
        gifts = [(what, amount) for what, whose, _, amount in self._gifts() if whose == power]
        for name, number in self.numbers.get(power, {}).items():
            found[name] = number + sum(amount for what, amount in gifts if what == name)
        if "conversion" in found:
            found["conversion"] = max(0, int(str(found["conversion"])))
        if any(line[0] == "no tiles" and line[1] == power for each in self.in_effect for line in _lines(each.title)):
            found["tiles"] = "none"
        if "counters" in dict(gifts):
            found["counters"] = 2 + sum(amount for what, amount in gifts if what == "counters")
        if "for research" in dict(gifts):
            found["for research"] = sum(amount for what, amount in gifts if what == "for research")
        if extra := self.extra_events(power):
            found["additional events"] = extra
        return found

    def world(self) -> Figures:
        """The public numbers of everybody."""
        found: Figures = {"EAI": self.eai, "climate": self.climate, "balance": self.balance}
        for country, (counters, events) in self.wars.items():
            found[f"war in {country}"] = (counters, events, country in self.are_on)
        return found

    def sums(self, knows: str | None = None) -> dict[tuple[str, str], int]:
        """What each side has in each country; with face-down counters those of the power that ``knows``."""
        found: dict[tuple[str, str], int] = {}
        parts = [((where, SIDE[whose]), amount) for what, whose, where, amount in self._gifts() if what == "diplomacy"]
        for power, country, value in self.counters:
            if self.phase >= AFTER_TURNED_UP or power == knows:
                parts.append(((country, SIDE[power]), value))
        for key, amount in parts:
            if key[0] not in self.holders:
                found[key] = found.get(key, 0) + amount
        return found

    def own_sums(self, power: str) -> dict[tuple[str, str], int]:
        """The sums with a power's own counters, while these lie face down."""
        if self.phase >= AFTER_TURNED_UP:
            return {}
        mine = {(country, SIDE[whose]) for whose, country, _ in self.counters if whose == power}
        return {key: sum_ for key, sum_ in self.sums(power).items() if key in mine}

    def record_sheet(self, power: str) -> Figures:
        """The lines of the research record sheet on which something stands."""
        found: Figures = {}
        for key, each in self.research.items():
            if OWNERS[key.split()[0]] in (power, SIDE[power]) and (each.steps or each.results or each.surplus):
                found[key] = {
                    "steps": each.steps, "level": each.steps // 2, "most": each.most, "assigned": each.assigned,
                    "given": each.given, "doubled": each.doubled, "given earlier": each.given_earlier,
                    "results": each.results, "shown": each.is_shown, "surplus": each.surplus,
                }  # fmt: skip
        return found


def _lines(title: str) -> tuple[Line, ...]:
    return GENERAL[title] if title in GENERAL else NATIONAL[title][1]


def _asks(title: str) -> bool:
    return any(each[0] in CHOSEN for each in _lines(title))
