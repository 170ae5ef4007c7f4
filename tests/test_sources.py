"""What parses the sources."""

import ast
import gc
from pathlib import Path

from tests.sources import tree_of

SOURCE = Path(__file__).read_text(encoding="utf-8")


class Parses:
    """Garbage in a circle, whose finalizer parses."""

    def __init__(self) -> None:
        self.circle = self

    def __del__(self) -> None:
        ast.parse("".join(["("] * 40 + ["1"] + [")"] * 40))


def test_garbage_that_parses_disturbs_nobody() -> None:
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(20):
            Parses()
            assert ast.unparse(tree_of(SOURCE)) == ast.unparse(tree_of(SOURCE))
    finally:
        gc.set_threshold(*threshold)
    assert gc.isenabled()


def test_kept_garbage_stays() -> None:
    gc.disable()
    try:
        tree_of(SOURCE)
        assert not gc.isenabled()
    finally:
        gc.enable()
