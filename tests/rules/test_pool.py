"""Markers and the five symbols."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from pydantic import ValidationError

from rules.errors import NotNow, NotThere, RuleError
from rules.pool import Fate, Marker, Pool, Symbol, Zone, zone_after

KINDS = {"quiet": "$", "cantigny": "@#", "must-return": "@¤", "legion": "£#", "assault": "£¤"}


def marker(kind: str, number: int = 1) -> Marker:
    return Marker(id=f"{kind}-{number}", kind=kind, symbols=frozenset(map(Symbol, KINDS[kind])))


def pool_of(*kinds: str) -> Pool:
    return Pool.of([marker(kind) for kind in kinds]).enter([f"{kind}-1" for kind in kinds])


def place(pool: Pool, kind: str) -> Zone:
    return pool.zones[f"{kind}-1"]


@pytest.mark.parametrize("symbols", ["", "$#", "@£#", "£", "#", "£#¤", "$£#"])
def test_no_marker_shows_other_symbols_than_are_printed(symbols: str) -> None:
    with pytest.raises(ValidationError, match="a marker shows"):
        Marker(id="x", kind="x", symbols=frozenset(map(Symbol, symbols)))


def played(pool: Pool, id_: str, fate: Fate) -> Pool:
    return pool.play(id_, zone_after(pool.markers[id_], fate))


def test_dollar_goes_back_at_once_and_cannot_be_removed() -> None:
    pool = pool_of("quiet").draw(["quiet-1"])
    assert place(pool, "quiet") is Zone.POOL
    for check in (pool.check_remove, pool.check_give_back):
        with pytest.raises(NotThere):
            check("quiet-1")


def test_at_cannot_be_kept_or_returned_and_expires() -> None:
    pool = pool_of("cantigny").draw(["cantigny-1"])
    with pytest.raises(NotNow, match="Only £"):
        pool.check_keep("cantigny-1", 3)
    with pytest.raises(NotNow, match="by itself"):
        pool.check_give_back("cantigny-1")
    assert [each.id for each in pool.expiring] == ["cantigny-1"]
    assert place(pool.give_back("cantigny-1"), "cantigny") is Zone.POOL
    assert pool.kept() == ()
    assert [each.id for each in pool.kept(with_must_occur=True)] == ["cantigny-1"]


def test_at_markers_count_only_by_ruling() -> None:
    pool = pool_of("cantigny", "legion").draw(["cantigny-1", "legion-1"])
    pool.check_keep("legion-1", 1)
    with pytest.raises(NotNow, match="full at 1"):
        pool.check_keep("legion-1", 1, with_must_occur=True)
    pool.check_keep("legion-1", 2, with_must_occur=True)


def test_pound_is_kept_within_the_limit_or_returned() -> None:
    pool = Pool.of([marker("legion", n) for n in (1, 2)]).enter(["legion-1", "legion-2"]).draw(["legion-1", "legion-2"])
    assert pool.undecided == {"legion-1", "legion-2"}
    pool.check_keep("legion-1", 1)
    kept = pool.keep("legion-1")
    assert [each.id for each in kept.kept()] == ["legion-1"]
    with pytest.raises(NotNow, match="full at 1"):
        kept.check_keep("legion-2", 1)
    with pytest.raises(NotNow, match="already kept"):
        kept.check_keep("legion-1", 2)
    kept.check_give_back("legion-2")
    assert kept.give_back("legion-2").at(Zone.POOL) == (marker("legion", 2),)
    assert pool.expiring == ()


@pytest.mark.parametrize(
    ("fate", "ends"),
    [
        (Fate(), Zone.REMOVED),
        (Fate(zone=Zone.TRACK, track="Doctrine"), Zone.TRACK),
        (Fate(zone=Zone.IN_PLAY, at_turn_end=Fate()), Zone.IN_PLAY),
    ],
)
def test_hash_occurs_once_and_never_comes_back(fate: Fate, ends: Zone) -> None:
    pool = played(pool_of("legion").draw(["legion-1"]), "legion-1", fate)
    assert place(pool, "legion") is ends
    expected = "never returns" if ends is Zone.IN_PLAY else "no such marker in hand or in play"
    with pytest.raises(RuleError, match=expected):
        pool.check_give_back("legion-1")
    with pytest.raises(
        RuleError, match="only remove ¤" if ends is Zone.IN_PLAY else "no such marker in hand or in play"
    ):
        pool.check_remove("legion-1")


def test_a_currency_marker_is_returned_or_removed() -> None:
    drawn = pool_of("assault").draw(["assault-1"])
    with pytest.raises(NotNow, match="only after it has been played"):
        drawn.check_remove("assault-1")
    used = played(drawn, "assault-1", Fate())
    assert place(used, "assault") is Zone.IN_PLAY
    used.check_give_back("assault-1")
    assert place(used.give_back("assault-1"), "assault") is Zone.POOL
    used.check_remove("assault-1")
    assert place(used.remove("assault-1"), "assault") is Zone.REMOVED


def test_an_at_marker_with_currency_returns_after_use() -> None:
    drawn = pool_of("must-return").draw(["must-return-1"])
    with pytest.raises(NotNow, match="by itself"):
        drawn.check_give_back("must-return-1")
    played(drawn, "must-return-1", Fate()).check_give_back("must-return-1")


def test_a_pool_takes_only_its_own_markers_in() -> None:
    pool = Pool.of([marker("legion", 1), marker("legion", 2)]).enter(["legion-1", "ghost-1"])
    assert [each.id for each in pool.at(Zone.POOL)] == ["legion-1"]


def test_logged_pool_changes_are_never_refused() -> None:
    """A log of other rules may keep one marker more than the hand holds today."""
    pool = Pool.of([marker("legion", n) for n in (1, 2)]).enter(["legion-1", "legion-2"]).draw(["legion-1", "legion-2"])
    assert len(pool.keep("legion-1").keep("legion-2").kept()) == 2


@pytest.mark.parametrize(
    "changes",
    [{"zones": {}}, {"zones": {"legion-1": "in the pool", "ghost-1": "in hand"}}, {"undecided": {"legion-1"}}],
)
def test_no_marker_is_lost_or_doubled(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        pool_of("legion").replace(**changes)


def test_two_markers_cannot_share_an_id() -> None:
    with pytest.raises(ValueError, match="share an id"):
        Pool.of([marker("legion"), marker("legion")])


@pytest.mark.parametrize(
    "fate",
    [
        {"zone": "in the pool"},
        {"zone": "on a track"},
        {"zone": "removed", "track": "Doctrine"},
        {"zone": "removed", "at_turn_end": {"zone": "removed"}},
        {"zone": "on a track", "track": "Doctrine", "at_turn_end": {"zone": "removed"}},
    ],
)
def test_no_fate_is_nonsense(fate: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Fate.model_validate(fate)


FATES = [Fate(), Fate(zone=Zone.TRACK, track="T"), Fate(zone=Zone.IN_PLAY), Fate(zone=Zone.IN_PLAY, at_turn_end=Fate())]
LIMIT = 3


class RandomPlay(RuleBasedStateMachine):
    """Whatever is tried in whatever order, the symbols hold."""

    @initialize()
    def found(self) -> None:
        self.markers = [marker(kind, number) for kind in KINDS for number in (1, 2, 3)]
        self.pool = Pool.of(self.markers)
        self.turn = 0
        self.gone: set[str] = set()

    def attempt(self, action: str, id_: str, *limit: int) -> None:
        """Do it if the symbols allow it."""
        try:
            getattr(self.pool, f"check_{action}")(id_, *limit)
        except RuleError:
            return
        self.pool = getattr(self.pool, action)(id_)

    @rule()
    def next_turn(self) -> None:
        for each in self.pool.expiring:
            self.pool = self.pool.give_back(each.id)
        self.turn += 1
        self.pool = self.pool.enter([each.id for each in self.markers if each.id.endswith(f"-{self.turn}")])

    @rule(data=st.data())
    def draw(self, data: st.DataObject) -> None:
        ids = [each.id for each in self.pool.at(Zone.POOL)]
        self.pool = self.pool.draw(data.draw(st.lists(st.sampled_from(ids), max_size=3, unique=True)) if ids else [])

    @rule(data=st.data(), fate=st.sampled_from(FATES))
    def play(self, data: st.DataObject, fate: Fate) -> None:
        ids = [each.id for each in self.pool.at(Zone.HAND)]
        if ids:
            self.pool = played(self.pool, data.draw(st.sampled_from(ids)), fate)

    @rule(which=st.integers(0, 14), action=st.sampled_from(["keep", "give_back", "remove"]))
    def file(self, which: int, action: str) -> None:
        self.attempt(action, self.markers[which].id, *([LIMIT] if action == "keep" else []))

    @invariant()
    def every_marker_is_in_exactly_one_place(self) -> None:
        placed = [each.id for where in Zone for each in self.pool.at(where)]
        assert sorted(placed) == sorted(each.id for each in self.markers)

    @invariant()
    def dollar_never_leaves(self) -> None:
        for each in self.markers:
            if each.has(Symbol.GOES_BACK):
                assert self.pool.zones[each.id] in (Zone.NOT_ENTERED, Zone.POOL)

    @invariant()
    def what_left_the_game_never_comes_back(self) -> None:
        removed = {each.id for each in self.pool.at(Zone.REMOVED)}
        assert self.gone <= removed
        self.gone = removed

    @invariant()
    def hash_that_was_played_is_never_in_pool_or_hand(self) -> None:
        tracked = {each.id for each in self.pool.at(Zone.TRACK)}
        assert not tracked & {each.id for each in (*self.pool.at(Zone.POOL), *self.pool.at(Zone.HAND))}

    @invariant()
    def the_hand_limit_holds(self) -> None:
        assert len(self.pool.kept()) <= LIMIT


RandomPlay.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestRandomPlay = RandomPlay.TestCase
