"""What is counted, and that nothing in it is a name, an id or a secret."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.base.metrics import GAUGES, Counted, Metrics
from bot.cli import app
from tests.bot.harness import Harness
from tests.bot.marne import DRAWN, drawn
from tests.games import SEED

ROOT = Path(__file__).parents[3]
NAMES = {
    "autocompletion", "button", "campaign join", "campaign new", "dice roll", "draw event", "form", "hand", "pool",
    "turn next",
}  # fmt: skip


def numbers(text: str) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_without_metrics_the_library_is_not_even_loaded() -> None:
    code = "import bot.cli.app, sys; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_each_is_counted() -> None:
    counted = Counted()
    counted.took("answer_seconds", 0.004, "dice roll")
    counted.took("answer_seconds", 4, "dice roll")
    counted.count("failures", "bug")
    counted.count("gateway_reconnects")
    counted.count("folds")
    with counted.writing():
        pass
    with pytest.raises(ZeroDivisionError), counted.writing():
        raise ZeroDivisionError
    for number, gauge in enumerate(GAUGES):
        counted.show(gauge, lambda number=number: number)  # type: ignore[misc]
    said = numbers(counted.text().decode())
    assert said['adjutant_answer_seconds_bucket{command="dice roll",le="0.005"}'] == 1
    assert said['adjutant_answer_seconds_bucket{command="dice roll",le="5.0"}'] == 2
    assert said['adjutant_failures_total{how="bug"}'] == 1
    assert (said["adjutant_gateway_reconnects_total"], said["adjutant_folds_total"]) == (1, 1)
    assert said["adjutant_write_seconds_count"] == 1
    assert 0 <= said["adjutant_write_seconds_sum"] < 5, "how long it took, not when it was"
    assert [said[f"adjutant_{gauge}"] for gauge in GAUGES] == [*range(len(GAUGES))]


def test_both_kinds_of_time_are_sorted_into_the_same_steps() -> None:
    """The alarms of a host stand at some of them."""
    counted = Counted()
    counted.took("answer_seconds", 2.5, "dice roll")
    counted.took("write_seconds", 2.5)
    text = counted.text().decode()
    steps = ["0.002", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.0", "3.0", "5.0", "+Inf"]
    for name in ("answer", "write"):
        held = re.findall(rf'^adjutant_{name}_seconds_bucket{{.*le="(.+)"}} (.+)$', text, re.MULTILINE)
        assert held == [(step, "1.0" if place >= steps.index("3.0") else "0.0") for place, step in enumerate(steps)]


def test_two_bots_do_not_count_together() -> None:
    one, other = Counted(), Counted()
    one.count("folds")
    assert numbers(other.text().decode())["adjutant_folds_total"] == 0


def test_nothing_is_counted_unless_somebody_asks() -> None:
    assert {name for name in vars(Metrics) if not name.startswith("_")} <= set(dir(Counted))
    with Metrics().writing():
        Metrics().show("outbox_posts", lambda: 1 / 0)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The metrics of the next bot that is started."""
    shared = Counted()
    monkeypatch.setattr(app, "NO_METRICS", shared)
    return shared


async def test_a_game_leaves_no_trace_but_numbers(counted: Counted, here: Harness) -> None:
    await here.restart()
    await drawn(here)
    await here.anna.press(here.private(here.anna)[-1], "Return what I drew")
    await here.anna.slash(here.marne, "hand")
    await here.bert.slash(here.marne, "dice roll", {"reason": "for-my-secret-plan"})
    await here.carla.slash(here.marne, "turn next")
    await here.anna.autocomplete(here.marne, "event play", focused="marker", value="secret")
    await here.restart()
    await here.carla.slash(here.marne, "pool")
    text = counted.text().decode()
    said = numbers(text)
    assert said['adjutant_answer_seconds_count{command="draw event"}'] == 1
    assert said['adjutant_answer_seconds_count{command="button"}'] == 1
    assert said['adjutant_answer_seconds_count{command="autocompletion"}'] == 1
    assert said['adjutant_failures_total{how="refusal"}'] == 1
    assert said["adjutant_folds_total"] >= 2
    assert said["adjutant_campaigns_in_memory"] == 1
    assert said["adjutant_write_seconds_count"] == 4
    ids = {*here.server.hub.state.users, *here.server.hub.state.channels.by_id, here.server.guild_id}
    secrets = {*DRAWN, SEED.hex(), here.server.token, "anna", "bert", "carla", "marne", "secret"}
    assert [each for each in ids | secrets if each in text] == []
    assert not [name for name in said if re.search(r"\d{10,}", name)]
    assert set(re.findall(r'command="([^"]+)"', text)) <= NAMES
