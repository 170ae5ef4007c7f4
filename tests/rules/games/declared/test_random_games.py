"""Random games that files declare keep to what every game keeps to."""

from collections.abc import Callable, Iterator

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.command import Offer
from rules.game import AnyGame
from tests.faults.rounds import many
from tests.play import Play
from tests.rules import test_conformance as suite
from tests.rules.games.declared.random_files import random_file
from tests.rules.kit import test_position as positions

STEPS = 60
KEPT_TO: tuple[Callable[[AnyGame, int], None], ...] = (
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
    positions.test_a_position_taken_over_is_written_the_same,
    positions.test_nothing_is_done_by_a_position,
)
long_play = suite.random_play


def short_play(
    game: AnyGame, seed: int, steps: int = STEPS, *, all_agree: bool = False
) -> Iterator[tuple[Play, Offer]]:
    return long_play(game, seed, min(steps, STEPS), all_agree=all_agree)


@pytest.mark.parametrize("seed", range(many(3, 200)))
def test_a_random_game_keeps_to_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is not kept for the next game."""
    game = Catalog(()).declared(DataFile("random.toml", random_file(seed))).game
    monkeypatch.setattr(suite, "KEPT", {})
    for each in (suite, positions):
        monkeypatch.setattr(each, "random_play", short_play)
    for holds in KEPT_TO:
        holds(game, seed % 7)
    for told in game.data.understood():
        assert str(told)
