"""A disk that can be cut off and that fails when it is told to: ``disk.c``, built here and preloaded into a process."""

import os
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
HEADER = struct.Struct("<cHqI")


def build(folder: Path) -> Path:
    """Compile the disk; a test that needs it is skipped where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None or not Path("/proc/self/fd").exists():
        pytest.skip("the disk that fails is written in C: this machine has no compiler, or no /proc")
    built = folder / "disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", built, SOURCE, "-ldl", "-lpthread"], check=True)
    return built


def with_disk(built: Path, files: Path, trace: Path | None = None) -> dict[str, str]:
    """The environment of a process whose files in a folder are on the disk."""
    files.mkdir()
    traced = {"DISK_TRACE": str(trace)} if trace else {}
    return os.environ | {"LD_PRELOAD": str(built), "DISK_FOLDER": str(files)} | traced


@dataclass(frozen=True, slots=True)
class Step:
    """What was done to a file: ``W`` and ``A`` (append) write data, ``S`` syncs, ``T`` truncates, ``U`` removes it."""

    kind: str
    name: str
    offset: int
    data: bytes


def read_trace(trace: Path) -> list[Step]:
    """Everything that was done, in its order."""
    raw, at, steps = trace.read_bytes(), 0, []
    while at < len(raw):
        kind, size, offset, length = HEADER.unpack_from(raw, at)
        at += HEADER.size
        name = raw[at : at + size].decode()
        steps.append(Step(kind.decode(), name, offset, raw[at + size : at + size + length]))
        at += size + length
    return steps


@dataclass(slots=True)
class File:
    """A file: what is surely on the disk, and what was written since the last sync."""

    synced: bytearray = field(default_factory=bytearray)
    waiting: list[Step] = field(default_factory=list)

    def sync(self) -> None:
        """What waited is on the disk."""
        for step in self.waiting:
            apply(self.synced, step)
        self.waiting.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        """What a power cut leaves: of what was not synced any part, in sectors."""
        share = chance.choice((0.0, 1.0, chance.random()))
        left = bytearray(self.synced)
        for step in self.waiting:
            for part in sectors(step):
                if chance.random() < share:
                    apply(left, part)
        return bytes(left)


def apply(content: bytearray, step: Step) -> None:
    """Do to a file what was done to it."""
    if step.kind == "T":
        del content[step.offset :]
        content.extend(bytes(step.offset - len(content)))
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.data)] = step.data


def sectors(step: Step) -> Iterator[Step]:
    """The parts of a write that reach the disk each by itself."""
    if step.kind == "T":
        yield step
    for at in range(0, len(step.data), SECTOR):
        yield Step(step.kind, step.name, step.offset + at, step.data[at : at + SECTOR])


def cuts(steps: Sequence[Step], places: Sequence[int], chance: random.Random) -> Iterator[tuple[str, dict[str, bytes]]]:
    """What was acknowledged and what is on the disk after a cut at each of some places, which are in order."""
    files: dict[str, File] = {}
    acknowledged, done = "", 0
    for place in places:
        for step in steps[done:place]:
            if step.name == "acknowledged":
                acknowledged += step.data.decode()
            elif step.kind == "U":
                files.pop(step.name, None)
            elif step.kind == "S":
                files.setdefault(step.name, File()).sync()
            else:
                assert step.kind in "WT", "only the list of what was acknowledged is appended to"
                files.setdefault(step.name, File()).waiting.append(step)
        done = place
        yield acknowledged, {name: file.after_cut(chance) for name, file in files.items()}
