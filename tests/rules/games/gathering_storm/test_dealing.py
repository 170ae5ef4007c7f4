"""9.1 CARD DRAW: the general event, the deal, and piles that run out."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.command import Event
from rules.games.gathering_storm.dealing import Dealt, GeneralDrawn
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.notice import Kind, Public, Secret
from rules.seat import Player, Seat
from rules.secrets import Hidden
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import Storm, storm


def drawn(play: Storm) -> list[Event]:
    return [event for event in play.log[-1].events if isinstance(event, GeneralDrawn | Dealt)]


class TestDraw:
    def test_one_general_event_and_one_for_each_power(self) -> None:
        play = Storm().set(has_drawn=False)
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
        play = Storm().world(conquered={"Hungary": GERMANY})
        play.set(has_drawn=False, seen=frozenset(each.id for each in play.data.cards) - {"envoy-to-budapest"})
        told = play.do(1, "draw")
        assert "1 event face down: Britain." in public(told)
        assert "An envoy to Budapest" not in public(told)
        assert "An envoy to Budapest" in secret(told, BRITAIN)
        play.play("envoy-to-budapest")
        assert play.support(BRITAIN) == 1

    @pytest.mark.parametrize(
        ("beside", "is_dealt"),
        [
            ({"kind": "diplomacy", "target": "Rumania"}, "Face up: **An envoy to Budapest** (Britain)."),
            ({"kind": "ancillary support"}, "Face up: **An envoy to Budapest** (Britain)."),
            ({"kind": "diplomacy", "target": "Greece"}, "1 event face down: Britain."),
        ],
        ids=["diplomacy that has effect", "another part", "diplomacy without effect"],
    )
    def test_diplomacy_without_effect_is_dealt_face_down_alone(self, beside: dict[str, str], is_dealt: str) -> None:
        game = storm()
        own = {"power": "Britain", "amount": 1}
        cards = [card.model_dump(mode="json") for card in game.data.cards]
        (card,) = (card for card in cards if card["id"] == "envoy-to-budapest")
        card["features"] = [{"kind": "diplomacy", "target": "Hungary", **own}, {**beside, **own}]
        data = type(game.data).model_validate({**game.data.model_dump(mode="json"), "cards": cards})
        play = Storm.of(type(game)(data)).world(conquered={"Hungary": GERMANY, "Greece": ITALY})
        play.set(has_drawn=False, seen=frozenset(each.id for each in play.data.cards) - {"envoy-to-budapest"})
        told = public(play.do(1, "draw"))
        assert is_dealt in told
        assert ("An envoy to Budapest" in told) == play.state.has_played(BRITAIN) == ("Face up" in is_dealt)

    def test_a_secret_event_is_told_to_its_power_alone(self) -> None:
        play = Storm().set(has_drawn=False)
        told = play.do(1, "draw")
        secrets = [c for e in drawn(play) if isinstance(e, Dealt) for c in e.unseen.value]
        assert secrets
        for card in secrets:
            title, power = play.data.title(card), play.data.card(card).power
            assert title not in public(told)
            assert title in secret(told, power)
            assert not any(title in secret(told, other) for other in POWERS if other != power)
            assert "1 event face down: Germany, Italy, Britain, France, Russia." in public(told)

    def test_a_power_reads_what_it_draws(self) -> None:
        drawn_by = {"larger-army": GERMANY, "italian-agents": ITALY, "foreign-office-at-work": BRITAIN}
        play = Storm()
        every = frozenset(card.id for card in play.data.cards)
        play.set(has_drawn=False, seen=every - {*drawn_by})
        told = play.do(1, "draw")
        for card, power in drawn_by.items():
            assert secret(told, power) == f"{power} draws **{play.data.title(card)}**."
        assert "Look the card up" not in public(told)

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
            play.end_turn()
        assert set(seen) == {card.id for card in play.data.cards}
        assert set(seen.values()) == {1}
        assert "Germany's pile lacks 1 event." in said
        assert "The general pile is empty. No general event occurs this turn." in said
        assert "**no event is dealt" in said

    def test_ruling_empty_pile(self) -> None:
        """By the other ruling the cards of that pile are shuffled in again, and the channel reads it."""
        play = Storm(empty_pile="shuffled_again")
        pile = {card.id for card in play.data.pile("Germany")}
        play.set(has_drawn=False, seen=frozenset(pile) | {"talk-of-empire", "strikes-in-france"}, held={})
        told = public(play.do(1, "draw"))
        assert {"talk-of-empire", "strikes-in-france"} <= play.state.seen, "of the other piles none comes back"
        assert "Germany's pile ran out, so its events were shuffled back in." in told
        assert sum(held.card in pile for held in play.state.held[GERMANY]) + play.state.has_played(GERMANY) == 1
        assert len(play.state.seen & pile) == 1

    def test_a_short_pile_gives_what_is_left_then_is_reshuffled(self) -> None:
        pile = {card.id for card in Storm().data.pile("France")}
        for first in range(8):
            play = Storm(empty_pile="shuffled_again")
            play.campaign = replace(play.campaign, next_die=first)
            play.put("strikes-in-france")
            play.set(has_drawn=False, seen=frozenset(pile - {"second-bureau"}), extra={FRANCE: len(pile) - 3})
            told = public(play.do(1, "draw"))
            assert "France's pile ran out, so its events were shuffled back in." in told
            assert "lacks" not in told
            assert "(`empty_pile`)" in told
            held = [each.card for each in play.state.held[FRANCE]]
            assert len(held) == len({*held}) == len(pile) - 2
            assert "second-bureau" in held
            assert "strikes-in-france" not in held
            assert play.state.seen & pile == {*held, "strikes-in-france"}

    def test_the_general_pile_is_shuffled_again_too(self) -> None:
        play = Storm(empty_pile="shuffled_again")
        pile = {card.id for card in play.data.pile("general")}
        play.set(has_drawn=False, seen=frozenset(pile))
        told = public(play.do(1, "draw"))
        assert "The general pile ran out, so its events were shuffled back in." in told
        assert len(play.state.seen & pile) == 1

    def test_a_won_aggression_adds_draws_from_the_next_turn(self) -> None:
        """9.13, 9.14: the aggression's value, cumulative; the cards are all unseen."""
        play = Storm()
        play.do(1, "enter_aggression", power="Germany", target="Austria", value=1)
        assert play.state.extra_events(GERMANY) == 0
        play.do(1, "enter_aggression", power="Germany", target="Poland", value=2)
        told = public(play.end_turn())
        assert [each for each in told.splitlines() if " draws " in each] == ["Germany draws 4 events."]
        assert "4 events face down: Germany." in public(play.do(1, "draw"))
        assert len(play.state.held[GERMANY]) == 4
        assert not any(held.is_shown for held in play.state.held[GERMANY])

    @pytest.mark.parametrize(("extra", "lies"), [(0, True), (1, False)])
    def test_a_piles_last_event_lies_face_up_if_only_one_is_due(self, extra: int, lies: bool) -> None:
        """9.13: additional draws are all unseen, also where the pile lacks one of them."""
        play = Storm()
        every = frozenset(card.id for card in play.data.cards) - {"ship-made-ready"}
        play.set(has_drawn=False, seen=every, extra={FRANCE: extra})
        told = play.do(1, "draw")
        assert [(held.card, held.is_shown) for held in play.state.held[FRANCE]] == [("ship-made-ready", lies)]
        assert ("One ship is hurried on" in public(told)) == lies
        assert ("1 event face down: France." in public(told)) != lies
        assert ("France's pile lacks 1 event." in public(told)) != lies
        assert ("One ship is hurried on" in secret(told, FRANCE)) != lies

    def test_the_pact_gives_what_the_referee_enters(self) -> None:
        play = Storm()
        play.do(1, "enter_pact", germany=1, russia=2)
        assert (play.state.extra_events(GERMANY), play.state.extra_events(RUSSIA)) == (1, 2)

    def test_ruling_extra_cards_face_up(self) -> None:
        play = Storm(extra_cards_face_up="yes").set(has_drawn=False, extra={GERMANY: 3})
        play.do(1, "draw")
        shown = [held.card for held in play.state.held[GERMANY] if held.is_shown]
        assert shown == ["prices-hold"]
        assert not play.state.has_played(GERMANY), "its player chooses which to play"

    def test_a_public_event_that_leaves_a_choice_waits_face_up(self) -> None:
        play = Storm()
        every = frozenset(card.id for card in play.data.cards) - {"ship-made-ready"}
        play.set(has_drawn=False, seen=every)
        told = play.do(1, "draw")
        assert "Face up: **One ship is hurried on** (France)." in public(told)
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


