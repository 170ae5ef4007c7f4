"""Heals a database: what a fault has changed is taken from a backup, what was written since is kept.

A row comes from a backup only if its content makes the chain whole that stands in the database, or founds a campaign
without entries that is played where and since when it says. So none comes from another history, and none brings back
what was forgotten since. The database is written anew, row by row; the one that
was there is kept.
"""

import contextlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bot.storage.backups import keep, remove
from bot.storage.check_file import check
from bot.storage.definitions import read_as_defined
from bot.storage.faults import StoreFault
from bot.storage.file_lock import lock, make_private
from bot.storage.inspection import in_file
from bot.storage.migrate import migrate
from bot.storage.raw_rows import TABLES, Row, Table
from bot.storage.row_chain import Linked, beginning, link
from bot.storage.rows import CampaignRow, EntryRow
from bot.storage.swap import swap

Rows = dict[Row, Row]
"""The rows of a table by their keys."""
Chain = Mapping[int, Linked]
"""The log of a campaign by ``seq``."""
TWINNED = TABLES[3:]
"""The tables of which an index holds each row a second time; the others have their hashes."""
DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
INDEX = "sqlite_autoindex_entry_1"
INTERACTIONS = f"SELECT interaction FROM entry INDEXED BY {INDEX} ORDER BY interaction"  # noqa: S608 (our own name)


class Contents(NamedTuple):
    """What a file holds, table by table and log by log, as far as it can be read. Tables and the index of entries may
    be ``torn``, pages of them unreadable; of the entries that are ``lost`` with them it has the interactions.
    """

    tables: Mapping[str, Rows]
    twins: Mapping[str, Rows]
    logs: Mapping[int, Chain]
    lost: frozenset[int]
    torn: frozenset[str]

    def log(self, campaign: int) -> Chain:
        """The log of a campaign."""
        return self.logs.get(campaign, {})


@dataclass(slots=True)
class Healing:
    """What was done: what is ``mended``, what could not be (``left``), and where the database from before is kept."""

    mended: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    kept: Path | None = None


def heal(database: Path, backups: Sequence[Path], now: datetime) -> Healing:
    """Heal a database from backups, the newest first, while no bot runs. Nothing changes where nothing can be mended.
    However it is interrupted, the next one finds all that was there.

    Raises ``StoreFault`` when a bot runs, or when a database cannot be read or written at all.
    """
    if not database.is_file():
        raise StoreFault(f"There is no database {database}")
    database = database.resolve()  # a link to it stays one
    taken, done = lock(database), Healing()
    part = database.with_name(f"{database.name}.healing")
    try:
        here = _contents(database)
        whole = [*_readable(backups)]
        healed = _healed(_put_back(here, whole, done), whole, done)
        if not done.mended and not [*in_file(database)]:
            return done
        remove(part)
        _write(part, healed)
        done.left += [str(each) for each in in_file(part)]
        done.mended = done.mended or [f"The file was written anew{'' if done.left else '; no row was changed'}."]
        done.kept = keep(database, now)
        swap(part, database)
        return done
    finally:
        remove(part)
        taken.release()


def _readable(backups: Iterable[Path]) -> Iterator[Contents]:
    """The backups that are whole."""
    for each in backups:
        with contextlib.suppress(StoreFault, sqlite3.DatabaseError):
            check(each, read_only=True)
            yield _contents(each)


# ---- what is taken ----


def _healed(here: Contents, backups: Sequence[Contents], done: Healing) -> dict[str, Iterable[Row]]:
    """The rows of the healed database."""
    documents = _documents(here, backups, done)
    campaigns = _campaigns(here, backups, done)
    entries = [row for founded in campaigns.values() for row in _log(founded, here, backups, done)]
    if lost := here.lost - {row[2] for row in entries}:
        done.left.append(f"Entries that cannot be read, and that no backup has: {len(lost)}.")
    if {"entry", INDEX} <= here.torn:
        done.left.append("Some entries cannot be read: those that are at the end of a log and in no backup are lost.")
    others = {table.name: _kept(table, here, backups, {*campaigns}, done) for table in TWINNED}
    return {"document": documents, "campaign": campaigns.values(), "entry": entries, **others}


