"""Orders of a power: its events and surplus on a condition, and what it declares in a crisis, which nobody can tell."""

import re
from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.questions.plans import GiveOrder, tell_plan
from rules.campaign.questions.questions import AnswerSealed
from rules.errors import NotThere
from rules.games.gathering_storm.crises import OPTIONS, QUESTION
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS
from rules.games.gathering_storm.standing_orders import conditions, deeds
from rules.games.gathering_storm.state import Progress
from rules.notice import Public
from rules.seat import Seat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.gathering_storm.test_printed_deck import printed

ARMY = "A larger army is approved"
OVERTURE = "A Balkan overture"
NOBODY = 99
NONE = ("crisis_announced", "show_none")


def order(play: Storm, power: Seat, **fields: Any) -> None:
    """A power gives an order."""
    play.do(USERS[power], GiveOrder(**fields))


def announce(play: Storm, by: Seat = BRITAIN) -> str:
    """A crisis is announced; what the channel reads."""
    play.at(play.data.phases.crises)
    return public(play.do(USERS[by], "put_question", question=QUESTION, options="; ".join(OPTIONS)))


class TestEvents:
    @pytest.mark.parametrize("lasts", [False, True])
    def test_one_is_played_in_the_entry_that_raises_the_eai_so_far(self, *, lasts: bool) -> None:
        play = Storm(crisis_support="by_orders")
        play.deal("larger-army")
        order(play, GERMANY, when="crisis_announced", do="show_none")
        order(play, GERMANY, when="EAI 2", do=ARMY, lasts=lasts)
        assert ARMY not in public(play.do(USERS[BRITAIN], "enter_world", climate=-3)), "the EAI is 1"
        assert not play.state.played
        told = public(play.do(USERS[BRITAIN], "enter_pact", in_force=True, germany=0, russia=0))
        assert play.eai == 2
        assert f"Germany plays **{ARMY}**" in told
        assert [each.do for each in play.campaign.plans[GERMANY].orders] == ["show_none"], "an event is played once"

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
        play.at("Diplomacy: Axis second placement")
        play.all_agree = True
        play.do(USERS[BRITAIN], "next_phase")
        assert play.diplomacy("Greece") == {ITALY: 1}

    def test_one_that_left_the_hand_is_not_played_and_stays_unknown(self) -> None:
        play = Storm()
        play.deal("larger-army")
        order(play, GERMANY, when="EAI 1", do=ARMY, lasts=True)
        play.set(held={})
        play.do(USERS[BRITAIN], "enter_pact", in_force=True, germany=0, russia=0)
        assert not play.state.played


def test_a_surplus_goes_where_it_was_ordered() -> None:
    play = Storm()
    play.set(research={"Axis air range": Progress(before=2), "Axis jets": Progress(before=1)})
    order(play, GERMANY, when="at_once", do="surplus: Axis jets")
    play.at("Research")
    play.set(research={**play.state.research, "Axis air range": Progress(before=2, surplus=2)})
    play.do(USERS[BRITAIN], "enter_world", climate=1)
    assert (play.progress("Axis air range").surplus, play.progress("Axis jets").now) == (0, 2)


def test_a_surplus_can_be_ordered_in_every_turn() -> None:
    play = Storm()
    play.set(research={"Axis air range": Progress(before=2, surplus=1), "Axis jets": Progress(before=1)})
    order(play, GERMANY, when="at_once", do="surplus: Axis jets", lasts=True)
    play.at("Research")
    for moved in (1, 2):
        play.set(research={**play.state.research, "Axis air range": Progress(before=2, surplus=1)})
        play.do(USERS[BRITAIN], "enter_world", climate=moved, reason="counted again")
        assert play.progress("Axis jets").now == moved
    assert [each.do for each in play.campaign.plans[GERMANY].orders] == ["surplus: Axis jets"]


def test_what_can_be_ordered_is_what_the_power_holds_and_has_recorded() -> None:
    play = Storm()
    assert deeds(play.data, play.state, GERMANY) == {}
    play.deal("larger-army")
    play.set(research={"Axis jets": Progress(before=1), "Allied jets": Progress(before=1)})
    assert {*deeds(play.data, play.state, GERMANY)} == {ARMY, "surplus: Axis jets"}
    assert {*deeds(play.data, play.state, ITALY)} == {"surplus: Axis jets"}
    assert {*deeds(play.data, play.state, BRITAIN)} == {"surplus: Allied jets"}


