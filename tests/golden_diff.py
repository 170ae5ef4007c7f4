"""What became of the goldens between two commits, sorted by what it means: ``make golden-diff``.

``python -m tests.golden_diff OLD NEW`` plays the scenes of ``tests/same_play.py`` whose digests differ, on both sides,
and compares all that they say; it then reads the other goldens as git has them. Without NEW that is the working tree,
without OLD the last commit. It tells first which decisions moved, then which words became which, and how often. A
golden that fails says the same.

``python -m tests.golden_diff words FIRST..LAST`` fails if a commit that says it only rewords moved a decision.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOLDEN = "tests/golden"
DIGESTS = f"{GOLDEN}/same_play"
DECISIONS = ("done", "changed")
"""The sections of a chronicle that say what was decided and what changed; all others only say how it reads."""
DIGESTED = ("decided ", *DECISIONS)
"""How a digest of them is named, now and before they had one together."""
DECIDED = re.compile(
    r"(?: {2,}|[-+] *)[−+]? ?(?:· |changed: |next_die: |[a-z_]+(?:\(.*|(?: [a-z_]+)*(?:, [^A-Za-z]+)?)$|"
    r"(?:\w+, )*\w+: [\w ]+: [a-z]+(?:_[a-z]+)*(?: \[| *$))"
)
"""The lines of minutes and moments that say what was decided: the events, and what changes in a state."""
REWORDS = "Reword "
"""How the subject of a commit begins that changes words only."""
SHOWN, LONGEST = 12, 160
WORKING_TREE = ""

Key = tuple[str, str, int]
"""A place, a section, and which of those of the same name it is."""


def git(*words: str) -> str:
    """What git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


@dataclass
class Found:
    """What is other than it was: how often words became others, and which decisions moved."""

    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: dict[tuple[str, str], str] = field(default_factory=dict)
    decisions: list[str] = field(default_factory=list)

    def compare(self, place: str, before: str, after: str) -> None:
        """Note how a text became another."""
        for heading, lines in under_headings(before.splitlines(), after.splitlines()):
            old, new = core(*lines) if all(lines) else lines
            where = f"{place}, {heading}" if heading else place
            if any(map(DECIDED.match, lines)):
                self.decisions.append(f"{where}: {said(*(each.strip() for each in lines))}")
            else:
                self.words[old, new] += 1
                self.first.setdefault((old, new), where)

    def __bool__(self) -> bool:
        return bool(self.words or self.decisions)

    def report(self) -> Iterator[str]:
        """All of it, the weightiest first."""
        yield f"{len(self.decisions)} decisions changed" + (":" if self.decisions else ".")
        yield from (f"  {each}" for each in self.decisions[:SHOWN])
        yield from _more(len(self.decisions))
        yield f"{self.words.total()} lines read otherwise, in {len(self.words)} ways" + (":" if self.words else ".")
        for (old, new), number in self.words.most_common(SHOWN * 3):
            times = "once" if number == 1 else f"in {number} places"
            yield f"  {said(old, new)} {times}, first in {self.first[old, new]}"
        yield from _more(len(self.words), SHOWN * 3)


def _more(number: int, shown: int = SHOWN) -> Iterator[str]:
    if number > shown:
        yield f"  … and {number - shown} more"


def said(old: str, new: str) -> str:
    """How some words became others, in a sentence."""
    if not old:
        return f"“{short(new)}” is new" if new else "an empty line is new or gone"
    return f"“{short(old)}” became “{short(new)}”" if new else f"“{short(old)}” is gone"


def short(text: str, longest: int = LONGEST) -> str:
    """A text that fits a line."""
    return text if len(text) <= longest else f"{text[: longest // 2]} … {text[-longest // 2 :]}"