def _put_back(here: Contents, backups: Sequence[Contents], done: Healing) -> Contents:
    """The contents, in which each entry is in the place where a backup has it: a fault may have changed its key."""
    places = {row[2]: key for each in backups for key, row in each.tables["entry"].items()}
    logs = defaultdict[int, dict[int, Linked]](dict)
    for id_, log in here.logs.items():
        for seq, each in log.items():
            campaign, place = places.get(each.row.interaction, (id_, seq))
            if not (isinstance(campaign, int) and isinstance(place, int)):  # a fault can make any type
                continue
            logs[campaign][place] = each._replace(row=each.row._replace(campaign=campaign, seq=place))
            if (campaign, place) != (id_, seq):
                done.mended.append(f"Campaign {campaign}: entry {place} is in its place again.")
    return here._replace(logs=logs)


def _documents(here: Contents, backups: Sequence[Contents], done: Healing) -> Iterable[Row]:
    """Every document that is whole, wherever it is."""
    whole: Rows = {}
    for each in (here, *backups):
        for key, row in each.tables["document"].items():
            if key not in whole and sha256(str(row[1]).encode(errors="surrogateescape")).hexdigest() == row[0]:
                whole[key] = row
    for (digest,) in whole.keys() - here.tables["document"].keys():
        done.mended.append(f"The document {digest[:12]} is there again.")
    for key, row in here.tables["document"].items():
        if key not in whole:
            done.left.append(f"The document {row[0][:12]} is damaged, and no backup has it.")
        elif whole[key] != row:
            done.mended.append(f"The document {row[0][:12]} is mended.")
    lost = _named(here) - {digest for (digest,) in whole} if "document" in here.torn else ()
    done.left += [f"The document {digest[:12]} cannot be read, and no backup has it." for digest in sorted(lost)]
    return whole.values()


def _named(here: Contents) -> set[str]:
    """The digests by which campaigns, commands and servers name documents."""
    founded = (CampaignRow(*row[:-1]).data for row in here.tables["campaign"].values())
    commands = (each.row.command for log in here.logs.values() for each in log.values())
    servers = (row[1] for row in here.tables["server"].values())
    return {digest for text in (*founded, *commands, *servers) for digest in DIGEST.findall(str(text))}


def _campaigns(here: Contents, backups: Sequence[Contents], done: Healing) -> dict[int, Row]:
    """The row of each campaign; one from a backup must begin the log that is here."""
    found, rows = dict[int, Row](), here.tables["campaign"]
    logged = {*here.logs} | {row[0] for row in here.tables["home"].values()}
    for id_ in sorted(each for each in {row[0] for row in rows.values()} | logged if isinstance(each, int)):
        own, first = rows.get((id_,)), here.log(id_).get(1)
        others = [row for each in backups if (row := each.tables["campaign"].get((id_,))) is not None]
        if own is not None and _is_founded(own):
            # where it was founded is in no hash, and does not change
            found[id_] = next((row for row in others if row[-1] == own[-1] and _is_founded(row)), own)
            continue
        fits = (
            row for row in others
            if _is_founded(row)
            and (row[-1] == (own[-1] if own else None) or (first is not None and first.follows(row[-1]))
                 or (own is not None and row[:-1] == own[:-1]) or _has_just_begun(row, here))
        )  # fmt: skip
        other = next(fits, None)
        if other is not None:
            found[id_] = other
            done.mended.append(f"Campaign {id_}: its founding is mended.")
        elif own is not None:
            found[id_] = own
            done.left.append(f"Campaign {id_}: its founding is damaged, and no backup has it.")
        else:
            done.left.append(f"Campaign {id_}: its founding cannot be read, and no backup has it: it is lost.")
    taken = {row[1]: id_ for id_, row in found.items() if id_ in logged}
    return {id_: row for id_, row in found.items() if taken.get(row[1], id_) == id_}


