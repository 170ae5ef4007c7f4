"""From phase to phase and turn to turn: what is due, discarded or forced, and what expires."""

import pytest

from rules.errors import NotNow
from rules.games.gathering_storm.diplomacy import CountersShown
from rules.games.gathering_storm.numbers import numbered
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Aggression, CivilWar, Counter, CounterKind, Held, Progress
from rules.notice import Kind
from rules.seat import SideSeat
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm

HALF_A_CARD = numbered("Britain", 3, "Half", [{"kind": "ancillary support", "power": "Britain", "amount": 1}])


class TestPhases:
    def test_the_phases_in_order_and_then_the_next_turn(self) -> None:
        play = Storm()
        names = [play.data.phase(play.state).name]
        while play.state.turn == 1:
            play.do(5, "next_turn")
            names.append(play.data.phase(play.state).name)
        assert names == [*(phase.name for phase in play.data.phases.order if not phase.passed_over), "Random events"]
        play.refused("Draw the events of turn 2 first", 1, "next_turn")

    def test_a_phase_that_is_passed_over_is_reached_by_its_name(self) -> None:
        play = Storm()
        (name,) = [phase.name for phase in play.data.phases.order if phase.passed_over]
        play.do(1, "next_phase", to=name)
        assert play.data.phase(play.state).name == name

    def test_a_duty_stops_on_the_way_and_changes_nothing(self) -> None:
        play = Storm().put("dobruja")
        play.refused("must first support", 3, "next_phase", to="Crises")

    @pytest.mark.parametrize("card", ["academy-mobilized", "tank-commission"])
    def test_a_phase_says_nothing_of_an_unseen_event(self, card: str) -> None:
        """Whether it is due or not: its hand says so, and nobody gets a message by which the others know."""
        play = Storm().deal(card)
        told = play.do(1, "next_phase", to="Research")
        assert "Russia" not in public(told)
        assert secret(told, RUSSIA) == ""

    def test_an_additional_event_is_discarded_as_its_phase_ends(self) -> None:
        """9.13."""
        play = Storm().deal("owners-and-ministers", "prices-hold", "larger-army").at("Economy")
        play.play("prices-hold")
        notices = play.do(1, "next_turn")
        told = public(notices)
        assert "Discarded unplayed: **Factory owners meet the ministers** (Germany)." in told
        rules = [each.kind for each in notices if "9.13: a power plays at least one event each turn." in str(each)]
        assert rules == [Kind.RULE]
        assert [held.card for held in play.state.held[GERMANY]] == ["larger-army"]
        play.refused("no event of that name", 1, "play", marker="owners-and-ministers")

    def test_an_only_event_takes_effect_as_its_phase_ends(self) -> None:
        play = Storm().deal("owners-and-ministers").at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Only event, so played: **Factory owners meet the ministers** (Germany)" in told
        assert "Germany's factory conversion cost: **-2**" in told
        assert "only_event_unplayed" in told

    def test_an_only_event_with_a_choice_waits_face_up(self) -> None:
        play = Storm().deal("reservists-called").at("Construction")
        assert "Face up until played: **Reservists are called up** (France)." in public(play.do(1, "next_turn"))
        assert play.state.held[FRANCE] == (Held(card="reservists-called", is_shown=True, is_overdue=True),)
        play.do(1, "next_turn")
        play.play("reservists-called", unit="infantry")
        play = Storm().deal("reservists-called").at("Construction")
        play.do(1, "next_turn")
        told = public(play.end_turn())
        assert "Discarded unplayed" in told

    def test_one_that_waits_is_told_where_another_is_played(self) -> None:
        play = Storm().deal("second-bureau").deal("academy-mobilized").at("Research")
        told = public(play.do(1, "next_turn"))
        for said, card in (("Face up until played", "second-bureau"), ("Only event, so played", "academy-mobilized")):
            assert f"{said}: **{play.data.title(card)}**" in told

    def test_ruling_only_event_unplayed(self) -> None:
        play = Storm(only_event_unplayed="it_is_discarded").deal("owners-and-ministers").at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Discarded unplayed: **Factory owners" in told
        assert "Discarded unplayed" in told
        assert play.state.held[GERMANY] == ()

    def test_what_runs_ends_with_the_turn_and_what_lasts_stays(self) -> None:
        play = Storm()
        play.world(aggressions=(Aggression(target="Austria", power=GERMANY, value=1, turn=0, conquered=0),))
        play.put("pacifist-elected")
        play.at("Diplomacy: random events").deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        play.end_turn()
        assert (play.support(BRITAIN), play.diplomacy("Greece"), play.state.played) == (0, {}, ())
        assert (play.state.civil_war("Greece").counters, play.eai) == (1, 1)
        assert play.state.counters == ()