def changed_lines(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    """Which line became which; nothing became one that is new."""
    return (lines for _, lines in under_headings(before, after))


def under_headings(before: list[str], after: list[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """The same, with what stands over each: the newest line that is not set in, over one that is not a ``==`` title."""
    heading = title = ""
    for kind, first, last, begin, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            same = [each for each in reversed(before[first:last]) if not _is_set_in(each)]
            title = next((each for each in same if each.startswith("==")), title)
            heading = next(iter(same), heading)
            continue
        for lines in zip_longest(before[first:last], after[begin:end], fillvalue=""):
            over = heading if any(map(_is_set_in, filter(None, lines))) else title
            yield short(over, 60), lines


def _is_set_in(line: str) -> bool:
    return not line[:1].strip("+- ")


def core(old: str, new: str) -> tuple[str, str]:
    """The words in which two lines differ; where words are only new or gone, with those beside them."""
    was, now = old.split(" "), new.split(" ")
    head = _alike(was, now)
    tail = _alike(was[head:][::-1], now[head:][::-1])
    if old and new and head + tail in (len(was), len(now)):
        head, tail = max(0, head - 1), max(0, tail - 1)
    return " ".join(was[head : len(was) - tail]), " ".join(now[head : len(now) - tail])


def _alike(some: list[str], others: list[str]) -> int:
    """How many words are the same from the beginning."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(some), len(others)))


# ---- the scenes ----


def sections(printed: str) -> dict[Key, str]:
    """The sections of some chronicles, as ``python -m tests.same_play SCENE`` prints them."""
    found: dict[Key, str] = {}
    counted: Counter[tuple[str, str]] = Counter()
    for part in re.split(r"^== ", printed, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        place, _, name = heading.rpartition(": ")
        found[place, name, counted[place, name]] = text.rstrip("\n")
        counted[place, name] += 1
    return found


def compare_sections(scene: str, before: Mapping[Key, str], after: Mapping[Key, str], found: Found) -> None:
    """What became of a scene. A decision after which others were taken is told as one that is new or gone."""
    for key in dict.fromkeys((*before, *after)):
        place, name, _ = key
        old, new = before.get(key, ""), after.get(key, "")
        if old == new:
            continue
        if name in DECISIONS:
            how = "; ".join(said(*each) for each in changed_lines(fields_of(old), fields_of(new)))
            found.decisions.append(f"{scene} {place}, {name}: {short(how)}")
        else:
            found.compare(f"{scene} {place}, {name}", old, new)


def fields_of(text: str) -> list[str]:
    """A decision with each of its fields on a line, so that it is compared field by field."""
    return re.sub(r', (?="\w+": )', ",\n", text).splitlines()


@contextmanager
def tree(commit: str) -> Iterator[Path]:
    """The files of a commit, or the working tree."""
    if commit == WORKING_TREE:
        yield ROOT
        return
    with tempfile.TemporaryDirectory() as folder:
        git("worktree", "add", "--detach", "--quiet", folder, commit)
        try:
            yield Path(folder)
        finally:
            git("worktree", "remove", "--force", folder)


def played(folder: Path, scene: str) -> str:
    """The chronicles of a scene as the code in a folder plays it; nothing where it knows no such scene."""
    command = [sys.executable, "-m", "tests.same_play", scene]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False
    )
    return done.stdout


def scenes_that_differ(old: str, new: str) -> list[str]:
    """The scenes whose digests are not the same."""
    files = git("diff", "--name-only", old, *([new] if new else []), "--", DIGESTS).splitlines()
    return [Path(file).stem for file in files]


def compare_scenes(old: str, new: str, scenes: Iterable[str], found: Found) -> None:
    """What became of some scenes between two commits."""
    with tree(old) as before, tree(new) as after, ThreadPoolExecutor(2) as both:
        for scene in scenes:
            stood, stands = both.map(played, (before, after), (scene, scene))
            compare_sections(scene, sections(stood), sections(stands), found)


def moved_digests(scene: str, before: str, after: str) -> Iterator[str]:
    """What digests alone say of a scene that went otherwise."""
    lines = [*changed_lines(before.splitlines(), after.splitlines())]
    first = next((new or old for old, new in lines if decisions(old) != decisions(new)), None)
    yield f"{scene}: {len(lines)} entries differ; " + (
        f"the first decision that moved: {short(first)}" if first else "no decision moved"
    )
    with suppress(OSError, subprocess.CalledProcessError):
        file = f"{DIGESTS}/{scene}.txt"
        commit = git("log", "-1", "--format=%h", "--", file).strip()
        if commit and _shown(f"{commit}:{file}") == before:
            found = Found()
            compare_scenes(commit, WORKING_TREE, [scene], found)
            yield from (f"Since {commit}, which wrote them:", *found.report())


# ---- the other goldens ----


def compare_files(old: str, new: str, found: Found) -> None:
    """What became of transcripts, minutes and moments between two commits."""
    names = git("diff", "--name-only", "--no-renames", old, *([new] if new else []), "--", GOLDEN, f":!{DIGESTS}")
    for file in names.splitlines():
        found.compare(Path(file).name, _shown(f"{old}:{file}"), _shown(f"{new}:{file}") if new else _written(file))


def _written(file: str) -> str:
    with suppress(FileNotFoundError):
        return (ROOT / file).read_text(encoding="utf-8")
    return ""


# ---- a commit that says that it only rewords ----


def decisions(digests: str) -> list[tuple[str, str]]:
    """The digests of what was decided, with where: ``12 draw: decided 1a2b3c, read …``."""
    found = []
    for line in digests.splitlines():
        place, _, rest = line.partition(": ")
        found += [(place, each) for each in rest.split(", ") if each.startswith(DIGESTED)]
    return found


def moved(commit: str) -> list[str]:
    """The places in the scenes at which a commit moved a decision."""
    found: list[str] = []
    for file in git("diff-tree", "-r", "--no-commit-id", "--name-only", commit, "--", DIGESTS).splitlines():
        before, after = (decisions(_shown(f"{each}:{file}")) for each in (f"{commit}^", commit))
        differ = next((now or was for was, now in zip_longest(before, after) if was != now), None)
        if differ is not None:
            found.append(f"{Path(file).stem} {differ[0]}")
    return found


def _shown(what: str) -> str:
    with suppress(subprocess.CalledProcessError):
        return git("show", what)
    return ""


def broken_words(commits: Iterable[str]) -> Iterator[str]:
    """The commits that say they only reword, and moved a decision."""
    for line in commits:
        commit, _, subject = line.partition(" ")
        if subject.startswith(REWORDS) and (places := moved(commit)):
            yield f"{commit[:8]} “{subject}” moved decisions, first at: {', '.join(places)}"


# ---- the commands ----


def check_words(commits: str) -> int:
    """Say which commits break their word."""
    lines = git("log", "--no-merges", "--format=%H %s", commits).splitlines()
    broken = [*broken_words(lines)]
    print(*broken or ["Every commit that only rewords left the decisions as they were."], sep="\n")
    return bool(broken)


def main(old: str = "HEAD", new: str = WORKING_TREE) -> None:
    """Print what became of the goldens."""
    scenes, texts = Found(), Found()
    compare_scenes(old, new, scenes_that_differ(old, new), scenes)
    print("The scenes of same_play:", *scenes.report(), sep="\n")
    compare_files(old, new, texts)
    print("The transcripts, minutes and moments:", *texts.report(), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["words"]:
        sys.exit(check_words(sys.argv[2]))
    main(*sys.argv[1:])
