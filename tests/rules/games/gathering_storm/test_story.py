"""What the story of a campaign tells of Gathering Storm."""

from typing import Any

from rules.campaign.chronicle.report import MOST_WORDS, of_all
from rules.campaign.chronicle.retelling import may_read, retold
from rules.campaign.chronicle.reveal import HELD, count_words
from rules.campaign.chronicle.story import _idle, _Step, story_of
from rules.campaign.life.ending import End
from rules.campaign.questions.plans import GiveOrder, MakePlan
from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.crises import OPTIONS, QUESTION
from rules.games.gathering_storm.log_events.ledger import ContributionChanged
from rules.games.gathering_storm.log_events.placement import CounterPlaced
from rules.games.gathering_storm.log_events.playing import Played
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.standing_orders import deeds
from rules.games.gathering_storm.state import Cause, Counter, Held, Progress
from rules.games.gathering_storm.story import holdings, story
from rules.seat import Seat
from rules.secrets import Hidden
from rules.story import Decision, Gain, Spent
from tests.faults.rounds import many
from tests.play import Play
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm
from tests.rules.games.gathering_storm.test_long_game import STARTER, played_at_random
from tests.rules.test_conformance import seated


def told(play: Play, user: int = USERS[GERMANY], **more: Any) -> list[str]:
    """What the report tells somebody of what the powers did not know."""
    now = play.campaign.when(play.clock)
    seats = may_read(now, user)
    lines = of_all(now, play.log, [*retold(now, play.log, seats)], story_of(now, play.log, seats), **more)
    return [str(each) for each in lines if each.section == HELD]


def held(play: Storm, power: Any) -> list[tuple[str, object, frozenset[Any]]]:
    return [(str(each.name.value), each.about, each.known_to) for each in holdings(play.data, play.state, power)]


def test_a_power_holds_what_lies_face_down_and_everybody_knows_what_lies_face_up() -> None:
    play = Storm()
    card, *_ = (each.id for each in play.data.pile(BRITAIN) if each.secret)
    for shown in (False, True):
        play.set(held={BRITAIN: (Held(card=card, is_shown=shown),)})
        assert held(play, BRITAIN) == [(play.data.title(card), None, frozenset(POWERS) if shown else frozenset())]


def test_a_counter_bears_on_its_country_until_the_counters_are_turned_up() -> None:
    play = Storm()
    play.set(counters=(
        Counter(power=FRANCE, target="Poland", value=3, phase=1),
        Counter(power=GERMANY, target="Poland", value=2, phase=1),
        Counter(power=FRANCE, target="Rumania", value=0, kind="anti-Comintern", phase=1),
    ))  # fmt: skip
    play.at(play.data.phases.order[0].name)
    assert held(play, FRANCE) == [("counter worth 3 in Poland", "Poland", frozenset())]
    play.at(play.data.phases.shown)
    assert held(play, FRANCE) == []


def test_a_result_is_its_sides_told_once_and_no_secret_once_it_is_shown() -> None:
    play = Storm()
    key = next(each for each, project in play.data.by_key.items() if project.owner == "Axis")
    play.results(key)
    assert held(play, GERMANY) == [(f"1 result in {key}", Account.RESEARCH_COUNTERS, frozenset({GERMANY, ITALY}))]
    assert held(play, ITALY) == []
    play.results(key, is_revealed=True)
    assert held(play, GERMANY) == []


def test_a_sides_spy_rings_are_told_once_and_bear_on_their_place() -> None:
    play = Storm()
    play.set(rings={"Axis": {"Spain": 2}, "Allies": {"Turkey": 1}})
    assert held(play, GERMANY) == [("2 spy rings in Spain", "Spain", frozenset({GERMANY, ITALY}))]
    assert held(play, BRITAIN) == [("1 spy ring in Turkey", "Turkey", frozenset({BRITAIN, FRANCE}))]
    assert held(play, ITALY) == held(play, FRANCE) == []


def test_what_a_power_decides_and_what_is_decided_for_it() -> None:
    play = Storm()
    data, state = play.data, play.state
    card = data.pile(BRITAIN)[0].id
    by_itself, forced, general = (
        [*story(data, state, Played(card=card, power=power, cause=cause))]
        for power, cause in ((BRITAIN, Cause.PLAYED), (BRITAIN, Cause.FORCED), (None, Cause.TURNED_UP))
    )
    assert [type(each) for each in by_itself] == [Decision, Spent]
    assert forced == [Spent(BRITAIN, card)]
    assert general == []
    placed = CounterPlaced(power=FRANCE, target="Poland", value=Hidden(3), kind="diplomatic")
    (decision,) = story(data, state, placed)
    assert isinstance(decision, Decision)
    assert (str(decision.what), decision.about) == ("France placed a counter in Poland", "Poland")


