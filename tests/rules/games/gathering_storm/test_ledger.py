"""The ledger follows from a state and is added up once for each."""

from collections.abc import Iterator

import pytest

from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.effects.support import SupportByClimate
from rules.games.gathering_storm.ledger import Contribution, contributions, eai, in_play, lasting_parts
from rules.games.gathering_storm.powers import BRITAIN
from rules.games.gathering_storm.state import State
from tests.rules.games.gathering_storm.harness import Storm, storm


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The states for which “Tariffs divide Parliament” was evaluated."""
    states: list[State] = []
    changes = SupportByClimate.changes

    def counted(effect: SupportByClimate, context: EffectContext) -> Iterator[Change]:
        states.append(context.state)
        return changes(effect, context)

    monkeypatch.setattr(SupportByClimate, "changes", counted)
    return states


def test_it_is_added_up_once_for_a_state(evaluated: list[State]) -> None:
    play = Storm()
    play.put("tariffs-in-parliament")
    play.world(climate=-2)
    for _ in range(3):
        assert play.support(BRITAIN) == 2
        assert [*play.campaign.offers(1), *play.game.status(play.state), *play.game.ledger(play.state)]
        assert (eai(play.data, play.state), len(in_play(play.data, play.state))) == (0, 1)
    assert evaluated == [play.state]


def test_it_is_added_up_anew_for_another_state_and_for_a_changed_ruling(evaluated: list[State]) -> None:
    play = Storm()
    play.put("tariffs-in-parliament")
    play.world(climate=-2)
    assert play.support(BRITAIN) == 2
    play.world(climate=1)
    assert play.support(BRITAIN) == -1
    changed = play.game.with_ruling("empty_pile", "shuffled_again")
    assert [each.change.amount for each in contributions(changed.data, play.state)] == [-1]
    assert len(evaluated) == 3


def test_it_is_no_part_of_the_state() -> None:
    plain, added = Storm(), Storm()
    for play in (plain, added):
        play.put("tariffs-in-parliament")
    assert eai(added.data, added.state) == 0
    assert added.state.memo
    assert added.state == plain.state
    assert added.state.model_dump() == plain.state.model_dump()
    assert not added.state.replace(turn=2).memo


def test_what_the_eai_counts_stands_once_in_the_data() -> None:
    """Changed there, it is changed in the sum and in the sentence."""
    data = storm().data
    play = Storm.of(GatheringStorm(data.replace(eai=data.eai.replace(pact=2, best_climate=-3))))
    play.world(has_pact=True, climate=3)
    told = "\n".join(str(each.cause) for each in lasting_parts(play.data, play.state))
    assert eai(play.data, play.state) == 2 - 3
    assert told == "EAI +2: Nazi-Soviet Pact\nEAI -3: Economic Climate at its best"


def test_what_one_card_gives_to_two_countries_is_told_apart_while_its_amount_changes() -> None:
    def given(amount: int, target: str) -> Contribution:
        return Contribution("a-card", "diplomacy", Change(Account.DIPLOMACY, amount, BRITAIN, target=target))

    assert given(1, "Turkey").key != given(1, "Spain").key
    assert given(1, "Turkey").key == given(2, "Turkey").key
