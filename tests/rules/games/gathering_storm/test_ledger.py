"""The ledger follows from a state and is added up once for each."""

from collections.abc import Iterator

import pytest

from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.effects.base import Account, Change, EffectContext
from rules.games.gathering_storm.effects.support import SupportByClimate
from rules.games.gathering_storm.ledger import Contribution, lasting_parts, ledger
from rules.games.gathering_storm.powers import BRITAIN, GERMANY
from rules.games.gathering_storm.state import State
from rules.notice import Kind, Notice
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
    play = Storm().put("tariffs-in-parliament").world(climate=-2)
    for _ in range(3):
        assert play.support(BRITAIN) == 2
        assert [*play.campaign.offers(1), *play.game.status(play.state), *play.game.ledger(play.state)]
        assert (ledger(play.data, play.state).eai, len(ledger(play.data, play.state).effects)) == (0, 1)
    assert evaluated == [play.state]


def test_it_is_added_up_again_for_a_new_state_or_ruling(evaluated: list[State]) -> None:
    play = Storm().put("tariffs-in-parliament").world(climate=-2)
    assert play.support(BRITAIN) == 2
    play.world(climate=1)
    assert play.support(BRITAIN) == -1
    changed = play.game.with_ruling("empty_pile", "shuffled_again")
    assert [each.change.amount for each in ledger(changed.data, play.state).contributions] == [-1]
    assert len(evaluated) == 3


def test_it_is_no_part_of_the_state() -> None:
    plain, added = Storm(), Storm()
    for play in (plain, added):
        play.put("tariffs-in-parliament")
    assert ledger(added.data, added.state).eai == 0
    assert added.state._memo
    assert added.state == plain.state
    assert added.state.model_dump() == plain.state.model_dump()
    assert not added.state.replace(turn=2)._memo


def test_what_the_eai_counts_stands_once_in_the_data() -> None:
    """Changed there, it is changed in the sum and in the sentence."""
    data = storm().data
    play = Storm.of(GatheringStorm(data.replace(eai=data.eai.replace(pact=2, best_climate=-3))))
    play.world(has_pact=True, climate=3)
    told = "\n".join(str(cause) for _, cause in lasting_parts(play.data, play.state))
    assert ledger(play.data, play.state).eai == 2 - 3
    assert told == "EAI +2: Nazi-Soviet Pact\nEAI -3: Economic Climate at its best"


def test_one_cards_gifts_to_two_countries_are_told_apart() -> None:
    def given(amount: int, target: str) -> Contribution:
        return Contribution("a-card", "diplomacy", Change(Account.DIPLOMACY, amount, BRITAIN, target=target))

    assert given(1, "Turkey").key != given(1, "Spain").key
    assert given(1, "Turkey").key == given(2, "Turkey").key


def told_of(notices: tuple[Notice, ...]) -> list[str]:
    """What changed, with its headings; what is behind “Why?” is in brackets."""
    kept = ("Until the turn ends", "Changed", "As the turn ended")
    return [f"({each})" if each.kind is Kind.RULE else f"{each.section}: {each}"
            for each in notices if str(each.section) in kept]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            "vienna-demands",
            [
                "Until the turn ends: Diplomacy in Austria: **+2** for Germany from Vienna's demands",
                "Until the turn ends: Germany's support: **+1** from Vienna's demands",
                "(EAI: **+1** from Vienna's demands)",
                "Changed: EAI: 0 → **+1** in total",
            ],
        ),
        ("mutiny-in-libya", ["Until the turn ends: Italy's support: **-1** from Mutiny in Libya"]),
        ("light-alloys", []),
    ],
)
def test_what_an_event_gives_is_told_as_it_comes_into_effect(card: str, said: list[str]) -> None:
    play = Storm()
    title = play.data.title(card)
    found = told_of(play.turn_up(card))
    assert [line.replace(title, "it") for line in found] == [
        line.replace("Vienna's demands", "it").replace("Mutiny in Libya", "it") for line in said
    ]


def test_what_takes_effect_only_as_the_turn_ends_is_told_so() -> None:
    play = Storm().deal("pacifist-elected").deal("larger-army").at("Crises")
    assert told_of(play.do(1, "next_turn")) == [
        "As the turn ended: Germany's support: **-3** from A larger army is approved",
        "As the turn ended: Britain's support: **-1** from A pacifist takes the by-election",
    ]


def test_that_no_tiles_are_drawn_is_told_as_the_turn_ends() -> None:
    play = Storm().deal("strikes-in-france").at("Crises")
    assert told_of(play.do(1, "next_turn")) == [
        "As the turn ended: France's income tiles: **none** (Strikes shut the French works)"
    ]


def test_under_the_ruling_a_part_waits_for_its_own_phase() -> None:
    parts = (
        {"kind": "income", "power": "Britain", "amount": 1},
        {"kind": "diplomacy", "power": "Britain", "target": "Hungary", "amount": 1},
    )
    play = Storm.printing("envoy-to-budapest", *parts, mixed_events="each_part_in_its_own_phase")
    play.put("envoy-to-budapest")
    for phase, income, hungary in (("Economy", 1, {}), ("Crises", 1, {BRITAIN: 1})):
        play.at(phase)
        assert (play.given(Account.INCOME, BRITAIN), play.diplomacy("Hungary")) == (income, hungary)


@pytest.mark.parametrize(
    ("kind", "account", "total"),
    [
        ("support", Account.SUPPORT, -1),
        ("income", Account.INCOME, -1),
        ("tile draw", Account.TILES, 0),
        ("factory conversion", Account.CONVERSION, 0),
    ],
)
def test_tiles_and_costs_stop_at_zero_but_support_can_go_below(kind: str, account: Account, total: int) -> None:
    play = Storm.printing("prices-hold", {"kind": kind, "power": "Germany", "amount": -2})
    play.do(1, "enter_power", power="Germany", support=1, income=1, tiles=1, conversion=1)
    play.put("prices-hold")
    assert play.total(GERMANY, account) == total


def test_what_an_event_gives_no_more_is_told_with_what_it_gave() -> None:
    play = Storm().at("Diplomacy: random events").put("envoy-to-budapest")
    assert told_of(play.do(1, "enter_conquest", country="Hungary", by="Germany")) == [
        "Changed: Diplomacy in Hungary: +1 → **0** for Britain from An envoy to Budapest",
        "Until the turn ends: Britain's support: **+1** from An envoy to Budapest, instead of diplomacy in Hungary",
    ]
