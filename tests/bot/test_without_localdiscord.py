"""The production image: the bot without the local Discord and without the tests."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the Dockerfile copies."""
    copy = tmp_path_factory.mktemp("image")
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"localdiscord", "tests"} <= set(left_out)
    ignored = shutil.ignore_patterns(*(each.removeprefix("**/") for each in left_out), ".*")
    shutil.copytree(ROOT, copy, ignore=ignored, dirs_exist_ok=True)
    assert not (copy / "localdiscord").exists()
    return copy


@pytest.mark.parametrize("words", [("local",), ("script", "README.md")])
def test_a_command_that_needs_it_says_so(image: Path, words: tuple[str, ...]) -> None:
    # -P, -E and -S keep the source checkout out of the path; the libraries are put back
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    code = f"import sys; sys.path[:0] = [{str(image)!r}, {libraries!r}]; from bot.cli.command_line import main; main()"
    command = [sys.executable, "-S", "-P", "-E", "-c", code, *words]
    done = subprocess.run(command, cwd=image, capture_output=True, text=True, check=False)
    sentence = f"The local Discord is not part of this installation: run `adjutant {words[0]}` from a source checkout."
    assert (done.returncode, done.stdout, done.stderr.strip()) == (1, "", sentence)


def test_the_wheel_is_built_without_it(image: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "--quiet", "-w"]
    subprocess.run([*command, str(tmp_path)], cwd=image, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packages = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist() if ".dist-info" not in name}
    assert packages == {"adjutant_bot.py", "bot", "rules", "data"}
