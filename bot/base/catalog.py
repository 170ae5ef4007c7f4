"""The games with their data, read from ``data`` and the operator's own folder. Wrong data stops the start."""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from itertools import islice
from operator import getitem
from pathlib import Path
from types import MappingProxyType
from typing import Any, LiteralString

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.base.lines import Way, lines_in
from rules.errors import DataError, Fault
from rules.faults import message_of
from rules.frozen import Frozen
from rules.game import AnyGame
from rules.games import GAMES, OWN
from rules.line import Line, Listed, line, one_of
from rules.ruling import GameData
from rules.secrets import plain
from rules.written import models_in

Loc = Way
SHIPPED = Path(__file__).parents[2] / "data"
MOST_FAULTS = 100
"""So many faults are named at once."""
NO_KEY = re.compile(r"\[key\]|int|str|bool|(constrained-|function-|tuple\[).*")  # what pydantic adds to a place
LONGEST_SEARCHED = 200
"""So much of a line is searched for what people stumble over."""
AS_WRITTEN = MappingProxyType({"file": True})
"""The context in which a model reads a file: it can be stricter there than with data that a campaign keeps."""


WHERE_TO_COPY: LiteralString = (
    "Cards, markers and hexes stand below headings such as `[[cards]]`. There are files to copy in docs/cards.md, "
    "docs/german-events.md and docs/playing-fields-of-despair.md."
)


