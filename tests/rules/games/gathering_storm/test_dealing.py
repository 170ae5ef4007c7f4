"""9.1 CARD DRAW, playing at least one, phases, and what is due."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.command import Event
from rules.games.gathering_storm.events.dealing import Dealt, GeneralDrawn
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Aggression
from rules.seat import Player, Seat
from tests.play import public, secret
from tests.rules.games.gathering_storm.sitting import USERS, Storm


def drawn(play: Storm) -> list[Event]:
    return [event for event in play.log[-1].events if isinstance(event, GeneralDrawn | Dealt)]


class TestDraw:
    def test_one_general_event_and_one_for_each_power(self) -> None:
        play = Storm()
        play.set(has_drawn=False)
        play.do(3, "draw")
        general, *dealt = drawn(play)
        assert isinstance(general, GeneralDrawn)
        assert play.data.card(general.card or "").power is None
        for power, deal in zip(POWERS, dealt, strict=True):
            assert isinstance(deal, Dealt)
            (card,) = (*deal.shown, *deal.unseen.value)
            assert (deal.power, play.data.card(card).power) == (power, power)
            assert play.data.card(card).secret == (card not in deal.shown)
        play.refused("already been drawn", 1, "draw")

    def test_diplomacy_without_effect_is_dealt_as_secret_support(self) -> None:
        """DIPLOMACY, Basic: without effect it is treated as a secret support event, played at any time."""
        play = Storm()
        play.world(conquered={"Hungary": GERMANY})
        play.set(has_drawn=False, seen=frozenset(each.id for each in play.data.cards) - {"envoy-to-budapest"})
        told = play.do(1, "draw")
        assert "Britain draws one event, face down." in public(told)
        assert "An envoy to Budapest" not in public(told)
        assert "An envoy to Budapest" in secret(told, BRITAIN)
        play.play("envoy-to-budapest")
        assert play.support(BRITAIN) == 1

    def test_a_secret_event_is_told_to_its_power_alone(self) -> None:
        play = Storm()
        play.set(has_drawn=False)
        told = play.do(1, "draw")
        secrets = [c for e in drawn(play) if isinstance(e, Dealt) for c in e.unseen.value]
        assert secrets
        for card in secrets:
            title, power = play.data.title(card), play.data.card(card).power
            assert title not in public(told)
            assert title in secret(told, power)
            assert not any(title in secret(told, other) for other in POWERS if other != power)
            assert f"{power} draws one event, face down." in public(told)

    def test_no_card_is_dealt_twice_and_an_empty_pile_says_so(self) -> None:
        play = Storm()
        seen: Counter[str] = Counter()
        said = ""
        for _ in range(14):
            play.set(has_drawn=False)
            said += public(play.do(1, "draw"))
            for event in drawn(play):
                cards = (
                    (*event.shown, *event.unseen.value) if isinstance(event, Dealt) else [getattr(event, "card", None)]
                )
                seen.update(card for card in cards if card)
            play.at("Crises")
            play.do(1, "next_turn")
        assert set(seen) == {card.id for card in play.data.cards}
        assert set(seen.values()) == {1}
        assert "Germany's pile is empty: Germany draws 1 fewer." in said
        assert "The general pile is empty. No general event occurs this turn." in said
        assert "empty_pile: no event is dealt" in said

    def test_ruling_empty_pile(self) -> None:
        """By the other ruling the cards of that pile are shuffled in again, and the channel reads it."""
        play = Storm(empty_pile="its cards are shuffled in again")
        pile = {card.id for card in play.data.pile("Germany")}
        play.set(has_drawn=False, seen=frozenset(pile), held={})
        told = public(play.do(1, "draw"))
        assert "Germany's pile ran out, so its events were shuffled back in." in told
        assert sum(held.card in pile for held in play.state.held[GERMANY]) + play.state.has_played(GERMANY) == 1
        assert len(play.state.seen & pile) == 1

    def test_a_power_that_won_an_aggression_draws_as_many_more_from_the_next_turn(self) -> None:
        """9.13, 9.14: the aggression's value, cumulative; the cards are all unseen."""
        play = Storm()
        play.do(1, "enter_aggression", power="Germany", target="Austria", value=1)
        assert play.state.extra_events(GERMANY) == 0
        play.do(1, "enter_aggression", power="Germany", target="Poland", value=2)
        play.at("Crises")
        assert "Germany draws 4 events." in public(play.do(1, "next_turn"))
        assert "Germany draws 4 events, face down." in public(play.do(1, "draw"))
        assert len(play.state.held[GERMANY]) == 4
        assert not any(held.is_shown for held in play.state.held[GERMANY])

    def test_a_russian_aggression_gives_no_events(self) -> None:
        play = Storm()
        play.do(1, "enter_aggression", power="Russia", target="Baltic States", value=1)
        play.set(turn=2)
        assert (play.state.extra_events(RUSSIA), play.eai) == (0, 1)

    def test_the_pact_gives_what_the_referee_enters(self) -> None:
        play = Storm()
        play.do(1, "enter_pact", germany=1, russia=2)
        assert (play.state.extra_events(GERMANY), play.state.extra_events(RUSSIA)) == (1, 2)

    def test_ruling_extra_cards_face_up(self) -> None:
        play = Storm(extra_cards_face_up="yes")
        play.set(has_drawn=False, extra={GERMANY: 3})
        play.do(1, "draw")
        shown = [held.card for held in play.state.held[GERMANY] if held.is_shown]
        assert shown == ["prices-hold"]
        assert not play.state.has_played(GERMANY), "its player chooses which to play"

    def test_a_public_event_that_leaves_a_choice_waits_face_up(self) -> None:
        play = Storm()
        every = frozenset(card.id for card in play.data.cards) - {"ship-made-ready"}
        play.set(has_drawn=False, seen=every)
        told = play.do(1, "draw")
        assert "France draws **One ship is hurried on**, face up." in public(told)
        assert [held.is_shown for held in play.state.held[FRANCE]] == [True]
        play.at("Construction")
        (offer,) = [offer for offer in play.campaign.open_offers() if offer.command.type == "play"]
        assert offer.inputs == ("unit", "when")

    def test_a_player_of_two_powers_plays_each_powers_own_card(self) -> None:
        play = Storm()
        roster = {**play.campaign.roster, GERMANY: (Player(2),), RUSSIA: (Player(2),)}
        play.campaign = replace(play.campaign, roster=roster)
        play.deal("talk-of-empire")
        play.deal("larger-army")
        play.deal("tank-commission")
        for card, power in (("tank-commission", RUSSIA), ("talk-of-empire", ITALY), ("larger-army", GERMANY)):
            assert f"{power} plays" in public(play.do(2, "play", marker=card))
        assert [each.power for each in play.state.played] == [RUSSIA, ITALY, GERMANY]