class TestUndo:
    """A phase or a turn belongs to the whole table: any player can undo that it ended."""

    @pytest.mark.parametrize("other", [USERS[ITALY], USERS[RUSSIA]])
    def test_any_player_can_undo_a_phase(self, other: int) -> None:
        play = Storm()
        before = play.state
        play.do(USERS[FRANCE], "next_phase")
        play.do(other, "undo")
        assert play.state.phase == before.phase == 0

    def test_any_player_can_undo_a_turn(self) -> None:
        play = Storm()
        for _ in range(10):
            play.do(USERS[FRANCE], "next_turn")
        assert play.state.turn == 2
        play.do(USERS[BRITAIN], "undo")
        assert (play.state.turn, play.state.phase) == (1, 10)

    def test_what_another_player_did_unseen_is_theirs_alone_to_undo(self) -> None:
        play = Storm()
        play.do(USERS[BRITAIN], "record", power="Britain", project="Allied jets", steps=3)
        with pytest.raises(NotNow, match="nothing to undo"):
            play.do(USERS[FRANCE], "undo")
        play.do(USERS[BRITAIN], "undo")
        assert not play.campaign.requests
        assert not play.state.research


class TestWhatIsTold:
    @pytest.mark.parametrize("kind", ["diplomatic", "anti-Comintern"])
    def test_counters_are_turned_up_if_any_has_a_value(self, kind: CounterKind) -> None:
        play = Storm().set(counters=(Counter(power=GERMANY, target="Rumania", value=0, kind=kind, phase=4),))
        play.at("Diplomacy: random events")
        told = public(play.do(1, "next_turn"))
        shown = [each.counters for each in play.log[-1].events if isinstance(each, CountersShown)]
        assert shown == ([((GERMANY, "Rumania", 0),)] if kind == "diplomatic" else [])
        assert ("Rumania" in told) == (kind == "diplomatic")
        play.do(1, "next_turn")
        assert not [each for each in play.log[-1].events if isinstance(each, CountersShown)], "once a turn"

    def test_the_counters_that_are_turned_up_are_those_with_a_value(self) -> None:
        play = Storm()
        placed = ((GERMANY, "Austria", 2, "diplomatic"), (GERMANY, "Rumania", 0, "anti-Comintern"),
                  (ITALY, "Turkey", 3, "diplomatic"))  # fmt: skip
        play.set(counters=tuple(Counter(power=p, target=t, value=v, kind=k, phase=4) for p, t, v, k in placed))
        play.world(conquered={"Austria": RUSSIA}).at("Diplomacy: random events")
        told = public(play.do(1, "next_turn"))
        assert "Germany's counter in Austria is worth 2." in told
        assert "Turkey: Axis **+3** (Italy)" in told
        assert "Rumania" not in told


