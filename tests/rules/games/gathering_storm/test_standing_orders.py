"""Orders of a power: its events and surplus on a condition, and what it declares in a crisis, which nobody can tell."""

import re
from typing import Any

import pytest

from rules.campaign.features.sealed_questions.asking import AnswerSealed
from rules.campaign.features.sealed_questions.kept import Questions
from rules.campaign.questions.orders import GiveOrder
from rules.errors import NotThere
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS
from rules.games.gathering_storm.standing_orders import OPTIONS, QUESTION, conditions, deeds
from rules.games.gathering_storm.state import Progress
from rules.notice import Public
from rules.order import Order
from rules.seat import Seat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

ARMY = "A larger army is approved"
OVERTURE = "A Balkan overture"
NOBODY = 99


def order(play: Storm, power: Seat, **fields: Any) -> None:
    """A power gives an order."""
    play.do(USERS[power], GiveOrder(**fields))


def announce(play: Storm, by: Seat = BRITAIN) -> str:
    """A crisis is announced; what the channel reads."""
    play.at(play.data.phases.crises)
    return public(play.do(USERS[by], "put_question", question=QUESTION, options="; ".join(OPTIONS)))


class TestEvents:
    def test_one_is_played_in_the_phase_that_was_ordered(self) -> None:
        play = Storm()
        play.deal("larger-army")
        order(play, GERMANY, when="phase Research", do=ARMY)
        play.at("Economy")
        play.all_agree = True
        assert ARMY in public(play.do(USERS[BRITAIN], "next_phase"))

    def test_what_is_chosen_is_chosen_ahead(self) -> None:
        play = Storm()
        play.deal("balkan-overture")
        known = deeds(play.data, play.state, ITALY)
        assert [name for name in known if name.startswith(OVERTURE)] == [
            f"{OVERTURE}: {target}" for target in ("Albania", "Bulgaria", "Greece", "Turkey", "Yugoslavia")
        ]
        order(play, ITALY, when="at_once", do=f"{OVERTURE}: Greece")
        play.at("Diplomacy: random events")
        play.all_agree = True
        play.do(USERS[BRITAIN], "next_phase")
        assert play.diplomacy("Greece") == {ITALY: 1}

    def test_one_that_left_the_hand_is_not_played_and_stays_unknown(self) -> None:
        play = Storm()
        play.deal("larger-army")
        order(play, GERMANY, when="phase Research", do=ARMY, lasts=True)
        play.set(held={})
        play.at("Economy")
        play.all_agree = True
        play.do(USERS[BRITAIN], "next_phase")
        assert not play.state.played


def test_a_surplus_goes_where_it_was_ordered() -> None:
    play = Storm()
    play.set(research={"Axis air range": Progress(before=2), "Axis jets": Progress(before=1)})
    order(play, GERMANY, when="at_once", do="surplus: Axis jets")
    play.at("Research")
    play.set(research={**play.state.research, "Axis air range": Progress(before=2, surplus=2)})
    play.do(USERS[BRITAIN], "enter_world", climate=1)
    assert (play.progress("Axis air range").surplus, play.progress("Axis jets").now) == (0, 2)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"when": "nonsense", "do": ARMY}, "no such condition"),
        ({"when": "at_once", "do": "Nonsense"}, "no event of that name"),
        ({"when": "crisis_announced", "do": ARMY}, "only whether you show secret support"),
        ({"when": "at_once", "do": "show_mine"}, "only when a crisis is announced"),
    ],
)
def test_an_order_that_could_never_be_followed_is_refused(fields: dict[str, str], said: str) -> None:
    play = Storm(crisis_support="by_orders")
    play.deal("larger-army")
    with pytest.raises(NotThere, match=said):
        order(play, GERMANY, **fields)


def test_there_are_not_more_than_a_menu_holds() -> None:
    assert len(conditions(Storm(crisis_support="by_orders").data)) <= 25


