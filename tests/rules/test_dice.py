"""Sealed dice and dice rolled on the table."""

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import rules.dice
from rules.dice import (
    MOST_DICE,
    PhysicalDice,
    RecordedDice,
    Roll,
    SealedDice,
    heads,
    leads_to,
    read_die,
    read_faces,
    recheck,
    seal,
)
from rules.errors import DiceWanted, NotNow, OtherDice, WrongDice
from tests.faults.rounds import many
from tests.games import SEED
from tests.loaded import true_dice


@pytest.fixture(autouse=True)
def fair() -> Iterator[None]:
    """The program's own dice."""
    with true_dice():
        yield


def keyed(key: bytes, text: str) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, text.encode(), sha256).digest()


def by_hand(seed: bytes, index: int, sides: int, press: int, is_secret: bool) -> int:
    """A die worked out by the published description alone, without the code under test."""
    key = keyed(seed, "draws" if is_secret else f"chain {index // 1024}")
    if not is_secret:
        for _ in range(1023 - index % 1024):
            key = sha256(key).digest()
    block = 0
    while True:
        for byte in keyed(key, f"{press}\n\n{index}\n{block}"):
            if byte < (256 // sides) * sides:
                return byte % sides + 1
        block += 1


seeds = st.binary(min_size=32, max_size=32)
indexes = st.integers(0, rules.dice.MOST_DICE - 1)


@given(seeds, indexes, st.integers(1, 256), st.integers(0, 2**63), st.booleans())
def test_a_die_is_what_the_description_says(seed: bytes, index: int, sides: int, press: int, is_secret: bool) -> None:
    expected = by_hand(seed, index, sides, press, is_secret)
    assert rules.dice.die(seed, index, sides, press, is_secret=is_secret) == expected


@pytest.mark.parametrize("sides", [6, 10, 200])
def test_the_first_byte_that_is_too_high_is_rejected_too(sides: int) -> None:
    """It comes once in 256 bytes, and would favour the face 1."""
    indexes = range(many(1000, 3000))
    assert [rules.dice.die(SEED, index, sides, 7) for index in indexes] == [
        by_hand(SEED, index, sides, 7, is_secret=False) for index in indexes
    ]


@pytest.mark.parametrize("is_secret", [False, True])
def test_six_sides_fall_evenly(is_secret: bool) -> None:
    number = many(60_000, 10_000_000)
    faces = [rules.dice.die(SEED, n % MOST_DICE, 6, n, is_secret=is_secret) for n in range(number)]
    assert uneven(Counter(faces), 6) < 20.5  # five degrees of freedom: one in a thousand
    assert uneven(Counter(pairwise(faces)), 36) < 66.6  # 35 degrees of freedom


def uneven(found: Counter[Any], cells: int) -> float:
    """Chi square of what was found in so many cells that should hold the same."""
    expected = found.total() / cells
    return (cells - len(found)) * expected + sum((each - expected) ** 2 / expected for each in found.values())


def test_no_die_has_more_sides_than_a_byte() -> None:
    with pytest.raises(ValueError, match="257"):
        rules.dice.die(SEED, 0, 257)


class TestNobodyKnowsThemBefore:
    def test_the_press_changes_every_die(self) -> None:
        """Whoever has the seed and the code, but not the presses, foretells no more dice than luck does; with the
        presses they foretell them all.
        """
        number = many(60_000, 1_000_000)
        rolled = [rules.dice.die(SEED, n % MOST_DICE, 6, n + 2**60) for n in range(number)]
        foretold = [rules.dice.die(SEED, n % MOST_DICE, 6, n + 2**60 + number) for n in range(number)]
        hits = sum(one == other for one, other in zip(rolled, foretold, strict=True))
        assert abs(hits - number / 6) < 4 * (number * 5 / 36) ** 0.5
        by_the_page = [by_hand(SEED, n, 6, n + 2**60, is_secret=False) for n in range(900)]
        assert rolled[:900] == by_the_page

    @given(seeds, indexes, indexes)
    @settings(max_examples=30)
    def test_a_key_leads_to_those_before_it_and_to_the_head(self, seed: bytes, index: int, other: int) -> None:
        key, head = rules.dice.key(seed, index), bytes.fromhex(heads(seed)[index // 1024])
        assert leads_to(key, index, head, None)
        earlier = index // 1024 * 1024 + other % (index % 1024 + 1)
        assert leads_to(key, index, rules.dice.key(seed, earlier), earlier)
        assert not leads_to(sha256(b"forged").digest(), index, head, None)

    def test_secret_draws_are_not_read_from_the_keys_that_are_told(self) -> None:
        assert rules.dice.secret_key(SEED) not in {rules.dice.key(SEED, index) for index in range(3 * 1024)}
        dice = SealedDice(SEED, press=9)
        dice.pick(1, range(6), secretly=True)
        dice.roll(1, 6)
        secret, shown = dice.rolls
        assert (secret.is_secret, secret.is_open, shown.is_secret, shown.is_open) == (True, False, False, True)
        told = [read_die(rules.dice.key(SEED, index), 0, 200, press) for index in range(9) for press in range(99)]
        assert Counter(told).most_common(1)[0][1] < 20

    def test_after_the_last_key_there_are_no_dice_but_secret_ones(self) -> None:
        assert SealedDice(SEED, first=MOST_DICE - 2).roll(2, 6).indexes[-1] == MOST_DICE - 1
        with pytest.raises(NotNow, match="65536"):
            SealedDice(SEED, first=MOST_DICE - 2).roll(3, 6)
        assert SealedDice(SEED, first=MOST_DICE).pick(2, "ab", secretly=True)

    def test_the_heads_are_published_as_one_number(self) -> None:
        assert seal(SEED) == sha256("\n".join(heads(SEED)).encode()).hexdigest()
        assert len({*heads(SEED)}) == 65
        assert heads(SEED)[-1] == sha256(SEED).hexdigest()


def test_rolls_go_on_where_the_last_one_ended() -> None:
    dice = SealedDice(SEED, first=7)
    first, second = dice.roll(3, 6), dice.roll(2, 6)
    assert (first.first, second.first) == (7, 10)
    assert dice.rolls == (first, second)
    assert first.faces + second.faces == SealedDice(SEED, first=7).roll(5, 6).faces


def test_a_pick_takes_each_thing_once() -> None:
    cup = ["a", "b", "c", "d"]
    picked = SealedDice(SEED).pick(10, cup)
    assert sorted(picked) == cup
    dice = SealedDice(SEED)
    dice.pick(3, cup)
    assert [roll.sides for roll in dice.rolls] == [4, 3, 2]


def test_every_order_of_a_pick_is_equally_likely() -> None:
    orders = Counter(SealedDice(SEED, first=4 * n).pick(3, "abc") for n in range(6_000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_roll_tells_where_it_fell() -> None:
    assert str(Roll(sides=6, faces=(4, 3, 6), first=12)) == "3d6 → 4 + 3 + 6 = **13**"
    assert str(Roll(sides=6, faces=(4,))) == "1d6 → **4** (rolled on the table)"
    assert [str(roll) for roll in recheck(SEED, [Roll(sides=6, faces=(4,))])] == []


def test_no_roll_shows_a_face_that_is_not_on_the_die() -> None:
    with pytest.raises(ValidationError):
        Roll(sides=6, faces=(7,))


class TestDiceOnTheTable:
    def test_faces_are_taken_in_order_and_marked(self) -> None:
        dice = PhysicalDice((4, 3, 6, 2), SealedDice(SEED))
        assert dice.roll(3, 6).faces == (4, 3, 6)
        assert dice.roll(1, 6).by_hand
        dice.check_all_used()

    @pytest.mark.parametrize(("faces", "said"), [((), "give their faces"), ((4, 3), "you gave 2")])
    def test_too_few_are_asked_for(self, faces: tuple[int, ...], said: str) -> None:
        with pytest.raises(DiceWanted, match=f"3d6.*{said}") as refusal:
            PhysicalDice(faces, SealedDice(SEED)).roll(3, 6)
        assert refusal.value.wanted == ("3d6",)

    def test_a_missing_later_roll_is_named_with_the_earlier(self) -> None:
        dice = PhysicalDice((4, 3, 6), SealedDice(SEED))
        dice.roll(3, 6)
        with pytest.raises(DiceWanted, match="3d6 then 1d6"):
            dice.roll(1, 6)

    def test_too_many_are_refused(self) -> None:
        dice = PhysicalDice((4, 3, 6, 1), SealedDice(SEED))
        dice.roll(3, 6)
        with pytest.raises(WrongDice, match=r"needs 3d6. Number of dice entered: 4"):
            dice.check_all_used()
        more = PhysicalDice((4, 3, 6, 1, 2), SealedDice(SEED))
        more.roll(3, 6)
        more.roll(1, 6)
        with pytest.raises(WrongDice, match=r"needs 3d6 then 1d6. Number of dice entered: 5"):
            more.check_all_used()

    @pytest.mark.parametrize("face", [0, 7])
    def test_impossible_faces_are_refused(self, face: int) -> None:
        with pytest.raises(WrongDice, match=f"6 sides cannot show {face}"):
            PhysicalDice((face,), SealedDice(SEED)).roll(1, 6)

    def test_a_blind_pick_stays_sealed(self) -> None:
        dice = PhysicalDice((4,), SealedDice(SEED, first=3))
        dice.roll(1, 6)
        dice.pick(1, "abc")
        dice.pick(2, "abc", secretly=True)
        assert [roll.first for roll in dice.rolls] == [None, 3, 4, 5]
        assert [roll.is_open for roll in dice.rolls] == [False, True, False, False]


@pytest.mark.parametrize("text", ["4 3 6", "4,3,6", "4+3+6", " 4  3, 6 "])
def test_faces_are_read_as_people_write_them(text: str) -> None:
    assert read_faces(text) == (4, 3, 6)


@pytest.mark.parametrize("text", ["four", "4 x", "-1", "4.5", "٤", "9999"])
def test_other_texts_are_no_dice(text: str) -> None:
    with pytest.raises(WrongDice):
        read_faces(text)


def test_a_recheck_finds_the_roll_that_was_changed() -> None:
    dice = SealedDice(SEED)
    right, wrong = dice.roll(3, 6), dice.roll(1, 6)
    changed = wrong.replace(faces=(wrong.total % 6 + 1,))
    assert recheck(SEED, [right, wrong, Roll(sides=6, faces=(1,))]) == ()
    assert recheck(SEED, [right, changed]) == (changed,)
    drawn = dice.roll(1, 6, secretly=True)
    other = drawn.replace(faces=(drawn.total % 6 + 1,))
    assert recheck(SEED, [drawn, other]) == (other,), "a secret draw is checked too"


class TestManyThings:
    """More than 256 things in a cup: several dice are the digits of a number."""

    def test_up_to_256_things_take_the_dice_that_they_always_took(self) -> None:
        dice = SealedDice(SEED)
        dice.pick(3, range(256))
        assert [(roll.sides, len(roll.faces)) for roll in dice.rolls] == [(256, 1), (255, 1), (254, 1)]

    def test_257_things_take_two_dice_each_until_256_are_left(self) -> None:
        dice = SealedDice(SEED)
        picked = dice.pick(257, range(257))
        assert sorted(picked) == [*range(257)]
        assert [len(roll.faces) for roll in dice.rolls][-256:] == [1] * 256
        assert recheck(SEED, dice.rolls) == ()

    def test_a_pick_is_what_the_description_says(self) -> None:
        for first in range(0, 400, 2):
            dice = SealedDice(SEED, first=first)
            (picked,) = dice.pick(1, range(1000))
            high, low = (each - 1 for each in dice.rolls[-1].faces)
            assert high * 256 + low < 65_000
            assert picked == (high * 256 + low) % 1000

    def test_the_first_number_that_is_too_high_is_rolled_again_too(self) -> None:
        """Of 300 things 218 times as many are below 65,400, the number of 256 and 121."""
        for fallen, taken in (([(256, 120)], 299), ([(256, 121), (1, 6)], 5)):
            dice = RecordedDice([Roll(sides=256, faces=each) for each in fallen], SealedDice(SEED))
            assert dice.pick(1, range(300)) == (taken,)
            dice.check_all_used()


def test_the_first_die_of_a_campaign_is_number_0() -> None:
    roll = SealedDice(SEED).roll(2, 6)
    assert roll.first == 0
    assert roll.faces == (rules.dice.die(SEED, 0, 6), rules.dice.die(SEED, 1, 6))


def test_a_face_has_at_most_three_figures() -> None:
    assert read_faces("100 999") == (100, 999)
    with pytest.raises(WrongDice):
        read_faces("1000")


def test_dice_are_shown_as_they_lie_on_the_table() -> None:
    assert Roll(sides=6, faces=(1, 6, 4)).glyphs == "⚀⚅⚃"
    assert Roll(sides=10, faces=(1, 10)).glyphs == "1 + 10"
    assert Roll(sides=3, faces=(1, 3)).glyphs == "1 + 3"


class TestDiceThatFallAgain:
    """The dice of an earlier entry, rolled again as they fell."""

    def test_they_fall_as_they_fell_and_use_none_of_the_sealed_ones(self) -> None:
        sealed = SealedDice(SEED)
        fell, card = sealed.roll(2, 6), sealed.pick(1, "abcdef")
        again = RecordedDice(sealed.rolls, SealedDice(SEED, first=3))
        assert again.roll(2, 6) == fell
        assert again.pick(1, "abcdef") == card
        assert again.rolls == sealed.rolls
        again.check_all_used()

    def test_leftover_dice_fall_again_by_themselves(self) -> None:
        sealed = SealedDice(SEED)
        by_itself = sealed.roll(1, 6)
        by_hand = PhysicalDice((4,), sealed).roll(1, 6)
        again = RecordedDice((by_itself, by_hand), sealed)
        assert again.fall_by_themselves
        again.roll(1, 6)
        assert not again.fall_by_themselves, "the next was entered"
        again.roll(1, 6)
        assert not again.fall_by_themselves, "none is left"
        assert not RecordedDice((), sealed).fall_by_themselves

    def test_other_dice_than_those_are_refused(self) -> None:
        sealed = SealedDice(SEED)
        sealed.roll(2, 6)
        for number, sides in ((1, 6), (2, 8), (3, 6)):
            with pytest.raises(OtherDice):
                RecordedDice(sealed.rolls, sealed).roll(number, sides)
        again = RecordedDice(sealed.rolls, sealed)
        with pytest.raises(OtherDice):
            again.check_all_used()
        again.roll(2, 6)
        with pytest.raises(OtherDice):
            again.roll(2, 6)
        sealed.roll(1, 6)
        again = RecordedDice(sealed.rolls, sealed)
        again.roll(2, 6)
        with pytest.raises(OtherDice):
            again.check_all_used()

    def test_rolls_of_earlier_entries_can_be_counted_among_these(self) -> None:
        before = SealedDice(SEED)
        before.roll(1, 6)
        sealed = SealedDice(SEED, first=1)
        for dice in (sealed, PhysicalDice((), SealedDice(SEED, first=1)), RecordedDice((), sealed)):
            dice.repeat(before.rolls)
            assert dice.rolls == before.rolls
            dice.repeat(before.rolls)
            assert dice.rolls == before.rolls * 2
        assert RecordedDice((), before).salt("a") == before.salt("a")
