"""Examines the record of a campaign in a process of its own: whatever is in the file, the bot can go on meanwhile.

The program reads what a catalogue holds, in one line, and then the file. It says in JSON what is wrong with the file.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from bot.base.catalog import Catalog
from bot.log.chain import BadRecord, read_record
from bot.log.verify import audit_record, check_dice
from rules.errors import NotNow, RuleError
from rules.line import Line

LONGEST_SECONDS = 60.0
MOST_BYTES = 1_500_000_000
"""Of addresses, of which the interpreter and the games take a part."""
REFUSALS: Mapping[str, type[RuleError]] = {each.__name__: each for each in (BadRecord, NotNow)}


async def examine(data: bytes, catalog: Catalog) -> None:
    """Whether the chain, the seal, every die and every decision of an open record are right.

    Raises ``BadRecord`` at the first that is wrong, ``NotNow`` where this bot cannot play it.
    """
    said = await _answered(json.dumps(catalog.packed()).encode() + b"\n" + data)
    if said is not None:
        raise REFUSALS.get(said["kind"], BadRecord)(_line(said["text"]))


async def _answered(given: bytes) -> Any:
    """What the program says. Raises ``BadRecord`` when it takes too long, or more memory than it is given."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            said, failed = await program.communicate(given)
    except TimeoutError:
        raise BadRecord("The file takes too long to check, so it is not taken in.") from None
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if b"MemoryError" in failed:
        raise BadRecord("The file takes too much memory to check, so it is not taken in.")
    if program.returncode:
        raise RuntimeError(failed.decode(errors="replace"))
    return json.loads(said)


def _line(said: Any) -> Line:
    return Line(said["template"], {name: _value(value) for name, value in said["values"].items()})


def _value(said: Any) -> Any:
    return _line(said) if isinstance(said, dict) else said


# ---- the program ----


def main() -> None:
    """Examine one file."""
    _limit()
    catalog = Catalog.unpacked(json.loads(sys.stdin.buffer.readline()))
    json.dump(_fault(sys.stdin.buffer.read(), catalog), sys.stdout)


def _limit() -> None:
    """Take no more memory and time than is given, where the system can see to that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (int(LONGEST_SECONDS), int(LONGEST_SECONDS) + 1))


def _fault(data: bytes, catalog: Catalog) -> Any:
    """What is wrong with a record; None if nothing is."""
    try:
        record = read_record(data)
        check_dice(record)
        audit_record(record, catalog)
    except RuleError as error:
        return {"kind": type(error).__name__, "text": _said(error.text)}
    return None


def _said(text: Line) -> Any:
    values = {name: _said(value) if isinstance(value, Line) else value for name, value in text.values.items()}
    return {"template": text.template, "values": values}


if __name__ == "__main__":
    main()