CANNOT_BE_READ: LiteralString = (
    "`{text}` cannot be read, or repeats what stands above. Write `name = value`, a line each."
)
QUOTED: LiteralString = "`{text}`: put a name with an accent, a space or another sign in quotes."
TRAPS: tuple[tuple[str, LiteralString], ...] = (
    ("twice|overwrite|mutate", "`{text}` stands there twice: put both under one heading."),
    (r"\n.*[“”„‘’«»]", '`{text}`: use straight quotation marks, "like this".'),
    (r"\n[^\"']*[{][^}]*$", "`{text}`: what begins with {{ must end with }} on the same line."),
    (r"[=,\[]\s*[-+]?0[0-9]", "`{text}`: write numbers without a zero in front."),
    (r"\n(.*[{,])?\s*[^\"'\[{},=]*[^\w\s\"'\[{},=.-][^=,]*=", QUOTED),
    (r"\n\s*\[[^\"'\]]*[^\w\"'\[\].-]", QUOTED),
)
"""What people stumble over in TOML: in the parser's sentence or, below it, the line."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of data: its name, as its faults name it, and what stands in it."""

    name: str
    text: str

    @classmethod
    def of(cls, file: Path) -> "DataFile":
        """Return a file of this machine. Raises ``DataError`` where it cannot be read."""
        try:
            return cls.given(str(file), file.read_bytes())
        except FileNotFoundError:
            raise DataError(f"{file}: this data file is missing.") from None

    @classmethod
    def given(cls, name: str, contents: bytes) -> "DataFile":
        """Return a file that a player gave. Raises ``DataError`` where it is no text."""
        try:
            return cls(name, contents.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise DataError(Fault(Line("this is no text file in UTF-8."), name)) from None

    def contents(self) -> dict[str, Any]:
        """Return what the file says. Raises ``DataError`` if it is empty, or names the line that cannot be read."""
        try:
            contents = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise DataError(self._unread(str(error))) from None
        except RecursionError:
            raise DataError(Fault(Line("this is nested too deeply."), self.name)) from None
        if not contents:
            raise DataError(Fault(Line("this data file is empty."), self.name))
        return contents

    def _unread(self, error: str) -> Fault:
        """Return what is wrong with a file that is no TOML, by the line that the parser names."""
        named, lines = re.search(r"line (\d+)", error), self.text.splitlines()
        if named is None:
            fault = Line("the file ends too early: a value is missing, or a bracket or quotation mark is not closed.")
            return Fault(fault, self.name, len(lines))
        written = lines[int(named[1]) - 1][:LONGEST_SEARCHED]
        trap = next(
            (said for pattern, said in TRAPS if re.search(pattern, f"{error}\n{written}", re.ASCII)), CANNOT_BE_READ
        )
        return Fault(line(trap, text=plain(written.strip(), 60)), self.name, int(named[1]))

    def line_of(self, way: Loc) -> int | None:
        """Return the line of what stands at the end of a way of keys and places in lists, or else of what leads there;
        None where nothing does.
        """
        found = lines_in(self.text)
        return next((found[way[:n]] for n in range(len(way), 0, -1) if way[:n] in found), None)


@dataclass(frozen=True, slots=True)
class Edition:
    """A game with data: ``body`` is that data as one JSON document, ``digest`` the SHA-256 of it.

    A campaign keeps the document of its data, so a changed data file never changes it.
    """

    game: AnyGame
    body: str
    digest: str


class Catalog:
    """The editions of this bot by the game's id, and the games of older editions that campaigns are played with."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self.editions: Mapping[str, Edition] = {edition.game.id: edition for edition in editions}
        self._games = {(id_, edition.digest): edition.game for id_, edition in self.editions.items()}

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games with the data of this bot, by id."""
        return {id_: edition.game for id_, edition in self.editions.items()}

    def with_own(self, id_: str, body: str, file: DataFile, state: Any = None) -> Edition:
        """Return a game with the data of a document and what a group's own file adds to it: an element of a list takes
        the place of one with the same id. Raises ``DataError`` naming the file, the line and what is wrong there, also
        with what does not fit the ``state`` of its campaign.
        """
        kind = type(self.editions[id_].game)
        try:
            own = file.contents()
        except DataError as error:
            hint = Fault(Line(WHERE_TO_COPY), file.name)
            raise DataError(*error.faults, hint) from None
        for path in _paths(own, kind.own_parts):
            if path not in kind.own_parts:
                key, known = path.partition(".")[0], Listed(kind.own_parts)
                fault = line("`{path}` cannot be given here. What can be: {known}.", path=plain(path), known=known)
                raise DataError(Fault(fault, file.name, file.line_of((key,))))
        return self.having(id_, body, own, file, state)

    def having(self, id_: str, body: str, own: Mapping[str, Any], file: DataFile, state: Any = None) -> Edition:
        """Return a game with the data of a document and what a file or the players add. Raises ``DataError``."""
        kind = type(self.editions[id_].game)
        return _edition_of(kind, *_added(_of_today(kind, json.loads(body)), own, file), file, state)

    def newest(self, id_: str, own: Mapping[str, Any]) -> Edition:
        """Return this bot's edition with a group's additions. Raises ``DataError`` if they no longer fit."""
        edition = self.editions[id_]
        return self.having(id_, edition.body, own, DataFile("What the group added", "")) if own else edition

    def declared(self, file: DataFile) -> Edition:
        """Return the game of a group's own that a file declares. Raises ``DataError`` with its faults."""
        given = file.contents()
        return _edition_of(OWN, given, dict.fromkeys(((key,) for key in given), file), file)

    def game(self, id_: str, digest: str, body: str) -> AnyGame:
        """Return the game with the data of a document. Raises ``DataError`` when today's game cannot read that data."""
        if (id_, digest) not in self._games:
            edition = self.editions.get(id_)
            if edition is None and id_ != OWN.id:
                raise DataError(f"it has no game “{id_}”.")
            kind = type(edition.game) if edition is not None else OWN
            try:
                data = kind.data_type.model_validate(_of_today(kind, json.loads(body)))
            except ValueError as error:
                raise DataError(f"it cannot read the data of {kind.title} that the campaign keeps.") from error
            self._games[id_, digest] = kind(data)
        return self._games[id_, digest]


def read_catalog(own: Path | None = None, games: tuple[type[AnyGame], ...] = GAMES, shipped: Path = SHIPPED) -> Catalog:
    """Return every game with its data.

    A file in the operator's ``own`` folder replaces the shipped one of the same name. A game may have further
    parts (a deck, say), whose lists add up with those of the file before. Raises ``DataError`` naming the file, the
    place in it and what is wrong there.
    """
    if own is not None and not own.is_dir():
        raise DataError(f"{own}: there is no such folder of data files.")
    if own is not None:
        _check_names(own, {*GAMES, *games})
    files = ([*_files(game, own, shipped)] for game in games)
    return Catalog(_edition_of(game, *_together(some), some[0]) for game, some in zip(games, files, strict=True))


def _files(game: type[AnyGame], own: Path | None, shipped: Path) -> Iterator[DataFile]:
    """Yield the data files of a game: its own, then those of its parts as far as there are any."""
    name = game.id.replace("-", "_")
    for part in ("", *(f"_{part}" for part in game.data_parts)):
        mine = own / f"{name}{part}.toml" if own else None
        file = mine if mine and mine.exists() else shipped / f"{name}{part}.toml"
        if not part or file.exists():
            yield DataFile.of(file)


def _edition_of(
    game: type[AnyGame], given: Mapping[str, Any], origin: Mapping[Loc, DataFile], main: DataFile, state: Any = None
) -> Edition:
    data = _read_data(game, given, origin, main, state)
    document = {"v": game.data_version, **given}
    # the rows of a table keep their order, which has a meaning
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)
    return Edition(game(data), body, sha256(body.encode()).hexdigest())