def test_a_card_that_asks_for_several_things_or_for_words_cannot_be_ordered() -> None:
    play = Storm()
    play.deal("italian-agents")
    play.deal("ship-made-ready", "reservists-called")
    assert deeds(play.data, play.state, ITALY) == deeds(play.data, play.state, FRANCE) == {}


def test_a_card_of_which_nothing_was_entered_cannot_be_ordered() -> None:
    play = printed()
    assert play.state.held[GERMANY]
    assert deeds(play.data, play.state, GERMANY) == {}


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
        (question,) = play.campaign.questions
        assert question.answers == {}
        with pytest.raises(NotThere, match="no such condition"):
            order(play, GERMANY, when="crisis_announced", do="show_mine")

    def test_by_orders_it_is_opened_as_it_is_announced_and_none_is_no_support(self) -> None:
        play = Storm(crisis_support="by_orders")
        order(play, GERMANY, when="crisis_announced", do="show_mine")
        told = announce(play)
        assert not play.campaign.questions
        assert [f"{power} answered **{OPTIONS[power == GERMANY]}**." in told for power in POWERS] == [True] * 5
        assert "stay secret" not in told, "nothing is left to open"

    def test_who_decides_by_hand_is_asked_and_the_others_stay_sealed(self) -> None:
        play = Storm(crisis_support="by_orders")
        order(play, FRANCE, when="crisis_announced", do="by_hand")
        told = announce(play)
        (question,) = play.campaign.questions
        assert {*POWERS} - {*question.answers} == {FRANCE}
        assert not any(f"**{option}**" in told for option in OPTIONS)
        number = play.campaign.number(question.seq)
        assert "Britain answered" in public(play.do(USERS[FRANCE], "answer_question", to=number, answer=OPTIONS[1]))

    def test_who_wants_to_be_asked_again_once_another_has_played_an_event_is_asked(self) -> None:
        play = Storm(crisis_support="by_orders")
        order(play, GERMANY, when="crisis_announced", do="show_mine")
        plan = play.campaign.plans[GERMANY].replace(asks_again=True)
        play.campaign = replace(play.campaign, plans={GERMANY: plan})
        play.deal("talk-of-empire")
        play.play("talk-of-empire")
        announce(play)
        (question,) = play.campaign.questions
        assert {*POWERS} - {*question.answers} == {GERMANY}

    def test_another_question_is_not_answered_by_orders(self) -> None:
        play = Storm(crisis_support="by_orders")
        play.at(play.data.phases.crises)
        play.do(USERS[BRITAIN], "put_question", question="Play Sunday?", options="yes; no")
        assert play.campaign.questions[0].answers == {}

    @pytest.mark.parametrize(
        "orders", [(("crisis_announced", "show_none"),), (("at_once", ARMY), ("crisis_announced", "show_none"))]
    )
    def test_nobody_can_tell_an_order_from_none(self, orders: tuple[tuple[str, str], ...]) -> None:
        """The opponent and a stranger: what they read, can do and count."""
        plain, ordered = Storm(crisis_support="by_orders"), Storm(crisis_support="by_orders")
        for play in (plain, ordered):
            play.deal("larger-army")
            for when, do in orders if play is ordered else ():
                order(play, GERMANY, when="EAI 8" if when == "at_once" else when, do=do)
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


def test_a_power_reads_what_it_declares_without_an_order_only_where_it_is_not_asked() -> None:
    assert [*tell_plan(Storm().campaign, GERMANY)] == []
    play = Storm(crisis_support="by_orders")
    assert [str(each) for each in tell_plan(play.campaign, GERMANY)] == [
        "Without an order you show no support in a crisis."
    ]


def seen(play: Storm, user: int) -> tuple[Any, ...]:
    """All that somebody else reads, and can do."""
    told = ([each for each in play.campaign.tell(entry) if isinstance(each, Public)] for entry in play.log)
    shown = [[re.sub(r"\b[0-9a-f]{20,}\b", "", str(each)) for each in entry] for entry in told]
    offers = [(each.label, each.command, each.key) for each in play.campaign.offers(user)]
    return [each for each in shown if each], offers, play.campaign.actions
