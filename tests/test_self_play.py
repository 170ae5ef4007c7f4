"""Fields of Despair against itself: the smoke of ``make self-play``, and whether its page is up to date."""

from pathlib import Path

import pytest

from tests.games import fields
from tests.rules.games.fields_of_despair.own_map import mapped
from tests.self_play import campaign as self_play
from tests.self_play.__main__ import main, play_all
from tests.self_play.campaign import Impossible, played
from tests.self_play.page import FIRST, error, first_line, page
from tests.self_play.variants import variants

PAGE = Path(__file__).parent.parent / "docs" / "self-play.md"
EVERY = [*variants(fields().data)]


@pytest.mark.parametrize("variant", EVERY, ids=lambda each: each.name)
def test_a_campaign_ends_whatever_is_ruled(variant: object) -> None:
    assert variant in EVERY
    results = [played(each.rulings, 7, number) for each in EVERY if each == variant for number in range(2)]
    assert all(len(each.totals) == 3 and len(each.front) == 4 for each in results)


def test_the_same_seed_is_the_same_campaign() -> None:
    assert played({}, 3, 5) == played({}, 3, 5)
    assert len({played({}, 3, number).totals for number in range(5)}) == 5
    assert played({}, 3, 5) != played({}, 4, 5)


def test_the_first_campaigns_are_those_of_the_page() -> None:
    """Where this fails, the engine or the stand-ins changed: ``make self-play`` writes the page anew."""
    assert first_line([played({}, 1, number) for number in range(FIRST)]) in PAGE.read_text(encoding="utf-8")


def test_an_impossible_state_names_its_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "MOST_COMMANDS", 20)
    with pytest.raises(Impossible, match=r"campaign 4 of seed 2, after .*: it does not end"):
        played({}, 2, 4)


def test_sps_that_come_from_nowhere_are_noticed() -> None:
    play = self_play.SelfPlay(mapped(), 1, 1)
    play.begun()
    play.state = play.state.replace(total=play.state.total + 1)
    with pytest.raises(Impossible, match="SPs came or went"):
        play.act()


def test_the_page_has_a_row_for_each_ruling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.md"
    main(1, 1, file)
    told = file.read_text(encoding="utf-8")
    assert f"{len(EVERY)} campaigns, " in told
    assert all(f"| {each.name} | " in told for each in EVERY)
    assert told.splitlines()[0] in capsys.readouterr().out


def test_each_way_to_rule_plays_the_same_campaigns() -> None:
    done = play_all(2 * len(EVERY), 1, 2)
    assert {len(results) for results in done.values()} == {2}
    assert page(done, 1).count("± 0.00") > 0


def test_the_error_of_a_mean() -> None:
    assert error([1.0]) == 0
    assert error([0.0, 1.0] * 50) == pytest.approx(0.0985, abs=0.001)
