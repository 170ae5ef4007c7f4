"""Wheels, and an environment of its own into which they are installed."""

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def our_wheel(folder: Path) -> Path:
    """The wheel of this checkout."""
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "--quiet", "-w"]
    subprocess.run([*command, str(folder)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def foreign_wheel(folder: Path, package: str, name: str = "somebody_elses") -> Path:
    """A small wheel of somebody else with one package."""
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    files = {
        f"{package}/__init__.py": "",
        f"{package}/__main__.py": "raise SystemExit('the other program')\n",
        f"{name}-1.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n",
        f"{name}-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{name}-1.0.dist-info/RECORD"
    lines = [f"{file},sha256={_digest(text)},{len(text)}" for file, text in files.items()]
    with zipfile.ZipFile(wheel, "w") as archive:
        for file, text in (files | {record: "\n".join([*lines, f"{record},,"]) + "\n"}).items():
            archive.writestr(file, text)
    return wheel


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


class Place:
    """A virtual environment without any library, beside which nothing else is found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    def install(self, wheel: Path, *options: str) -> None:
        """As `pip install` does, without the libraries."""
        self._pip("install", "--no-deps", "--no-index", "--no-compile", *options, str(wheel))

    def remove(self, name: str) -> None:
        """As `pip uninstall` does."""
        self._pip("uninstall", "--yes", name)

    def adjutant(self, *words: str, **environment: str) -> tuple[int, str]:
        """The code and what was said, in this folder."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADJUTANT_", "PYTHON"))}
        done = subprocess.run(
            [str(self.bin / "adjutant"), *words],
            cwd=self.folder, env=kept | environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, (done.stdout + done.stderr).strip()

    def _pip(self, *words: str) -> None:
        command = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "--quiet", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
