"""Runs the tests of the page's modules in Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HERE = Path(__file__).parent
PAGE = HERE.parents[3] / "localdiscord" / "web" / "static"
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed: the page's own tests did not run")
@pytest.mark.parametrize("test", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name)
def test_module(test: Path, tmp_path: Path) -> None:
    assert NODE is not None
    # beside the modules, and declared as modules, as a browser takes them
    shutil.copytree(PAGE, tmp_path, dirs_exist_ok=True)
    shutil.copy(test, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run = subprocess.run(
        [NODE, "--test", "--test-reporter=spec", test.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert run.returncode == 0, run.stdout + run.stderr
