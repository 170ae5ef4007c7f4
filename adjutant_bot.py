"""The door of an installed Adjutant: it looks whose `bot`, `rules` and `data` these are before it imports any of them.

The distribution is an application and installs packages with everyday names. Beside a package of the same name one of
the two would run the files of the other. This module's own name is the distribution's, so nobody else writes it.
"""

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from pathlib import Path

HERE = Path(__file__).resolve().parent
DISTRIBUTION = "adjutant-bot"
PACKAGES = ("bot", "rules", "localdiscord")
FOLDERS = (*PACKAGES, "data")
REMEDY = (
    "Install Adjutant in a virtual environment of its own, and take it out of here with"
    f" `pip uninstall {DISTRIBUTION}`."
)


def strangers(folder: Path = HERE) -> Iterator[str]:
    """What of another program stands in the place of ours, and what to do, each in a few sentences."""
    for name in PACKAGES:
        found = PathFinder.find_spec(name)
        if found and found.origin and folder not in Path(found.origin).resolve().parents:
            yield f"Python finds another package `{name}` before Adjutant's, {found.origin}. {REMEDY}"
    for each in distributions(path=[str(folder)]):
        theirs = {file.parts[0] for file in each.files or ()}
        names = " and ".join(f"`{name}`" for name in FOLDERS if name in theirs)
        if names and each.name != DISTRIBUTION:
            yield (
                f"The package {each.name} and Adjutant both have files in {names}, so one has overwritten the other's."
                f" {REMEDY} Then install {each.name} again."
            )


def main() -> None:
    """Run the command line, unless another package is in the way."""
    for said in strangers():
        sys.exit(said)
    from bot.__main__ import main

    main()


if __name__ == "__main__":
    main()
