"""Non-interference: change what is hidden, and everybody else reads the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.command import Event
from rules.games.gathering_storm.cards import Card
from rules.games.gathering_storm.dealing import Dealt
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.research import Advanced, Doubled
from rules.games.gathering_storm.placement import CounterPlaced
from rules.games.gathering_storm.powers import ADJECTIVES, GERMANY, ITALY, POWERS, RUSSIA, belongs_to
from rules.games.gathering_storm.research import Assigned, Reassigned, Recorded
from rules.games.gathering_storm.state import Counter, Held
from rules.notice import Public, Secret
from rules.seat import REFEREE, Seat, SideSeat, sides
from rules.secrets import Hidden
from tests.faults.rounds import many
from tests.rules.games.gathering_storm.harness import USERS, Storm, weighted_play


def other_secrets(play: Storm, card: str) -> list[Card]:
    """The other secret cards of the same power."""
    power = play.data.card(card).power
    return [each for each in play.data.pile(power) if each.secret and each.id != card]


def heard(play: Storm, seat: Seat) -> list[str]:
    """All that the players of other seats can look up: status, piles, offers, hands, ledgers."""
    game, state = play.campaign.game, play.state
    views = [*game.status(state), *game.pool(state), *game.ledger(state)]
    views += [notice for other in POWERS if other != seat for notice in game.hand(state, other)]
    lines = [str(view) for view in views if isinstance(view, Public) or view.seat != seat]
    lines += [str(fact) for other in (None, *POWERS) if other != seat for fact in game.facts(state, other)]
    offers = [*play.campaign.open_offers()]
    offers += [o for other in POWERS if other != seat for o in play.campaign.offers(USERS[other])]
    return [*lines, *(f"{offer.key} {offer.label} {offer.subject} {offer.chosen_from}" for offer in offers)]


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("phase", range(10))
def test_another_secret_card_changes_nothing_others_can_see(power: SideSeat, phase: int) -> None:
    play = Storm()
    cards = [card.id for card in play.data.pile(power) if card.secret]
    assert cards
    seen = []
    for card in cards:
        # the referee is another player, so that every seat's own offers are those of its player alone
        play.set(phase=phase, held={power: (Held(card=card, is_shown=False),)}, seen=frozenset(cards))
        seen.append(heard(play, power))
    assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("owner", ["Axis", "Allies", "Russia"])
@pytest.mark.parametrize("phase", range(3))
def test_another_research_record_changes_nothing_others_can_see(owner: str, phase: int) -> None:
    others = [seat for seat in (*POWERS, REFEREE) if not (isinstance(seat, SideSeat) and belongs_to(owner, seat))]
    project = f"{ADJECTIVES[owner]} atomic research"
    seen = []
    for record in ({"before": 1}, {"before": 5, "now": 2, "results": 2, "surplus": 3}, {}):
        play = Storm()
        play.set(phase=phase, research={project: play.progress(project).replace(**record)})
        seen.append([seen_by(play, other) for other in others])
    assert seen[0] == seen[1] == seen[2]


def seen_by(play: Storm, seat: Seat) -> list[str]:
    """All that the players of a seat can look up, and all that is on offer to them."""
    game, state = play.campaign.game, play.state
    views = [*game.status(state), *game.pool(state), *game.ledger(state)]
    lines = [str(view) for view in views if isinstance(view, Public) or view.seat == seat]
    # a hand is shown whole to whoever asks for it, whomever its lines are for
    lines += [str(notice) for side in sides([seat]) for notice in game.hand(state, side)]
    lines += [str(fact) for side in (None, *sides([seat])) for fact in game.facts(state, side)]
    offers = [o for o in play.campaign.offers(USERS.get(seat, 0)) if not o.command.is_entry]
    return lines + [str(replace(each, choices=each.chosen_from)) for each in (*offers, *play.campaign.open_offers())]


def variants(play: Storm, event: Event) -> Iterator[Event]:
    """The event with other facts where the channel must not know them."""
    match event:
        case Dealt(unseen=unseen):
            for place, card in enumerate(unseen.value):
                for other in other_secrets(play, card):
                    cards = [*unseen.value]
                    cards[place] = other.id
                    yield event.replace(unseen=Hidden(tuple(cards)))
        case Doubled():
            yield event.replace(added=Hidden(event.added.value + 1), surplus=Hidden(7))
        case Advanced():
            yield event.replace(added=Hidden(0))
        case CounterPlaced() if event.kind == "diplomatic":
            yield event.replace(value=Hidden(9))
        case Recorded():
            yield event.replace(project=Hidden("Russian rockets"), before=Hidden(1), results=Hidden(0))
        case Assigned():
            yield event.replace(project=Hidden("Russian rockets"), points=Hidden(9))
        case Reassigned():
            yield event.replace(project=Hidden("Russian rockets"), source=Hidden("Russian armor"), points=Hidden(9))


@pytest.mark.parametrize("seed", range(many(1, 4)))
def test_what_is_told_of_an_event_depends_on_nothing_hidden(seed: int) -> None:
    play, tried = Storm(), set()
    for step, _ in weighted_play(play.game, seed, 200):
        for event in step.log[-1].events:
            for other in variants(play, event):
                tried.add(event.type)
                assert told(play, other) == told(play, event)
    assert {"dealt", "recorded", "counter_placed"} <= tried


def told(play: Storm, event: Event) -> list[str]:
    """What the channel reads, and which seats hear of a private message."""
    notices = [*play.game.tell(event)]
    return [str(each) if isinstance(each, Public) else f"message for {each.seat}" for each in notices]


def test_hidden_facts_are_told_to_nobody_but_their_owners() -> None:
    play = Storm()
    for step, _ in weighted_play(play.game, 7, 200):
        for event in step.log[-1].events:
            owners = _owners(play.game.data, event)
            if owners is not None:
                seats = {each.seat for each in play.game.tell(event) if isinstance(each, Secret)}
                assert seats <= owners


def _owners(data: StormData, event: object) -> set[Seat] | None:
    match event:
        case Dealt(power=power) | CounterPlaced(power=power) | Recorded(power=power) | Assigned(power=power):
            return {power}
        case Doubled(project=key) | Advanced(project=key):
            return {power for power in POWERS if belongs_to(data.by_key[key].owner, power)}
    return None


def test_renamed_secret_cards_leave_a_whole_turn_as_it_reads() -> None:
    """Every secret card gets another title and text: until it is played, the channel reads the same turn."""
    plain, renamed = Storm(), Storm()
    game = renamed.game
    cards = tuple(c.replace(title=f"Renamed {c.id}", text="Renamed.") if c.secret else c for c in game.data.cards)
    other = type(game)(game.data.replace(cards=cards))
    renamed.game = other
    renamed.campaign = replace(renamed.campaign, game=other)
    for play in (plain, renamed):
        play.set(has_drawn=False)
        play.do(1, "draw")
        play.do(1, "enter_world", climate=-3, balance=2)
        play.do(1, "next_turn")
        assert any(not held.is_shown for cards in play.state.held.values() for held in cards)
    for one, two in zip(plain.log, renamed.log, strict=True):
        assert reads(plain, one) == reads(renamed, two)
    assert list(map(str, plain.game.status(plain.state))) == list(map(str, other.status(renamed.state)))


def reads(play: Storm, entry: object) -> list[str]:
    return [str(n) for n in play.campaign.tell(entry) if isinstance(n, Public)]  # type: ignore[arg-type]


def seen(play: Storm, seat: Seat | None) -> str:
    notices = play.game.ledger(play.state)
    return "\n".join(str(notice) for notice in notices if isinstance(notice, Public) or notice.seat == seat)


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_no_public_line_names_a_card_that_lies_unseen(seed: int) -> None:
    """Through a whole random game: results, status, piles, ledger and buttons."""
    play, hidden_at_some_time = Storm(empty_pile="shuffled_again"), set()
    for step, _ in weighted_play(play.game, seed, 120):
        state = step.campaign.state
        unseen = {held.card for cards in state.held.values() for held in cards if not held.is_shown}
        hidden_at_some_time |= unseen
        lines = [*step.campaign.tell(step.log[-1]), *play.game.status(state), *play.game.pool(state)]
        public = "\n".join(str(line) for line in (*lines, *play.game.ledger(state)) if isinstance(line, Public))
        public += "\n".join(f"{o.key} {o.label} {o.subject} {o.detail}" for o in step.campaign.open_offers())
        for card in unseen:
            assert card not in public
            assert play.data.title(card) not in public, "no card of the starter deck"
    assert len(hidden_at_some_time) > 5


@pytest.mark.parametrize("power", POWERS)
def test_another_counter_value_changes_no_fact_others_can_see(power: SideSeat) -> None:
    """Until counters are turned up; its own power counts it."""
    play = Storm()
    facts = []
    for value in (1, 4):
        counter = Counter(power=power, target=play.data.countries[0], value=value, phase=0)
        play.set(phase=0, counters=(counter,))
        facts.append({seat: [*play.game.facts(play.state, seat)] for seat in (None, *POWERS)})
    own = [facts[number].pop(power) for number in range(2)]
    assert facts[0] == facts[1]
    assert own[0] != own[1]


def test_an_unseen_undo_leaves_the_requests_of_others_alone() -> None:
    """Else they would see by it that something was undone."""
    play = Storm()
    play.all_agree = False
    play.set(has_drawn=False)
    play.do(USERS[GERMANY], "draw")
    play.do(USERS[ITALY], "undo")
    (request,) = play.campaign.requests
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=2)
    assert play.campaign.requests == (request,)
    play.do(USERS[RUSSIA], "undo")
    assert play.campaign.requests == (request,)
