"""Random files that declare a game: rich, and always valid."""

import json
import random
from typing import Any

Part = dict[str, Any]
WORDS = (
    "Ambush", "Bridge", "Cavalry", "Depot", "Engineers", "Ferry", "Guard", "Harbour", "Ice", "Jaeger", "Knoll",
    "Lancers", "Mortars", "Night", "Orchard", "Pontoon", "Quarry", "Rain", "Sappers", "Trench", "Uhlans", "Vanguard",
    "Wagons", "Yard", "Zeal", "Été", "Barrage", "Column", "Dawn", "Escort",
)  # fmt: skip
SIDES = ("Reds", "Blues", "Greens", "Whites")
SIGNS = ("", ", the long one", " 2", " & Sons", " (west)")
SYMBOLS = ("@#", "@¤", "£#", "£¤", "$")
WANTED = {"track": "4+", "flag": True, "choice": "Rain", "counters": "1+"}
FLOWS = ("discard", "remove", "return", "stays", "choose")


class Maker:
    """One file: the names that it has declared so far can be used by what comes after."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = iter(self.chance.sample([f"{word}{sign}" for word in WORDS for sign in SIGNS], 140))
        self.sides = list(SIDES[: self.chance.randint(1, 4)])
        self.phases = [self.name() for _ in range(self.chance.randint(1, 4))]
        self.file: Part = {"game": self.name(), "source": "Our own", "sides": self.sides}
        self.file["alliances"] = {"League": self.sides[:2]} if len(self.sides) > 2 else {}
        self.tables: list[str] = []
        self.things: list[str] = []
        self.valued: list[str] = []
        self.each: list[str] = []
        self.open: dict[str, list[str]] = {}
        self.owned: dict[str, list[str]] = {}
        self.secrets: dict[str, list[Part]] = {}

    def name(self) -> str:
        return next(self.names)

    def maybe(self, part: float = 0.5, **given: Any) -> Part:
        """Some fields, or none."""
        return given if self.chance.random() < part else {}

    def some(self, least: int, most: int) -> range:
        return range(self.chance.randint(least, most))

    def made(self) -> Part:
        """The whole file."""
        self.facts()
        self.file["turn"] = self.turn()
        self.file["table"] = {name: self.table(name) for name in [self.name() for _ in self.some(1, 3)]}
        self.file["cup"] = {self.name(): self.pile("chits") for _ in self.some(1, 2)}
        self.file["deck"] = {self.name(): self.pile("cards") for _ in self.some(0, 2)}
        self.valued = [
            name for kind in ("cup", "deck") for name, pile in self.file[kind].items() if self.is_valued(pile)
        ]
        later = {"into": self.chance.choice(self._piles()), "when": self.when(), "cards": [f"2 {self.name()}"]}
        self.file["deck"] |= self.maybe(0.3, **{self.name(): later})
        self.file["action"] = {self.name(): self.action() for _ in self.some(1, 4)}
        self.file["scenario"] = {self.name(): {"Turn": 2, **self.sets(1)} for _ in self.some(0, 2)}
        french = {self.phases[0]: "Première phase", "Nothing happens.": "Rien ne se passe."}
        return {**self.file, **self.maybe(texts={"fr": french})}

    def facts(self) -> None:
        """Numbers, yes or no, words, counters; open or secret, of all, of a side or of each side."""
        kinds: dict[str, Any] = {
            "track": lambda: {"min": self.chance.choice((0, -3)), "max": 9, "start": self.chance.randint(0, 9)},
            "flag": lambda: {"start": self.chance.random() < 0.5},
            "choice": lambda: {"of": ["Dry", "Rain", "Snow"], **self.maybe(start="Rain")},
            "counters": lambda: {"of": ["Fort", "Camp"], **self.maybe(start=["Fort", "Fort"])},
        }
        for kind, make in kinds.items():
            self.file[kind] = {}
            for place in self.some(2, 4):
                name = self.name()
                owner: Part = self.maybe(0.5 if place else 0, side=self.chance.choice([*self.sides, "each"]))
                secret = self.maybe(secret=True) if owner else {}
                self.file[kind][name] = {**make(), **owner, **secret}
                (self.owned if owner else self.open).setdefault(kind, []).append(name)
                if secret:
                    self.secrets.setdefault(owner["side"], []).append({name: WANTED[kind]})
                self.each += [name] if kind == "track" and owner.get("side") == "each" else []
        first, *_ = tracks = self.open["track"]
        then = {"text": "It moves.", "add": {tracks[-1]: 1}}
        self.file["track"][first]["at"] = {"9+": then, "..0": "The bottom."} | self.maybe(0.3, **{"8": {"ends": True}})

    def turn(self) -> Part:
        def phase(name: str) -> Part:
            return {
                "name": name,
                **self.maybe(side=self.whose()),
                **self.maybe(do="Do it."),
                **self.maybe(0.3, when=self.when()),
            }

        rows = [phase(name) if self.chance.random() < 0.7 else name for name in self.phases]
        last = self.maybe(0.7, last=self.chance.randint(3, 9), names=[self.name(), self.name()])
        return {**last, "phases": rows}

    def whose(self) -> Any:
        alliances = [*self.file["alliances"]]
        return self.chance.choice([*self.sides, *alliances, self.sides])

    def when(self) -> Part:
        """Conditions on what lies open."""
        open_ = self.open
        every: list[Part] = [
            {open_["track"][0]: self.chance.choice(("3+", "..6", "0-8", 4))},
            {open_["flag"][0]: self.chance.random() < 0.5},
            {open_["choice"][0]: "Rain"},
            {"turn": self.chance.choice(("2+", "1-3"))},
        ]
        return {
            key: value for each in self.chance.sample(every, self.chance.randint(1, 2)) for key, value in each.items()
        }

    def alone(self, whose: Part) -> Part:
        """A condition on what whoever acts alone reads, if anything."""
        side = whose.get("side", "")
        found = [*self.secrets.get("each", []), *self.secrets.get(side if isinstance(side, str) else "", [])]
        return self.chance.choice(found) if found and self.chance.random() < 0.4 else {}

    def adds(self) -> Part:
        names = [*self.open["track"], *self.owned.get("track", [])]
        return {name: self.chance.choice((-2, -1, 1, 2)) for name in self.chance.sample(names, 1)}

    def sets(self, most: int = 2) -> Part:
        every = {"flag": True, "choice": "Snow", "counters": ["Camp"], "track": 5}
        kinds = self.chance.sample(sorted(every), most)
        return {self.chance.choice(self.open[kind]): every[kind] for kind in kinds}

    def effect(self, *, rolls: bool = True) -> Part:
        given = {
            **self.maybe(text=self.chance.choice(("Nothing happens.", "Both sides lose a step; look."))),
            **self.maybe(add=self.adds()),
            **self.maybe(0.3, set=self.sets()),
            **self.maybe(0.02, ends=True),
        }
        if rolls and self.tables and self.chance.random() < 0.2:
            given |= {"roll": self.chance.choice(self.tables), **self.maybe(0.1, ends=True)}
        return given or {"text": "Nothing happens."}

    def thing(self, name: str) -> Part | str:
        plain = f"{self.chance.randint(1, 4)} {self.chance.choice(('', *SYMBOLS))} {name}"
        if self.chance.random() < 0.4:
            return plain
        enters = self.chance.choice((1, 2, 3, [1, 2], [2, 2, 3]))
        count = self.maybe(count=self.chance.randint(1, 5)) if isinstance(enters, int) else {}
        return {
            "name": name, "enters": enters, **count, **self.effect(), **self.maybe(symbols=self.chance.choice(SYMBOLS)),
            **self.maybe(0.3, phase=self.chance.choice(self.phases)), **self.maybe(0.3, when=self.when()),
            **self.maybe(0.3, after=self.chance.choice(FLOWS)),
            **self.maybe(values={"Points": self.chance.randint(-1, 4)}),
        }  # fmt: skip

    def pile(self, kind: str) -> Part:
        """A cup or a deck."""
        self.things += (names := [self.name() for _ in self.some(4, 7)])
        held = [self.thing(name) for name in names]
        by_count = {name: self.chance.randint(1, 3) for name in names}
        whose = self.maybe(side=self.chance.choice([*self.sides, *self.file["alliances"], "each"]))
        for each in held:
            if isinstance(each, dict) and (alone := self.alone(whose)):
                each["when"] = alone
        return {
            kind: held if self.chance.random() < 0.8 else by_count, **whose,
            **self.maybe(draw=self.chance.choice((1, 2, 3, 4, self.open["track"][0]))),
            **self.maybe(phase=self.chance.choice(self.phases)),
            **self.maybe(0.8, hand=self.chance.choice((0, 2, 3, 5, self.open["track"][0]))),
            **self.maybe(0.2, open=True), **self.maybe(0.3, plays=1), **self.maybe(after=self.chance.choice(FLOWS)),
            **self.maybe(returns=self.chance.choice(("never", "at once", "each turn", "when empty"))),
            **self.maybe(0.3, draw="up to hand", hand=4),
        }  # fmt: skip

    @staticmethod
    def is_valued(pile: Part) -> bool:
        """Whether something there has a value."""
        held = pile.get("cards") or pile["chits"]
        return any("values" in each for each in held if isinstance(each, dict))

    def table(self, name: str) -> Part:
        """Rows by bands without a hole, one column or several, modifiers by facts and by what is asked."""
        dice, low, high = self.chance.choice((("1d6", 1, 6), ("2d6", 2, 12), ("1d10", 1, 10)))
        cut = sorted(self.chance.sample(range(low, high), 2))
        bands = [f"..{cut[0]}", f"{cut[0] + 1}-{cut[1]}" if cut[1] > cut[0] + 1 else str(cut[1]), f"{cut[1] + 1}+"]
        track, question = self.open["track"][0], self.name()
        heads: Part = self.chance.choice((
            {}, {"columns": ["..3", "4-6", "7+"], "across": track},
            {"columns": ["Dry", "Rain", "Snow"], "across": self.open["choice"][0]},
            {"columns": ["Weak", "Strong"], "across": self.name()},
            {"columns": ["..2", "3+"], "across": self.name()},
        ))  # fmt: skip
        wide = len(heads.get("columns", ("",)))
        is_asked = heads.get("across", track) not in (track, self.open["choice"][0])
        asks = self.maybe(asks=[question, {"ask": self.name(), "max": 5}])
        drms = [{"value": 1, "text": "as it lies", "when": self.when()}]
        drms += [{"value": -2, "text": "as it was said", "when": {question: True}}] if asks else []
        drms += [{"value": asks["asks"][1]["ask"], "text": "as many"}] if asks else []
        drms += [{"shift": self.chance.choice((-1, 1, track)), "text": "aside"}] if heads else []
        rows = {band: [self.effect() for _ in range(wide)] if wide > 1 else self.effect() for band in bands}
        if not asks and not is_asked:
            self.tables.append(name)
        return {"dice": dice, **heads, "rows": rows, **self.maybe(drms=drms), **asks}

    def action(self) -> Part:
        number, side = self.name(), self.chance.choice([*self.sides, "other"])
        each = {"add": dict.fromkeys(self.each[:1], 2)} if self.each else {}
        of = {"Yes": {**self.effect(), **each}, "No": "Nothing happens."}
        every: list[list[Part]] = [
            [{"draw": self.chance.choice(self._piles()), **self.maybe(count=2)}],
            [{"roll": self.chance.choice([*self.file["table"], "2d6", "3d10"]), **self.maybe(count=2)}],
            [{"ask": number, "max": 4, **self.maybe(side=side)}, {"add": {self.open["track"][0]: number}}],
            [{"ask": self.name(), "words": True, **self.maybe(side=side)}, {"tell": "So be it."}],
            [{"choose": self.name(), "of": of, **self.maybe(side=side)}],
            [{"add": self.adds()}], [{"set": self.sets()}],
            [{"put": self.things[0], "to": self.chance.choice(FLOWS)}],
            [{"shuffle": self.chance.choice(self._piles())}],
        ]  # fmt: skip
        if self.valued:
            spent = {"discard": self.chance.choice(self.valued), **self.maybe(event=True)}
            every += [[spent, {"add": {self.open["track"][0]: "Points"}}]]
        steps = [step for group in self.chance.sample(every, self.chance.randint(1, 4)) for step in group]
        steps[-1] |= self.maybe(0.2, when=self.when())
        whose = self.maybe(side=self.whose())
        when = {**self.maybe(0.2, **self.when()), **self.alone(whose)}
        given = {**whose, **self.maybe(phase=self.chance.choice(self.phases)), "steps": steps}
        return {**given, **({"when": when} if when else {}), **self.maybe(text="Watch."), **self.maybe(times=2)}

    def _piles(self) -> list[str]:
        return [name for kind in ("cup", "deck") for name, pile in self.file[kind].items() if "into" not in pile]


def inline(value: Any) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {inline(v)}" for k, v in value.items()) + " }"
    return (
        "[" + ", ".join(map(inline, value)) + "]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)
    )


def toml(file: Part) -> str:
    """A file in TOML: a heading for each thing that is declared."""
    lines = [f"{key} = {inline(value)}" for key, value in file.items() if not isinstance(value, dict)]
    for key, named in file.items():
        if isinstance(named, dict):
            nested = key not in ("turn", "alliances")
            lines += [] if nested else ["", f"[{key}]", *(f"{json.dumps(k)} = {inline(v)}" for k, v in named.items())]
            for name, part in named.items() if nested else ():
                lines += ["", f"[{key}.{json.dumps(name, ensure_ascii=False)}]"]
                lines += [f"{json.dumps(k, ensure_ascii=False)} = {inline(v)}" for k, v in part.items()]
    return "\n".join(lines) + "\n"


def random_file(seed: int) -> str:
    """The text of a random file."""
    return toml(Maker(seed).made())
