"""``python -m tests.self_play CAMPAIGNS SEED PAGE`` plays so many campaigns in all, prints what they come to, and
writes it to a page if one is named. It fails on the first exception or impossible state, with the campaign's number.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from tests.games import fields
from tests.self_play.campaign import Result, played
from tests.self_play.page import Played, page
from tests.self_play.variants import Variant, variants

CHUNK = 5


def play_all(number: int, seed: int, workers: int) -> Played:
    """So many campaigns in all, the same ones for each way to answer the rulings; at least one of each."""
    every = [*variants(fields().data)]
    each = max(1, number // len(every))
    with ProcessPoolExecutor(workers) as pool:
        return {
            variant: [*pool.map(_played, repeat(variant), repeat(seed), range(each), chunksize=CHUNK)]
            for variant in every
        }


def _played(variant: Variant, seed: int, number: int) -> Result:
    return played(variant.rulings, seed, number)


def main(number: int, seed: int, file: Path | None) -> None:
    """Play, print, write."""
    began = time.monotonic()
    done = play_all(number, seed, os.cpu_count() or 1)
    written = page(done, seed)
    print(written)
    print(f"{sum(map(len, done.values()))} campaigns in {time.monotonic() - began:.0f} s")
    if file is not None:
        file.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    given = [*sys.argv[1:], "400", "1"][:2] if len(sys.argv) < 3 else sys.argv[1:3]
    main(int(given[0]), int(given[1]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
