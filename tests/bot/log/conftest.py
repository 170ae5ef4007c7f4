"""Records are checked with the program's own dice."""

import pytest


@pytest.fixture(autouse=True)
def _fair(fair_dice: None) -> None:
    """The program's own dice."""