def _added(
    document: Mapping[str, Any], own: Mapping[str, Any], file: DataFile
) -> tuple[dict[str, Any], dict[Loc, DataFile]]:
    """Return a document with what a file of the group adds, and which parts are the file's. The document keeps it apart
    too, so that it can be added to other data.
    """
    given, origin = dict(document), dict[Loc, DataFile]()
    kept = dict(document.get("own", {}))
    for key, value in own.items():
        origin[(key,)] = file
        before = given.get(key, [] if isinstance(value, list) else None)
        if isinstance(before, list) and not isinstance(value, list):
            raise _not_a_list(file, key)
        if isinstance(before, dict) and isinstance(value, dict):
            given[key], kept[key] = ({**part.get(key, {}), **value} for part in (given, kept))
            continue
        if not isinstance(before, list):
            given[key] = kept[key] = value
            continue
        given[key], kept[key] = _in_place(before, value), _in_place(kept.get(key, []), value)
        names = {_name(each) for each in value}
        origin |= {(key, place): file for place, each in enumerate(given[key]) if _name(each) in names}
    return {**given, "own": kept}, origin


def _not_a_list(file: DataFile, key: str) -> DataError:
    fault = line("`{key}` is a list, so write `[[{key}]]`.", key=plain(key))
    return DataError(Fault(fault, file.name, file.line_of((key,))))


def _paths(own: Mapping[str, Any], parts: Collection[str]) -> Iterator[str]:
    """Yield the path of each thing that a file gives: ``cards``, or ``recon.limits`` where only a part can be given."""
    for key, value in own.items():
        is_split = isinstance(value, dict) and any(each.startswith(f"{key}.") for each in parts)
        yield from (f"{key}.{name}" for name in value) if is_split else (key,)


def _in_place(before: Sequence[Any], added: Sequence[Any]) -> list[Any]:
    """Return a list with elements added: each replaces the one of the same name, or is put at the end."""
    by_name = {_name(each): each for each in added}
    known = {_name(each) for each in before}
    return [*(by_name.get(_name(each), each) for each in before), *(e for e in added if _name(e) not in known)]


def _name(element: Any) -> str:
    """By what an element of a list is known."""
    named = element if isinstance(element, dict) else {}
    return str(named.get("id") or named.get("name") or element)