def test_what_cards_give_to_support_income_and_the_index_is_what_changes() -> None:
    play = Storm()
    card = play.data.pile(BRITAIN)[0].id
    common: dict[str, Any] = {"card": card, "kind": "x", "target": None}
    events = [
        ContributionChanged(account=Account.SUPPORT, power=BRITAIN, before=None, after=2, **common),
        ContributionChanged(account=Account.SUPPORT, power=BRITAIN, before=2, after=-1, **common),
        ContributionChanged(account=Account.EAI, power=None, before=None, after=1, **common),
        ContributionChanged(account=Account.DIPLOMACY, power=BRITAIN, before=None, after=2, **common),
        ContributionChanged(account=Account.INCOME, power=BRITAIN, before=1, after=1, **common),
    ]
    found = [each for event in events for each in story(play.data, play.state, event)]
    assert [(str(each.name), each.by) for each in found if isinstance(each, Gain)] == [
        ("Britain: support", 2), ("Britain: support", -3), ("European Aggression Index", 1),
    ]  # fmt: skip


def test_a_crisis_is_told_with_what_every_power_held_while_all_answered() -> None:
    play = seated(storm())
    play.all_agree = True
    play.do(USERS[GERMANY], "draw")
    while play.campaign.game.data.phase(play.campaign.state).name != play.campaign.game.data.phases.crises:
        play.do(USERS[GERMANY], "next_phase", to=play.campaign.game.data.phases.crises)
    face_down = [each.card for power in POWERS for each in play.campaign.state.held.get(power, ()) if not each.is_shown]
    assert face_down, "a power holds an event"
    play.do(USERS[GERMANY], "put_question", question=QUESTION, options="; ".join(OPTIONS))
    number = play.campaign.questions[0].number
    for power in POWERS:
        play.do(USERS[power], "answer_question", to=number, answer=OPTIONS[0])
    assert told(play) == []
    play.do(USERS[GERMANY], End(for_good=True))
    scenes = story_of(play.campaign, play.log, may_read(play.campaign, USERS[GERMANY])).scenes
    crisis = next(each for each in scenes if "All answered at once" in str(each.what))
    assert len(crisis.kept) == len(face_down)


def test_an_order_to_show_support_has_acted_in_a_crisis_that_was_answered_by_it() -> None:
    """Italy showed none by the order before, France decided by hand, and one has ordered other things alone."""
    play = seated(storm(crisis_support="by_orders"))
    play.all_agree = True
    play.do(USERS[GERMANY], "draw")
    ordered = {GERMANY: ("show_mine",), ITALY: ("show_none", "show_mine"), FRANCE: ("by_hand", "show_mine")}
    for power, declared in ordered.items():
        for deed in declared:
            play.do(USERS[power], GiveOrder(when="crisis_announced", do=deed))
    game, state = play.campaign.game, play.campaign.state
    events = {power: [*deeds(game.data, state, power)][:-3] for power in (BRITAIN, RUSSIA)}
    other = next(power for power, names in events.items() if names)
    play.do(USERS[other], GiveOrder(when="EAI 8", do=events[other][0]))
    while play.campaign.game.data.phase(play.campaign.state).name != play.campaign.game.data.phases.crises:
        play.do(USERS[GERMANY], "next_phase", to=play.campaign.game.data.phases.crises)
    play.do(USERS[BRITAIN], "put_question", question=QUESTION, options="; ".join(OPTIONS))
    number = play.campaign.questions[0].number
    play.do(USERS[FRANCE], "answer_question", to=number, answer=OPTIONS[1])
    play.do(USERS[GERMANY], End(for_good=True))
    made = story_of(play.campaign, play.log, may_read(play.campaign, USERS[GERMANY]))
    assert sorted(each.seat for each in made.idle) == sorted([FRANCE, ITALY, other])


def test_surplus_that_was_moved_by_order_in_the_entry_that_ended_the_turn_was_moved() -> None:
    """Nobody is asked in any phase, so the whole turn is over at once."""
    play, steps = Storm(), list[_Step]()
    play.set(research={"Axis air range": Progress(before=2, surplus=2), "Axis jets": Progress(before=1)})
    play.at("Economy")
    for power in POWERS:
        play.do(USERS[power], MakePlan(stops=()))
    play.all_agree = True
    for command in (GiveOrder(when="phase Research", do="surplus: Axis jets"), "next_phase"):
        before = play.campaign
        play.do(USERS[GERMANY], command)
        steps.append(_Step(before, play.log[-1], play.campaign))
    assert steps[-1].is_new_turn
    assert play.progress("Axis jets").before == 3
    assert [*_idle(steps, {GERMANY: 0}, is_ended=False)] == []


def test_a_long_campaign_has_a_page_of_at_most_350_words() -> None:
    *_, play = played_at_random(3, STARTER, many(120, 240))
    seats = dict.fromkeys(map(Seat, play.game.seats), 0)
    now, log = play.campaign, play.log
    turns, made = [*retold(now, log, seats)], story_of(now, log, seats)
    assert made.scenes
    assert count_words(*of_all(now, log, turns, made)) <= MOST_WORDS
