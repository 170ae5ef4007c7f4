"""The difference of goldens is told by what it means, and a commit that only rewords moves no decision."""

from pathlib import Path

import pytest

from tests import golden_diff
from tests.golden_diff import (
    WORKING_TREE,
    Found,
    broken_words,
    check_words,
    compare_files,
    compare_sections,
    core,
    moved_digests,
    sections,
)
from tests.goldens import check

BEFORE = """\
== 1 draw: done
["Allies", {"is": "Drawn", "cards": [3, 4]}]
== 1 draw: told
all [board ] The Germans draw 2 cards.
all [next ] Allies next.
== 2 draw: told
all [board ] The Allies draw 2 cards.
== 1 draw: done
["Allies", {"is": "Drawn", "cards": [9]}]
"""


def reported(before: str, after: str) -> str:
    found = Found()
    compare_sections("marne", sections(before), sections(after), found)
    return "\n".join(found.report())


def test_a_sentence_that_changed_everywhere_is_told_once() -> None:
    assert reported(BEFORE, BEFORE.replace("draw 2 cards.", "have drawn 2 cards.")) == (
        "0 decisions changed.\n"
        "2 lines read otherwise, in 1 ways:\n"
        "  “draw” became “have drawn” in 2 places, first in marne 1 draw, told"
    )
    found = reported(BEFORE, BEFORE.replace("draw 2", "now draw 2"))
    assert "“Germans draw” became “Germans now draw” once, first in marne 1 draw, told" in found


def test_a_changed_decision_is_told_first() -> None:
    said = reported(BEFORE, BEFORE.replace("[9]", "[8]")).splitlines()
    assert said[:2] == ["1 decisions changed:", '  marne 1 draw, done: “"cards": [9]}]” became “"cards": [8]}]”']


def test_new_and_removed_goldens_are_told() -> None:
    without = BEFORE.replace("all [next ] Allies next.\n", "")
    assert "“all [next ] Allies next.” is gone once" in reported(BEFORE, without)
    assert "“all [next ] Allies next.” is new once" in reported(without, BEFORE)
    assert reported(BEFORE, BEFORE) == "0 decisions changed.\n0 lines read otherwise, in 0 ways."


def test_words_at_both_ends_that_are_the_same_are_left_out() -> None:
    assert core("a b c d e", "a b x d e") == ("c", "x")
    assert core("a a", "a a a") == ("a", "a a")
    assert core("a b c", "a c") == ("a b c", "a c")


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of its own with one scene."""
    monkeypatch.setattr(golden_diff, "ROOT", tmp_path)
    golden_diff.git("init", "--quiet")
    for name in ("user.name", "user.email"):
        golden_diff.git("config", name, "x")
    commit(tmp_path, "Begin", "1 draw: decided aaaaaa, read aaaaaa\n")
    return tmp_path


def commit(folder: Path, subject: str, digests: str) -> str:
    file = folder / golden_diff.DIGESTS / "marne.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(digests, encoding="utf-8")
    golden_diff.git("add", ".")
    golden_diff.git("commit", "--quiet", "--message", subject)
    return golden_diff.git("log", "-1", "--format=%H %s").strip()


def test_a_commit_that_rewords_may_move_words(history: Path) -> None:
    line = commit(history, "Reword a draw", "1 draw: decided aaaaaa, read bbbbbb\n")
    assert [*broken_words([line])] == []
    assert check_words("HEAD~1..HEAD") == 0


@pytest.mark.parametrize(
    "digests",
    [
        "1 draw: decided bbbbbb, read aaaaaa\n",
        "1 draw: decided aaaaaa, read aaaaaa\n2 draw: decided cccccc, read cccccc\n",
        "",
    ],
)
def test_rewording_moves_no_decision(digests: str, history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = commit(history, "Reword a draw", digests)
    (said,) = broken_words([line])
    assert "“Reword a draw” moved decisions, first at: marne" in said
    assert check_words("HEAD~1..HEAD") == 1
    assert "moved decisions" in capsys.readouterr().out
    assert [*broken_words([line.replace("Reword a", "Change the")])] == []


MINUTES = """\
1. Anna: draw
  The Allies draw.
    played
    · phase: 1 → 2
"""


def test_files_are_told_in_the_same_way(history: Path) -> None:
    file = history / golden_diff.GOLDEN / "tables" / "x.txt"
    file.parent.mkdir(parents=True)
    file.write_text(MINUTES, encoding="utf-8")
    commit(history, "Keep minutes", "1 draw: decided aaaaaa, read aaaaaa\n")
    file.write_text(MINUTES.replace("Allies draw", "Allies drew").replace("→ 2", "→ 3"), encoding="utf-8")
    found = Found()
    compare_files("HEAD", WORKING_TREE, found)
    assert [*found.report()] == [
        "1 decisions changed:",
        "  x.txt, 1. Anna: draw: “· phase: 1 → 2” became “· phase: 1 → 3”",
        "1 lines read otherwise, in 1 ways:",
        "  “draw.” became “drew.” once, first in x.txt, 1. Anna: draw",
    ]


def test_a_golden_that_fails_tells_what_became_of_it(tmp_path: Path) -> None:
    golden = tmp_path / "x.txt"
    golden.write_text(MINUTES, encoding="utf-8")
    check(golden, MINUTES)
    with pytest.raises(AssertionError, match="“played” became “drawn”") as failure:
        check(golden, MINUTES.replace("played", "drawn").replace("Allies", "Germans"))
    assert "“Allies” became “Germans” once, first in x.txt, 1. Anna: draw" in str(failure.value)
    with pytest.raises(AssertionError, match="is new"):
        check(tmp_path / "new.txt", MINUTES)


def test_digests_tell_where_a_decision_moved_first(history: Path) -> None:
    before = "1 draw: decided aaaaaa, read aaaaaa\n2 keep: decided aaaaaa, read aaaaaa\n"
    assert [*moved_digests("marne", before, before.replace("read a", "read b"))] == [
        "marne: 2 entries differ; no decision moved"
    ]
    told = [*moved_digests("marne", before, before.replace("keep: decided a", "keep: decided b"))]
    assert told == ["marne: 1 entries differ; the first decision that moved: 2 keep: decided baaaaa, read aaaaaa"]
    assert history.exists()