class TestClosing:
    """9.13."""

    @pytest.mark.parametrize(
        ("phase", "cards", "played", "said"),
        [
            ("Economy", ("owners-and-ministers",), (), "Only event, so played: **Factory owners meet the ministers**"),
            ("Random events", ("owners-and-ministers",), (), ""),
            ("Economy", ("larger-army",), (), ""),
            ("Construction", ("reservists-called",), (), "Face up until played: **Reservists are called up**"),
            ("Economy", ("owners-and-ministers", "larger-army"), (), "Discarded unplayed: **Factory owners"),
            ("Economy", ("owners-and-ministers",), ("larger-army",), "Discarded unplayed: **Factory owners"),
            ("Construction", ("reservists-called",), ("strikes-in-france",), "Discarded unplayed: **Reservists"),
            ("Crises", ("larger-army",), (), "Only event, so played: **A larger army"),
            ("Crises", ("larger-army",), ("prices-hold",), "Discarded unplayed: **A larger army"),
            ("Crises", ("reservists-called",), (), "Discarded unplayed: **Reservists"),
            ("Crises", (numbered("Germany", 3),), (), "Discarded unplayed: **Card 3**"),
        ],
    )
    def test_what_becomes_of_an_event_that_was_not_played(
        self, phase: str, cards: tuple[str, ...], played: tuple[str, ...], said: str
    ) -> None:
        play = Storm()
        for card in played:
            play.put(card)
        play.deal(*cards).at(phase)
        told = public(play.do(1, "next_turn"))
        assert ("unplayed" in told or "Only event" in told or "Face up" in told) == bool(said)
        assert said in told
        is_by_ruling = len(cards) == 1 and not played and bool(said)
        assert ("only_event_unplayed" in told) == is_by_ruling, "what is said of the ruling"

    @pytest.mark.parametrize(
        ("cards", "played", "forced"),
        [
            (("pacifist-elected",), (), True),
            (("pacifist-elected", "tariffs-in-parliament"), (), False),
            (("pacifist-elected",), ("foreign-office-at-work",), False),
            (("reader-of-axis-mail",), (), False),
            ((numbered("Britain", 3),), (), False),
            ((HALF_A_CARD,), (), False),
        ],
    )
    def test_held_back_until_the_last_phase_begins_and_not_before_it(
        self, cards: tuple[str, ...], played: tuple[str, ...], *, forced: bool
    ) -> None:
        play = Storm(held_back="until_the_last_phase_begins")
        for card in played:
            play.put(card)
        play.set(held={BRITAIN: tuple(Held(card=card, is_shown=False) for card in cards)})
        told = public(play.do(1, "next_phase", to="Diplomacy: subversion"))
        assert "Only event, so played" not in told
        told = public(play.do(1, "next_phase"))
        assert ("Only event, so played: **A pacifist" in told) == forced
        assert ("Discarded unplayed" in told) == (played != ()), "it need not be played any more"

    @pytest.mark.parametrize("power", [ITALY, FRANCE, RUSSIA])
    @pytest.mark.parametrize(
        ("answer", "phase", "count", "has_played", "is_printed", "owes"),
        [
            ("its_player_chooses", "Crises", 2, False, False, True),
            ("its_player_chooses", "Crises", 3, False, False, True),
            ("its_player_chooses", "Crises", 1, False, False, False),
            ("its_player_chooses", "Crises", 2, True, False, False),
            ("its_player_chooses", "Crises", 2, False, True, False),
            ("its_player_chooses", "Diplomacy: subversion", 2, False, False, False),
            ("the_last_dealt", "Crises", 2, False, False, False),
        ],
    )
    def test_who_must_choose_which_of_several_it_plays(
        self, power: SideSeat, answer: str, phase: str, count: int, has_played: bool, is_printed: bool, owes: bool
    ) -> None:
        play = Storm(several_left=answer)
        cards = {ITALY: ("talk-of-empire", "bomber-prophets", "model-for-brazil"),
                 FRANCE: ("general-staff-review", "italian-dockyards", "strikes-in-france"),
                 RUSSIA: ("tank-commission", "comrades-in-greece", "academy-mobilized")}[power]  # fmt: skip
        play.deal(*cards[:count])
        if has_played:
            play.put(cards[2])
        if is_printed:
            play.set(printed=dict.fromkeys(("general", *POWERS), 9))
        play.at(phase)
        assert play.game.awaited(play.state) == ({power} if owes else frozenset())
        by_default = play.game.default(play.state, power)
        assert (by_default is not None) == owes
        if by_default is not None:
            play.refused(f"{power} must choose one of its events and play it", 1, "next_turn")
            play.do(USERS[power], by_default)
            assert [each.card for each in play.state.played] == [cards[0]], "the first that it was dealt"
        play.do(1, "next_turn")