def _is_founded(row: Row) -> bool:
    return bool(beginning(CampaignRow(*row[:-1])) == row[-1])


def _has_just_begun(row: Row, here: Contents) -> bool:
    """Whether a row founds a campaign without entries that is played here where and since when it was founded."""
    founded = CampaignRow(*row[:-1])
    home = here.tables["home"].get((founded.id, founded.at), ())
    return not here.log(founded.id) and home[2:4] == (founded.guild, founded.channel)


def _log(founded: Row, here: Contents, backups: Sequence[Contents], done: Healing) -> list[Row]:
    """The log of a campaign, in which what was damaged is mended."""
    id_, own = founded[0], here.log(founded[0])
    log, mended, damaged = mended_log(founded[-1], own, [each.log(id_) for each in backups], here.lost)
    if mended:
        done.mended.append(f"Campaign {id_}: mended entries: {', '.join(map(str, mended))}.")
    if damaged is not None:
        done.left.append(f"Campaign {id_}: entry {damaged} is damaged, and no backup has it.")
    return [(*each.row._replace(campaign=id_), each.hash) for each in log]


def mended_log(
    begun: str, own: Chain, backups: Sequence[Chain], lost: Container[int] = ()
) -> tuple[list[Linked], list[int], int | None]:
    """A log as it was written, the places that were mended in it, and the first that cannot be. From that on it is
    left as it stands. Behind its end are entries whose interactions are ``lost``.
    """
    behind = (seq for other in backups for seq, each in other.items() if each.row.interaction in lost)
    log, mended, top = list[Linked](), list[int](), max({*own, *behind}, default=0)
    while len(log) < top:
        seq, before = len(log) + 1, log[-1].hash if log else begun
        each, stood = own.get(seq), own.get(seq - 1)
        if each is not None and (each.follows(before) or (stood is not None and each.follows(stood.hash))):
            log.append(Linked(each.row, link(before, each.row)))
            continue
        places = range(seq, top + 1)
        run = next((found for other in (own, *backups) if (found := _run(before, places, own, other, lost))), None)
        if run is None:
            return [*log, *(_storable(own[place]) for place in sorted(own) if place >= seq)], mended, seq
        log += run
        mended += range(seq, seq + len(run))
    return log, mended, None


def _storable(each: Linked) -> Linked:
    """An entry of which a database can hold what a fault has made no JSON of: as one text within JSON."""
    row = each.row
    return each._replace(
        row=row._replace(command=_as_json(row.command), events=_as_json(row.events), dice=_as_json(row.dice))
    )


def _as_json(text: str) -> str:
    try:
        json.loads(text)
        text.encode()
    except ValueError:
        return json.dumps(text)
    return text


def _run(before: str, places: range, own: Chain, other: Chain, lost: Container[int]) -> list[Linked]:
    """Entries from another copy of a log that make one whole again from there on; none if they do not."""
    run = list[Linked]()
    for place in places:
        if place not in other:
            break
        run.append(Linked(other[place].row, before := link(before, other[place].row)))
        stands, after, is_as_there = own.get(place), own.get(place + 1), other[place].hash == before
        if (
            (stands is not None and (stands.hash == before or (is_as_there and stands.row == other[place].row)))
            or (after is not None and after.follows(before))
            or (is_as_there and other[place].row.interaction in lost)
        ):
            return run
    return []