def _of_today(game: type[AnyGame], document: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a document as today's game reads it."""
    version = document.pop("v", 0)
    while step := game.data_upcasters.get(version):
        document, version = step(document), version + 1
    return document


def _together(files: Sequence[DataFile]) -> tuple[dict[str, Any], dict[Loc, DataFile]]:
    """Return the contents of all files combined, and the file from which each key and each element of a list comes."""
    given: dict[str, Any] = {}
    origin: dict[Loc, DataFile] = {}
    for file in files:
        for key, value in file.contents().items():
            before = given.get(key, [])
            if not isinstance(value, list) and key in given:
                if isinstance(before, list):
                    raise _not_a_list(file, key)
                raise DataError(Fault(Line(f"`{key}` belongs to another data file."), file.name, file.line_of((key,))))
            if not isinstance(before, list):
                raise _not_a_list(origin[key,], key)
            origin.setdefault((key,), file)
            if not isinstance(value, list):
                given[key] = value
                continue
            origin |= {(key, len(before) + number): file for number in range(len(value))}
            given[key] = [*before, *value]
    return given, origin


def _fields(kind: type[Frozen], loc: Loc) -> list[str]:
    """Return the names of the fields that can be given where another stands in a file."""
    kinds = {kind}
    for step in loc[:-1]:
        named = [field for each in kinds for name, field in _named_fields(each) if name == step]
        kinds = {part for field in named for part in models_in(field.annotation)} or kinds
    return sorted({name for each in kinds for name, _ in _named_fields(each)})


def _named_fields(kind: type[Frozen]) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the fields of a part by each name that they have in a file."""
    for name, field in kind.model_fields.items():
        yield from ((str(each), field) for each in getattr(field.validation_alias, "choices", (name,)))


def _faults(game: type[AnyGame], error: ValidationError) -> list[tuple[Loc, Line]]:
    """Return the faults of some data, each once. A list with a faulty element is not called too short."""
    given = error.errors(include_input=False)
    found = [(_written(e["loc"]), message_of(e, _fields(game.data_type, e["loc"])), e["type"]) for e in given]
    inside = {loc[:place] for loc, _, _ in found for place in range(1, len(loc))}
    said = defaultdict[Loc, list[Line]](list)
    for loc, message, type in found:
        said[loc] += [] if type == "too_short" and loc in inside else [message]
    return [(loc, one_of(dict.fromkeys(messages))) for loc, messages in said.items() if messages]


def _written(loc: Loc) -> Loc:
    """Return the place in the file: of a key that is wrong by itself, and of what can be one of several kinds."""
    return loc[:-1] if loc and NO_KEY.fullmatch(str(loc[-1])) else loc


def _read_data(
    game: type[AnyGame], given: Mapping[str, Any], origin: Mapping[Loc, DataFile], main: DataFile, state: Any
) -> GameData:
    try:
        data = game.data_type.model_validate(given, context=AS_WRITTEN)
    except ValidationError as error:
        problems = _faults(game, error)
        if all(len(loc) > 1 for loc, _ in problems):  # without a whole part much else would be missing
            problems += _of_the_rest(game, given, [loc for loc, _ in problems])
    else:
        problems = [*islice(game(data).problems(state), MOST_FAULTS)]
        if not problems:
            return data
    by_file: dict[DataFile, list[Fault]] = {}
    for loc, message in problems[:MOST_FAULTS]:
        file = origin.get(loc[:2]) or origin.get(loc[:1]) or main
        number = None
        if loc and origin.get(loc[:1]):
            way = (loc[0], _place(origin, file, loc), *loc[2:]) if _is_in_list(loc) else loc
            number = file.line_of(way)
        path = ".".join(map(str, _named(given, loc)))
        by_file.setdefault(file, []).append(Fault(message, file.name, number, path))
    raise DataError(*(fault for faults in by_file.values() for fault in faults))


def _of_the_rest(game: type[AnyGame], given: Mapping[str, Any], wrong: Sequence[Loc]) -> list[tuple[Loc, Line]]:
    """Return what does not fit together in the parts of some data that are not wrong by themselves."""
    rest: Any = json.loads(json.dumps(given, default=str))
    try:
        for *way, key in wrong:
            reduce(getitem, way, rest).pop(key)
        found = islice(game(game.data_type.model_validate(rest)).problems(), MOST_FAULTS)
        return [(loc, fault) for loc, fault in found if loc[:2] not in {each[:2] for each in wrong}]
    except (ValidationError, LookupError, TypeError, AttributeError, ValueError):
        return []  # what is wrong must be put right first


def _place(origin: Mapping[Loc, DataFile], file: DataFile, loc: Loc) -> int:
    """Return the index of the list element that a location is in, counted in its file alone, or 0 outside a list."""
    if not _is_in_list(loc):
        return 0
    return sum(each is file for at, each in origin.items() if at[:1] == loc[:1] and len(at) > 1 and at[1] < loc[1])  # type: ignore[operator]


def _check_names(own: Path, games: Iterable[type[AnyGame]]) -> None:
    """Raises ``DataError`` for a file in the operator's folder that no game reads, as its name is misspelt."""
    stems = [game.id.replace("-", "_") + each for game in games for each in ("", *(f"_{x}" for x in game.data_parts))]
    known = sorted({f"{stem}.toml" for stem in stems})
    for file in sorted(own.iterdir()):
        is_meant = file.name.casefold().endswith((".toml", ".toml.txt"))
        if is_meant and not file.name.startswith(".") and file.name not in known:
            raise DataError(f"{file}: no game reads a file of this name. The names are {', '.join(known)}.")


def _is_in_list(loc: Loc) -> bool:
    return len(loc) > 1 and isinstance(loc[1], int)


def _named(given: Mapping[str, Any], loc: Loc) -> Loc:
    """Return the path with the id or the name of a list's element instead of its number, where it has one."""
    at: Any = given
    path, steps = list[Any](), list[Any](loc)
    for step in steps:
        at = at[step] if isinstance(at, list | tuple | dict) and _holds(at, step) else None
        name = at.get("id") or at.get("name") if isinstance(at, dict) and isinstance(step, int) else None
        path.append(name or (at if isinstance(step, int) and isinstance(at, str) else step))
    return tuple(path)


def _holds(part: Any, step: Any) -> bool:
    """Return whether a part of some data has something under a key or at a place."""
    return step in part if isinstance(part, dict) else isinstance(step, int) and step < len(part)
