"""The pictures: the Central Powers' SPs over time, the hexes that were told of, the table read last; and the odds."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from rules.errors import passes
from rules.game import Past
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import owner_of
from rules.games.fields_of_despair.hexes import GroupMap, Owner, drawn_at
from rules.games.fields_of_despair.odds import percent
from rules.games.fields_of_despair.odds_report import standing
from rules.games.fields_of_despair.pieces import Attack, CpHex, Ground
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import EMPTY, SHADED, SHORT, count_sps
from rules.line import Listed, line
from rules.picture import (
    Bar,
    Bars,
    Curves,
    Facts,
    Grid,
    Hex,
    Hexes,
    HexKind,
    Label,
    Mark,
    Picture,
    Place,
    Row,
    Series,
    label,
    picture,
    touch,
)
from rules.printed.lookup import Reading, printed, shown_band
from rules.secrets import Shown

AROUND = (1, 2)
"""So many rows and columns of a table are shown on either side of the cell that was read."""
MOST_BARS = 10
MOST_CHANGES = 6
ROOM_FOR_HEXES = 850
"""So many characters of the words can tell of hexes."""
KINDS: Mapping[Mark, Label] = {
    Mark.SQUARE: label("CP blocks with known SPs"),
    Mark.DIAMOND: label("CP block face down"),
    Mark.TRIANGLE: label("Held by the Central Powers"),
    Mark.CIRCLE: label("Held by the Allies"),
}


FORTRESS, BREAKOUT, OBJECTIVE, TAKEN, ARTILLERY = "*", "»", "#", "×", "°"
SIGNS: Mapping[str, Label] = {
    FORTRESS: label("*: fortress"),
    BREAKOUT: label("»: Breakout marker"),
    OBJECTIVE: label("#: objective"),
    TAKEN: label("×: taken in this action phase"),
    ARTILLERY: label("°: CP artillery"),
}


def draw(data: FieldsData, state: State, past: Past[State]) -> Picture:
    """Draw what the players told the bot of the board, and how it came so far."""
    if not state.is_set_up:
        return picture(label("Fields of Despair"), Facts((label("The Central Powers are not set up yet."),)))
    title = label(
        "Fields of Despair, turn {turn}: {step}", turn=state.turn, step=Shown(state.position(data).step.title)
    )
    reading = _table(data, past.reading) if past.reading else None
    tracks = (
        Bar(label("total"), state.total, Shown(str(state.total)), mark=Mark.CIRCLE),
        Bar(label("hidden"), state.hidden, Shown(str(state.hidden)), mark=Mark.SQUARE),
        Bar(label("revealed"), state.revealed, Shown(str(state.revealed)), mark=Mark.TRIANGLE),
    )
    strength = Bars(label("Central Powers SPs"), tracks)
    return picture(title, strength, _hexes(data, state), _changes(data, past), _curves(data, past), reading)


def _curves(data: FieldsData, past: Past[State]) -> Curves | None:
    """Return the total at the end of every step since the set-up, and where each action phase begins."""
    states = tuple(each for each in past.states if each.is_set_up)
    if len(states) < 2:
        return None
    phases = [f"{each.turn}.{each.phase(data)}" for each in states]
    ticks = {phases.index(phase): Shown(phase) for phase in dict.fromkeys(phases)}
    series = Series(label("total"), Mark.CIRCLE, tuple(each.total for each in states))
    return Curves(label("The CP total step by step"), Shown(phases[0]), Shown(phases[-1]), (series,), ticks)


# ---- hexes ----


def _hexes(data: FieldsData, state: State) -> Hexes | None:
    """Return the map with what the players told, or only the hexes with CP blocks if that is too much."""
    every = _some_hexes(data, state, {*state.hexes, *state.ground, *(data.map.hexes if data.map is not None else ())})
    if every is None or len(" ".join(every.words())) <= ROOM_FOR_HEXES:
        return every
    return _some_hexes(data, state, state.hexes)


def _some_hexes(data: FieldsData, state: State, names: Iterable[str]) -> Hexes | None:
    """Return some hexes, by who holds them or what lies there; between them the front, where there is a map."""
    found: dict[Mark, list[Hex]] = {mark: [] for mark in KINDS}
    ground = data.map
    signs = _signs(state)
    for name in sorted(names):
        block, told, owner = state.hexes.get(name), state.at(name), owner_of(data, state, name)
        mark = _mark(block, told, owner)
        if mark is not None:
            country = ground.hexes[name].country if ground is not None and name in ground.hexes else "France"
            place = drawn_at(name, 0 if ground is None else ground.shift)
            lies = "".join(sign for sign, hexes in signs.items() if name in hexes)
            lines = tuple(map(Shown, filter(None, (_sps(block, told.allied), lies))))
            found[mark].append(Hex(*place, Shown(name), lines, SHORT[country]))
    kinds = tuple(HexKind(KINDS[mark], mark, tuple(hexes)) for mark, hexes in found.items() if hexes)
    if not kinds:
        return None
    drawn = {each.place: each for kind in kinds for each in kind.hexes}
    front = () if ground is None else tuple(_front(data, state, ground, drawn))
    title = label("Hexes reported so far") if ground is None else label("The front")
    return Hexes(title, kinds, _note(state, drawn.values(), front), front)


def _front(data: FieldsData, state: State, ground: GroupMap, drawn: Collection[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield where a hex of the Allies borders on one of the Central Powers, as far as both are drawn side by side."""
    for name in ground.hexes:
        for other in ground.next_to(name):
            one, beside = drawn_at(name, ground.shift), drawn_at(other, ground.shift)
            is_between = owner_of(data, state, name) == "Allies" != owner_of(data, state, other)
            if is_between and touch(one, beside) and one in drawn and beside in drawn:
                yield one, beside


