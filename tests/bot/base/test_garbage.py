"""What is loaded is not gone through again and again; circles among what comes new are still found."""

import gc
import weakref

from bot.base.garbage import SELDOM, spare_what_stays


class Circle:
    """A value that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_new_circles_are_found_beside_loaded_objects() -> None:
    gc.set_threshold(700, 10, 10)
    kept, before = [[each] for each in range(1000)], gc.get_freeze_count()
    spare_what_stays()
    assert gc.get_freeze_count() >= before + len(kept)
    assert gc.get_threshold() == SELDOM
    gone = weakref.ref(Circle())
    for _ in range(SELDOM[0] + 1000):
        kept.append([])
    assert gone() is None