class TestPlay:
    def test_bad_input(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.refused("hold no event of that name", USERS[ITALY], "play", marker="larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="no-such-card")
        play.refused("`marker`", USERS[GERMANY], "play", marker="")
        play.play("larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="larger-army")
        play.do(6, {"type": "join", "seat": Seat("Germany")})
        play.do(1, {"type": "admit", "player": 6})
        play.do(1, {"type": "leave", "seat": Seat("Germany")})
        play.refused("referee plays no events", 1, "play", marker="larger-army")

    def test_a_card_goes_by_its_title_too(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.do(1, "play", marker=" a LARGER army is approved ")
        assert play.state.has_played(GERMANY)

    def test_what_a_form_asks_is_what_the_kind_has(self) -> None:
        """Exactly the choices: nothing that was given for another kind stays in the log's event."""
        asked = {}
        for card in Storm().data.cards:
            if card.power is None:
                continue
            play = Storm()
            play.at(card.moment(play.data) if card.moment(play.data) != "any time" else "Economy")
            play.deal(card.id)
            (offer,) = [o for o in play.campaign.offers(USERS[card.power]) if o.command.type == "play"]
            if offer.inputs:
                asked[card.id] = offer.inputs
            play.do(USERS[card.power], offer.command)
            assert {name for name, value in play.state.played[-1].choice if value} == set(offer.inputs)
        assert asked == {
            "torpedo-drawings": ("when",),
            "italian-agents": ("project", "when"),
            "second-bureau": ("project", "second", "when"),
            "reader-of-axis-mail": ("project",),
            "reservists-called": ("unit",),
            "subscription-ship": ("unit",),
            "yards-day-and-night": ("when",),
            "ship-made-ready": ("unit", "when"),
            "balkan-overture": ("target",),
            "danube-mission": ("target",),
            "hostile-bloc-undone": ("target",),
        }


class TestPhases:
    def test_phases_that_are_passed_by_promise_nothing(self) -> None:
        """What lapses on the way to a later phase is not said to be due."""
        play = Storm()
        play.deal("prices-hold", "torpedo-drawings", "larger-army")
        told = play.do(1, "next_phase", to="Construction")
        assert "Germany: you can play A larger army is approved now." in secret(told, GERMANY)
        assert "Torpedo drawings" not in secret(told, GERMANY)
        assert public(told).count("Germany holds") == 1

    def test_a_hand_of_several_says_that_one_must_be_played(self) -> None:
        play = Storm()
        play.deal("talk-of-empire", "bomber-prophets")
        hand = secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)
        assert "Italy must play at least one event" in hand
        play.play("talk-of-empire")
        hand = secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)
        assert "Italy need not play another event" in hand
        play = Storm()
        play.deal("talk-of-empire")
        assert "at least one" not in secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)

    def test_what_an_only_event_gives_is_told_though_the_turn_ends_with_it(self) -> None:
        """9.13: at least one event is played."""
        play = Storm()
        play.deal("tank-commission")
        play.set(phase=len(play.data.phases.order) - 1)
        told = public(play.do(1, "next_turn"))
        assert "Russia's support: **-3** from The tank commission reports" in told
        assert play.state.played == ()

    def test_the_phases_in_order_and_then_the_next_turn(self) -> None:
        play = Storm()
        names = [play.data.phase(play.state).name]
        while play.state.turn == 1:
            play.do(5, "next_turn")
            names.append(play.data.phase(play.state).name)
        assert names == [*(phase.name for phase in play.data.phases.order), "Random events"]
        play.refused("Draw the events of turn 2 first", 1, "next_turn")

    def test_going_on_to_a_later_phase_closes_those_between(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers")
        assert next(iter(play.game.remaining_phases(play.state))) == "Economy"
        told = public(play.do(3, "next_phase", to="construction"))
        assert "Germany must play its only event" in told
        assert play.data.phase(play.state).name == "Construction"
        play.refused("no later phase of that name", 3, "next_phase", to="Research")
        play.at("Crises")
        play.refused("This is the last phase", 3, "next_phase")

    def test_a_duty_stops_on_the_way_and_changes_nothing(self) -> None:
        play = Storm()
        play.put("dobruja")
        play.refused("must first support", 3, "next_phase", to="Crises")

    def test_a_phase_says_which_events_are_due(self) -> None:
        play = Storm()
        play.deal("ship-made-ready", shown=True)
        play.deal("tank-commission")
        play.at("Research")
        told = play.do(1, "next_turn")
        assert "France can play **One ship is hurried on**." in public(told)
        assert "Russia holds one event face down." in public(told)
        assert "you can play The tank commission reports now" in secret(told, RUSSIA)

    def test_an_additional_event_is_shown_and_discarded_when_its_phase_ends(self) -> None:
        """9.13."""
        play = Storm()
        play.deal("owners-and-ministers", "prices-hold", "larger-army")
        play.at("Economy")
        play.play("prices-hold")
        told = public(play.do(1, "next_turn"))
        assert "Germany did not play **Factory owners meet the ministers** and discards it." in told
        assert [held.card for held in play.state.held[GERMANY]] == ["larger-army"]
        play.refused("no event of that name", 1, "play", marker="owners-and-ministers")

    def test_the_last_of_several_must_be_played(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers", "larger-army")
        play.at("Economy")
        play.do(1, "next_turn")
        assert not play.state.has_played(GERMANY)
        play.at("Crises")
        told = public(play.do(1, "next_turn"))
        assert "Germany must play its only event, **A larger army is approved**." in told

    def test_an_only_event_without_a_choice_takes_effect_as_its_phase_ends(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers")
        play.at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Germany must play its only event" in told
        assert "Germany's factory conversion cost: **-2**" in told
        assert "only_event_unplayed" in told

    def test_an_only_event_with_a_choice_waits_face_up_until_the_turn_ends(self) -> None:
        play = Storm()
        play.deal("reservists-called")
        play.at("Construction")
        assert "lies face up until the turn ends" in public(play.do(1, "next_turn"))
        play.do(1, "next_turn")
        play.play("reservists-called", unit="infantry")
        play = Storm()
        play.deal("reservists-called")
        play.at("Construction")
        play.do(1, "next_turn")
        play.at("Crises")
        told = public(play.do(1, "next_turn"))
        assert "should have played it: it was its only event." in told

    def test_ruling_only_event_unplayed(self) -> None:
        play = Storm(only_event_unplayed="it is discarded")
        play.deal("owners-and-ministers")
        play.at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Germany did not play" in told
        assert "should have played it" in told
        assert play.state.held[GERMANY] == ()

    def test_what_runs_ends_with_the_turn_and_what_lasts_stays(self) -> None:
        play = Storm()
        play.world(aggressions=(Aggression(target="Austria", power=GERMANY, value=1, turn=0, conquered=0),))
        play.put("pacifist-elected")
        play.at("Diplomacy: random events")
        play.deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        play.at("Crises")
        play.do(1, "next_turn")
        assert (play.support(BRITAIN), play.diplomacy("Greece"), play.state.played) == (0, {}, ())
        assert (play.state.civil_war("Greece").counters, play.eai) == (1, 1)
        assert play.state.counters == ()


@pytest.mark.parametrize("power", POWERS)
def test_each_power_has_a_pile_for_four_turns(power: Seat) -> None:
    assert len(Storm().data.pile(power)) >= 4