def test_a_new_turn_clears_the_table_and_keeps_all_else() -> None:
    play = Storm()
    play.do(1, "enter_aggression", power="Italy", target="Albania", value=2)
    play.set(
        phase=10,
        seen=frozenset({"larger-army", "dobruja"}),
        held={GERMANY: (Held(card="prices-hold", is_shown=False),)},
        general=numbered("general", 3),
        assigned=frozenset({"Axis"}),
        counters=(Counter(power=GERMANY, target="Spain", value=1, phase=4),),
        is_waived=True,
        civil={"Spain": CivilWar(events=2, counters=1)},
        learnt={"Germany#3": numbered("Germany", 3, "Ours", [{"kind": "support", "power": "Germany", "amount": 1}])},
        research={
            "Axis jets": Progress(before=3, now=2, advanced=1, doubled=2, gifts=2, surplus=1, results=1, maximum=9),
            "Axis radar": Progress(before=4, surplus=2),
            "Allied jets": Progress(results=1, is_revealed=True),
        },
    )
    play.put("dobruja")
    play.put("larger-army")
    before = play.state
    play.do(1, "next_turn")
    assert play.state == before.replace(
        turn=2,
        phase=0,
        has_drawn=False,
        held={},
        general="",
        played=(),
        assigned=frozenset(),
        counters=(),
        is_waived=False,
        research={
            "Axis jets": Progress(before=5, gifts=3, results=1, maximum=9),
            "Axis radar": Progress(before=4),
            "Allied jets": Progress(results=1, is_revealed=True),
        },
    )


def test_a_button_that_ended_one_phase_ends_no_other() -> None:
    play = Storm()
    keys, labels = [], []
    for turn in (1, 2):
        for place in range(len(play.data.phases.order)):
            play.set(turn=turn, phase=place)
            (offer,) = [each for each in play.campaign.offers(1) if each.command.type in ("next_phase", "next_turn")]
            keys.append(offer.key)
            labels.append(str(offer.label))
    assert len({*keys}) == len(keys)
    names = [f"Next: {phase.name}" for phase in play.data.phases.order[1:]]
    names[names.index("Next: Diplomacy: chosen countries")] = "Next: Diplomacy: subversion"
    assert labels == [*names, "Next turn"] * 2
    play.set(has_drawn=False)
    assert not [each for each in play.campaign.offers(1) if each.command.type in ("next_phase", "next_turn")]


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        (("italian-agents", "balkan-overture"), ""),
        (("italian-agents", "talk-of-empire"), "talk-of-empire"),
        (("talk-of-empire", "italian-agents"), "talk-of-empire"),
    ],
)
def test_nobody_must_choose_among_events_dealt_after_their_phase(cards: tuple[str, ...], plays: str) -> None:
    """None of them can be played any more, and the turn would never end."""
    play = Storm(several_left="its_player_chooses").deal(*cards).at("Crises")
    by_default = play.game.default(play.state, ITALY)
    assert (play.game.awaited(play.state), by_default is None) == ({ITALY} if plays else frozenset(), not plays)
    if by_default is not None:
        play.do(USERS[ITALY], by_default)
        assert [each.card for each in play.state.played] == [plays]
    play.do(1, "next_turn")
    assert play.state.turn == 2


def test_a_turn_with_nothing_in_effect_ends_without_a_list() -> None:
    play = Storm().at("Crises")
    assert "is over" not in public(play.do(1, "next_turn"))
