"""Random games that files declare keep to what every game keeps to."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.game import AnyGame
from rules.games.declared.views import understood
from rules.kit.position import typed
from tests.faults.rounds import many
from tests.play import Play
from tests.rules import test_conformance as suite
from tests.rules.games.declared.random_files import random_file

STEPS = 60
PROPERTIES: tuple[Callable[..., None], ...] = (
    suite.test_all_that_is_offered_can_be_done,
    suite.test_offers_are_told_apart_and_are_not_made_twice,
    suite.test_the_log_gives_back_the_campaign,
    suite.test_an_undone_action_leaves_no_trace,
    suite.test_the_channel_reads_sentences_without_masks_or_holes,
    suite.test_a_picture_has_words_for_everybody,
    suite.test_facts_are_told_apart_and_name_what_they_are,
    suite.test_a_referee_is_told_nothing_of_a_sides,
    suite.test_a_comparison_tells_what_differs_and_nothing_else,
    suite.test_a_corrected_value_reads_back,
)


def declared(seed: int) -> AnyGame:
    """A random game. Raises ``DataError`` if its file is refused."""
    return Catalog(()).declared(DataFile("random.toml", random_file(seed))).game


@pytest.fixture(params=range(many(6, 200)))
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """It is played in short; what was played is not kept for the next game."""
    monkeypatch.setattr(suite, "random_play", partial(suite.random_play, steps=STEPS))
    monkeypatch.setattr(suite, "KEPT", {})
    yield declared(request.param)


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda each: each.__name__)
def test_a_random_game_keeps_to_it(game: AnyGame, holds: Callable[[AnyGame, int], None]) -> None:
    holds(game, 0)