class TestCrises:
    """By the ruling ``crisis_support``."""

    def test_each_is_asked_unless_the_table_ruled_so(self) -> None:
        play = Storm()
        announce(play)
        (question,) = play.campaign.of(Questions).open
        assert question.answers == {}
        with pytest.raises(NotThere, match="no such condition"):
            order(play, GERMANY, when="crisis_announced", do="show_mine")

    def test_with_orders_a_crisis_opens_at_once_and_none_means_no(self) -> None:
        play = Storm(crisis_support="by_orders")
        order(play, GERMANY, when="crisis_announced", do="show_mine")
        told = announce(play)
        assert not play.campaign.of(Questions).open
        assert [f"{power} answered **{OPTIONS[power == GERMANY]}**." in told for power in POWERS] == [True] * 5
        assert "stay secret" not in told, "nothing is left to open"

    def test_who_decides_by_hand_is_asked_and_the_others_stay_sealed(self) -> None:
        play = Storm(crisis_support="by_orders")
        order(play, FRANCE, when="crisis_announced", do="by_hand")
        told = announce(play)
        (question,) = play.campaign.of(Questions).open
        assert {*POWERS} - {*question.answers} == {FRANCE}
        assert not any(f"**{option}**" in told for option in OPTIONS)
        number = question.number
        assert "Britain answered" in public(play.do(USERS[FRANCE], "answer_question", to=number, answer=OPTIONS[1]))

    def test_another_question_is_not_answered_by_orders(self) -> None:
        play = Storm(crisis_support="by_orders")
        play.at(play.data.phases.crises)
        play.do(USERS[BRITAIN], "put_question", question="Play Sunday?", options="yes; no")
        assert play.campaign.of(Questions).open[0].answers == {}

    @pytest.mark.parametrize(
        "orders", [(("crisis_announced", "show_none"),), (("at_once", ARMY), ("crisis_announced", "show_none"))]
    )
    def test_nobody_can_tell_an_order_from_none(self, orders: tuple[tuple[str, str], ...]) -> None:
        """The opponent and a stranger: what they read, can do and count."""
        plain, ordered = Storm(crisis_support="by_orders"), Storm(crisis_support="by_orders")
        for play in (plain, ordered):
            play.deal("larger-army")
            for when, do in orders if play is ordered else ():
                order(play, GERMANY, when="phase Economy" if when == "at_once" else when, do=do)
        for play in (plain, ordered):
            play.clock = ordered.clock
            announce(play)
        for user in (USERS[BRITAIN], USERS[ITALY], NOBODY):
            assert seen(plain, user) == seen(ordered, user)

    def test_what_is_shown_is_sealed_with_a_salt_of_its_own(self) -> None:
        play = Storm(crisis_support="by_orders")
        announce(play)
        sealed = [each for entry in play.log for each in entry.events if isinstance(each, AnswerSealed)]
        assert len({each.seal for each in sealed}) == len(POWERS)


def seen(play: Storm, user: int) -> tuple[Any, ...]:
    """All that somebody else reads, and can do."""
    told = ([each for each in play.campaign.tell(entry) if isinstance(each, Public)] for entry in play.log)
    shown = [[re.sub(r"\b[0-9a-f]{20,}\b", "", str(each)) for each in entry] for entry in told]
    offers = [(each.label, each.command, each.key) for each in play.campaign.offers(user)]
    return [each for each in shown if each], offers, play.campaign.actions