def _signs(state: State) -> Mapping[str, Collection[str]]:
    """Return the hexes of each sign."""
    current = state.cp.current
    return {
        FORTRESS: [name for name, ground in state.ground.items() if ground.fortress],
        BREAKOUT: state.cp.breakouts,
        OBJECTIVE: [] if current is None else [current.hex],
        TAKEN: state.cp.taken,
        ARTILLERY: state.guns,
    }


def _note(state: State, drawn: Iterable[Hex], front: Collection[object]) -> Label | None:
    """Return what stands in the hexes, and between them."""
    notes = [SIGNS[sign] for sign, hexes in _signs(state).items() if hexes]
    if any(each.allied is not None for each in state.ground.values()):
        notes.insert(0, label("Two numbers: Allied SPs last entered, CP SPs"))
    if front:
        notes.append(label("thick line: the front"))
    if any(each.ground is not None for each in drawn):
        notes.append(SHADED)
    return line("{notes}", notes=Listed(notes, "; ")) if notes else None


def _mark(block: CpHex | None, ground: Ground, owner: Owner | None) -> Mark | None:
    if block is not None and owner != "Central Powers":
        return Mark.DIAMOND if block.is_face_down else Mark.SQUARE
    if owner is not None:
        return Mark.CIRCLE if owner == "Allies" else Mark.TRIANGLE
    return Mark.CIRCLE if ground.allied is not None else None


def _sps(block: CpHex | None, allied: Attack | None) -> str:
    """Return the known SPs of the Central Powers after those of the Allies, if these were entered."""
    central = "" if block is None or block.is_face_down else str(block.sps)
    if allied is None:
        return central
    return f"{allied.sps}:{central or EMPTY}"


# ---- before and after ----


def _changes(data: FieldsData, past: Past[State]) -> Facts | None:
    """Return the last change in the hexes, such as by an offensive."""
    states = [each for each in past.states if each.is_set_up]
    if not states:
        return None
    now = _board(data, states[-1])
    before = next((each for each in map(partial(_board, data), reversed(states[:-1])) if each != now), now)
    changed = [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]
    lines = [
        label(
            "{hex}: before {before}, now {after}",
            hex=Shown(name),
            before=_told_of(before, name),
            after=_told_of(now, name),
        )
        for name in changed[:MOST_CHANGES]
    ]
    return Facts((label("What changed last"), *lines)) if lines else None


Held = Mapping[str, tuple[CpHex | None, Owner | None]]


def _board(data: FieldsData, state: State) -> Held:
    """Return what the Central Powers hold, hex by hex."""
    names = {*state.hexes, *state.ground}
    return {name: (state.hexes.get(name), owner_of(data, state, name)) for name in names}


def _told_of(board: Held, name: str) -> Label:
    """Return what the Central Powers hold of a hex, in words."""
    block, owner = board.get(name, (None, None))
    if block is None:
        return label("no CP block") if owner != "Central Powers" else label("held by the CP")
    sps = label("face down") if block.is_face_down else count_sps(block.sps)
    return label("{sps}, held by the CP", sps=sps) if owner == "Central Powers" else sps


# ---- the table read last ----


def _table(data: FieldsData, reading: Reading) -> Grid | None:
    """Return the part of a table around the cell that was read, or None if newer data lacks the table or the cell."""
    table = data.printed_tables.get(reading.table)
    if table is None or not passes(table.place, reading.total, reading.column):
        return None
    row, column = table.place(reading.total, reading.column)
    heads = table.heads or table.columns
    top, left = max(0, row - AROUND[0]), max(0, column - AROUND[1])
    rows = list(table.rows.items())[top : row + AROUND[0] + 1]
    right = column + AROUND[1] + 1
    return Grid(
        label("Read last: {table}", table=Shown(table.title)),
        Shown(table.dice),
        tuple(map(Shown, heads[left:right])),
        tuple(
            Row(Shown(shown_band(band)), tuple(Shown(printed(cell)) for cell in cells[left:right]))
            for band, cells in rows
        ),
        (row - top, column - left),
    )


# ---- odds ----


def draw_odds(data: FieldsData, state: State) -> Picture:
    """Draw the odds of a whole action phase of the Central Powers. Raises ``NotNow`` when they act no more."""
    now = standing(data, state)
    title = label(
        "Odds, turn {turn}, action phase {phase}: CP total {total}, hidden {hidden} {hidden:SP|SPs}",
        turn=now.turn,
        phase=now.phase,
        total=state.total,
        hidden=state.hidden,
    )
    whole = odds.whole_phase(data, now.to_come, now.at_launch).plus(now.placed)
    bars = (
        Bar(label("{number} or more", number=number), part, Shown(percent(part)), mark=Mark.CIRCLE)
        for number, part in odds.steps(whole, MOST_BARS)
    )
    all_offensives = Bars(label("SPs of all offensives of the phase"), tuple(bars))
    if now.is_counted:
        return picture(title, all_offensives)
    parts = [(count, Fraction(ways, sum(now.counts.values()))) for count, ways in sorted(now.counts.items())]
    numbers = (
        Bar(label("{majors} Major, {minors} Minor", **count._asdict()), part, Shown(percent(part)), mark=Mark.SQUARE)
        for count, part in parts
    )
    return picture(title, all_offensives, Bars(label("Number of offensives"), tuple(numbers)))