def _kept(
    table: Table, here: Contents, backups: Sequence[Contents], campaigns: set[int], done: Healing
) -> Iterable[Row]:
    """The rows of a table that have twins: where the two differ, that which a backup has."""
    own, twins = here.tables[table.name], here.twins[table.name]
    rows: Rows = {}
    apart = [one[key] for one, other in ((own, twins), (twins, own)) for key in one.keys() - other.keys()]
    moved = {row[table.keys :] for row in apart if any(row in each.tables[table.name].values() for each in backups)}
    for key in own.keys() | twins.keys():
        row, twin = own.get(key), twins.get(key)
        known = [each.tables[table.name].get(key) for each in backups]
        good = row if row == twin or row in known else twin if twin in known else None
        if good is None and (row is None or twin is None) and (row or twin or ())[table.keys :] in moved - {()}:
            done.mended.append(f"A row of the table {table.name} is in its place again.")
            continue
        if good is None:
            done.left.append(f"A row of the table {table.name} may be damaged: {row or twin}, or {twin or row}.")
        elif row != twin:
            done.mended.append(f"A row of the table {table.name} is mended.")
        rows[key] = good or row or twin or ()
    place = table.columns.index("campaign") if "campaign" in table.columns else None
    if place is not None:  # what belongs to a campaign that is not there any more
        rows = {key: row for key, row in rows.items() if row[place] in campaigns}
    if table.name == "home":
        homeless = campaigns - {row[0] for row in rows.values() if row[table.columns.index("until")] is None}
        for other in backups:
            lost = {key: row for key, row in other.tables["home"].items() if row[0] in homeless and key not in rows}
            rows |= lost
            homeless -= {row[0] for row in lost.values()}
            done.mended += [f"Campaign {row[0]}: where it is played is mended." for row in lost.values()]
    return [rows[key] for key in sorted(rows, key=repr)]


# ---- files ----


def _contents(file: Path) -> Contents:
    """What a file holds. Where a page of a table cannot be read, the rows before and behind it are read."""
    with read_as_defined(file) as db:
        db.text_factory = lambda body: body.decode(errors="surrogateescape")
        torn = set[str]()
        tables = {table.name: _rows(db, table, torn) for table in TABLES}
        twins = {each.name: _rows(db, each, set(), f"INDEXED BY {each.name}_twin") for each in TWINNED}
        lost = _lost(db, torn) - {row[2] for row in tables["entry"].values()} if "entry" in torn else frozenset()
    logs = defaultdict[int, dict[int, Linked]](dict)
    for id_, seq in tables["entry"]:
        *row, hash_ = tables["entry"][id_, seq]
        logs[id_][seq] = Linked(EntryRow(*row), hash_)
    return Contents(tables, twins, logs, lost, frozenset(torn))


def _rows(db: sqlite3.Connection, table: Table, torn: set[str], where: str = "NOT INDEXED") -> Rows:
    """The rows of a table, or those of its twin; it is added to those that are ``torn`` where a page cannot be read."""
    names = ", ".join(f'"{name}"' for name in table.columns)
    keys = [f'"{name}"' for name in table.columns[: table.keys]]
    found: Rows = {}
    for way in ("", " DESC"):
        order = ", ".join(f"{key}{way}" for key in keys)
        try:
            sql = f"SELECT {names} FROM {table.name} {where} ORDER BY {order}"  # noqa: S608 (our own names)
            for row in db.execute(sql):
                found[table.key(row)] = row
            break
        except sqlite3.DatabaseError:
            torn.add(table.name)
    return found


def _lost(db: sqlite3.Connection, torn: set[str]) -> frozenset[int]:
    """The interactions of all entries that their index names; it is added to what is ``torn`` if that is."""
    found = set[int]()
    try:
        for (interaction,) in db.execute(INTERACTIONS):
            found.add(interaction)
    except sqlite3.DatabaseError:
        torn.add(INDEX)
    return frozenset(found)


def _write(file: Path, tables: Mapping[str, Iterable[Row]]) -> None:
    """Write a database anew. Raises ``StoreFault`` for a row that a database cannot hold."""
    make_private(file)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        migrate(db)
        db.execute("BEGIN")
        for table in TABLES:
            names, marks = ", ".join(f'"{name}"' for name in table.columns), ", ".join("?" * len(table.columns))
            verb = "INSERT OR IGNORE" if table in TWINNED else "INSERT"  # of two rows that differ, both have been told
            sql = f"{verb} INTO {table.name} ({names}) VALUES ({marks})"
            try:
                db.executemany(sql, tables[table.name])
            except (sqlite3.Error, UnicodeError) as error:
                raise StoreFault(f"A row of the table {table.name} can be neither kept nor mended: {error}") from error
        db.execute("COMMIT")
