"""The scripts of the goldens, each played once in a run of the tests: several tests read what it said and left."""

import asyncio
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

from filelock import FileLock

from bot.cli.command_line import start_local_bot
from localdiscord import play
from tests.games import SEED
from tests.patience import PATIENCE

GOLDEN = Path(__file__).parent / "golden"
SCRIPTS = sorted(GOLDEN.glob("*.script"))
FOLDER = "ADJUTANT_TESTS_PLAYED"
"""The variable that names the folder which the processes of a run share."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a script: how it ended, what it printed, and each message and edit as JSON."""

    code: int
    said: str
    wrong: str
    record: tuple[str, ...]


def played(script: Path) -> Played:
    """What became of a golden's script; the first who asks plays it."""
    with _turn(script) as kept:
        if not kept.exists():
            kept.write_text(json.dumps(asdict(perform(script, database_of(script)))), encoding="utf-8")
        given = json.loads(kept.read_text(encoding="utf-8"))
        return Played(**{**given, "record": tuple(given["record"])})


def database_of(script: Path) -> Path:
    """The database that a golden's script left."""
    return _folder() / f"{script.stem}.sqlite"


def perform(script: Path, database: Path | None = None, patience: float = PATIENCE) -> Played:
    """Play any script, from its beginning. What it expects and does not read ends it after so many seconds."""
    said, wrong, record = io.StringIO(), io.StringIO(), list[str]()
    start = partial(start_local_bot, seed=SEED.hex())
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
        code = asyncio.run(play([script], start, database=database, record=record, expect_timeout=patience))
    return Played(code, said.getvalue(), wrong.getvalue(), tuple(record))


@contextlib.contextmanager
def _turn(script: Path) -> Iterator[Path]:
    """Alone with what is kept of a script."""
    kept = _folder() / f"{script.stem}.json"
    with FileLock(f"{kept}.lock"):
        yield kept


@cache
def _folder() -> Path:
    shared = os.environ.get(FOLDER)
    return Path(shared) if shared else Path(tempfile.mkdtemp(prefix="adjutant-scripts-"))