@pytest.mark.parametrize("power", POWERS)
def test_each_power_has_a_pile_for_four_turns(power: Seat) -> None:
    assert len(Storm().data.pile(power)) >= 4


@pytest.mark.parametrize(("shown", "unseen"), [(0, 1), (1, 1), (0, 2), (1, 2)])
def test_the_number_face_down_is_public_unless_it_is_one(shown: int, unseen: int) -> None:
    data = storm().data
    cards = tuple(card.id for card in data.pile(BRITAIN))
    face_down = Hidden(cards[shown : shown + unseen])
    dealt = Dealt(power=BRITAIN, shown=cards[:shown], unseen=face_down, lacking=0)
    (told,) = (each for each in dealt.tell(data) if isinstance(each, Public) and "face down" in str(each))
    assert str(told).endswith(f"{unseen} event{'s' * (unseen > 1)} face down: Britain.")
    assert (told.kind is Kind.RULE) == ((shown, unseen) == (0, 1))


def test_what_a_power_draws_unseen_is_about_its_card() -> None:
    data, cards = storm().data, ("tariffs-in-parliament", "foreign-office-at-work")
    dealt = Dealt(power=BRITAIN, shown=(), unseen=Hidden(cards), lacking=0)
    told = [each.about for each in dealt.tell(data) if isinstance(each, Secret)]
    assert told == [(data.title(card),) for card in cards]


@pytest.mark.parametrize(
    ("shown", "unseen", "is_told_by_its_effect"),
    [
        (["pacifist-elected"], [], True),
        (["yards-day-and-night"], [], False),
        (["pacifist-elected", "envoy-to-budapest"], [], False),
        (["pacifist-elected"], ["tariffs-in-parliament"], False),
    ],
)
def test_a_face_up_event_without_a_choice_is_told_by_its_effect(
    shown: list[str], unseen: list[str], *, is_told_by_its_effect: bool
) -> None:
    dealt = Dealt(power=BRITAIN, shown=tuple(shown), unseen=Hidden(tuple(unseen)), lacking=0)
    kinds = [each.kind for each in dealt.tell(storm().data) if "Face up" in str(each)]
    assert kinds == [Kind.RULE if is_told_by_its_effect else Kind.SECTION] * len(shown)


def test_an_event_with_several_parts_is_told_by_its_effects() -> None:
    parts = {"kind": "income", "power": "Britain", "amount": 1}, {"kind": "research advance", "project": "Allied jets"}
    data = Storm.printing("envoy-to-budapest", *parts).data
    for card, kind in (("envoy-to-budapest", Kind.SECTION), ("reservists-called", Kind.SECTION)):
        dealt = Dealt(power=BRITAIN, shown=(card,), unseen=Hidden(()), lacking=0)
        assert [each.kind for each in dealt.tell(data) if "Face up" in str(each)] == [kind]
