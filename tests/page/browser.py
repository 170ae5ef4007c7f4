"""Which browser the tests use, and how it is started."""

import os
import shutil

# the shell opens a window in half the time, because it has nothing of a window but the page
KNOWN = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = f"no browser: set ADJUTANT_BROWSER, or install one of {', '.join(KNOWN)}"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def find_browser() -> str | None:
    """The program that `ADJUTANT_BROWSER` names, or the first that is installed."""
    named = os.environ.get("ADJUTANT_BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, KNOWN)), None)