class TestWhatCanBeOrdered:
    def test_a_condition_holds_in_its_own_phase(self) -> None:
        play = Storm(crisis_support="by_orders")
        play.at("Research")
        held = {name for name, each in conditions(play.data).items() if each.holds(play.data, play.state)}
        assert held == {"at_once", "phase Research"}

    @pytest.mark.parametrize(("answer", "declares"), [("asked", False), ("by_orders", True)])
    def test_a_crisis_is_declared_by_order_only_under_the_ruling(self, answer: str, *, declares: bool) -> None:
        play = Storm(crisis_support=answer)
        play.deal("larger-army")
        found = play.game.orderable(play.state, GERMANY)
        assert found is not None
        words = {ARMY: f"play {ARMY}"}
        if declares:
            words |= {
                "show_mine": "show my secret support, and play it",
                "show_none": "show no secret support",
                "by_hand": "ask me: I decide by hand",
            }
        assert {name: str(each) for name, each in found.deeds().items()} == words
        assert [*found.conditions()] == [*conditions(play.data)]
        assert str(found.otherwise) == ("Without an order you show no support in a crisis." if declares else "None")
        assert found.passive == {"show_none", "by_hand"}
        assert play.game.orderable(play.state, Seat("Referee")) is None

    @pytest.mark.parametrize(("count", "is_orderable"), [(1, True), (8, True), (9, False)])
    def test_a_card_with_more_than_eight_choices_is_played_by_hand(self, count: int, *, is_orderable: bool) -> None:
        targets = Storm().data.countries[:count]
        part = {"kind": "flexible diplomacy", "power": "Italy", "targets": [*targets], "amount": 1}
        play = Storm.printing("balkan-overture", part)
        play.deal("balkan-overture")
        found = deeds(play.data, play.state, ITALY)
        assert [*found] == ([f"{OVERTURE}: {each}" for each in targets] if is_orderable else [])

    @pytest.mark.parametrize(
        ("orders", "declared"),
        [
            ((), OPTIONS[0]),
            ((Order(do=ARMY, when="at_once"),), OPTIONS[0]),
            ((Order(do=ARMY, when="at_once"), Order(do="show_mine", when="crisis_announced")), OPTIONS[1]),
            ((Order(do="show_mine", when="crisis_announced"), Order(do=ARMY, when="phase Crises")), OPTIONS[1]),
            ((Order(do="show_none", when="crisis_announced"),), OPTIONS[0]),
            (tuple(Order(do=each, when="crisis_announced") for each in ("show_mine", "show_none")), OPTIONS[1]),
            ((Order(do="by_hand", when="crisis_announced"),), None),
        ],
    )
    def test_what_is_declared_by_orders(self, orders: tuple[Order, ...], declared: str | None) -> None:
        by_orders, asked = Storm(crisis_support="by_orders"), Storm()
        assert by_orders.game.declared(orders) == declared
        assert asked.game.declared(orders) is None

    @pytest.mark.parametrize(
        ("surplus", "project", "phase", "moved"),
        [
            ({"Axis air range": 3}, Progress(before=1), "Research", ("Axis air range", 3)),
            ({"Axis air range": 3}, Progress(before=8, maximum=10), "Research", ("Axis air range", 2)),
            ({"Axis air range": 3}, Progress(before=10, maximum=10), "Research", None),
            ({"Axis air range": 3}, Progress(before=1), "Construction", None),
            ({"Axis jets": 3}, Progress(before=1, surplus=3), "Research", None),
            ({"Axis torpedoes": 2}, Progress(before=1), "Research", None),
            ({"Axis torpedoes": 2, "Axis radar": 1}, Progress(before=1), "Research", ("Axis radar", 1)),
            ({}, Progress(before=1), "Research", None),
        ],
    )
    def test_as_much_surplus_is_moved_as_there_is_and_fits(
        self, surplus: dict[str, int], project: Progress, phase: str, moved: tuple[str, int] | None
    ) -> None:
        play = Storm()
        others = {key: Progress(before=3, surplus=number) for key, number in surplus.items()}
        play.set(research={**others, "Axis jets": project})
        play.at(phase)
        command = deeds(play.data, play.state, ITALY)["surplus: Axis jets"].command
        if moved is None:
            assert command is None
        else:
            found = command.model_dump(include={"power", "source", "project", "points"}) if command else {}
            assert found == {"power": "Italy", "source": moved[0], "project": "Axis jets", "points": moved[1]}

    @pytest.mark.parametrize("lasts", [True, False])
    def test_which_orders_are_spent_when_they_are_followed(self, *, lasts: bool) -> None:
        play = Storm()
        play.deal("larger-army")
        play.set(research={"Axis air range": Progress(before=3, surplus=1), "Axis jets": Progress(before=1)})
        play.at("Research")
        army, surplus = Order(do=ARMY, lasts=lasts), Order(do="surplus: Axis jets", when="phase Economy", lasts=lasts)
        assert [spent for _, spent in play.game.ordered(play.state, GERMANY, (army, surplus))] == [army]
        surplus = surplus.replace(when="phase Research")
        done = [spent for _, spent in play.game.ordered(play.state, GERMANY, (army, surplus))]
        assert done == [army, None if lasts else surplus]
        assert not [*play.game.ordered(play.state, BRITAIN, (army, surplus))]
