"""Playing an event: whose it is, in which phase, and with which choices."""

from typing import Any

import pytest

from rules.games.gathering_storm.numbers import numbered
from rules.games.gathering_storm.playing import is_secret
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY
from rules.games.gathering_storm.state import CardChoice, Counter, Held, Progress
from rules.seat import Seat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

ARMY = "A larger army is approved"


class TestPlay:
    def test_bad_input(self) -> None:
        play = Storm().deal("larger-army")
        play.refused("hold no event of that name", USERS[ITALY], "play", marker="larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="no-such-card")
        play.refused("“Event”", USERS[GERMANY], "play", marker="")
        play.play("larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="larger-army")
        play.do(6, {"type": "join", "seat": Seat("Germany")})
        play.do(1, {"type": "leave", "seat": Seat("Germany")})
        play.refused("referee plays no events", 1, "play", marker="larger-army")

    @pytest.mark.parametrize(
        ("beside", "phases"),
        [
            (("income",), ["Economy"]),
            (("support",), ["Economy", "Research"]),
            (("factory conversion", "research counter"), ["Economy"]),
        ],
    )
    @pytest.mark.parametrize("first", ["diplomacy", "support"])
    def test_what_is_beside_diplomacy_without_effect_keeps_its_phase(
        self, first: str, beside: tuple[str, ...], phases: list[str]
    ) -> None:
        """Such diplomacy is a support event, and a support event beside another part is played in the other's phase."""
        own = {"power": "Britain", "amount": 1}
        part = {"target": "Hungary"} if first == "diplomacy" else {"power": "France"}
        others: list[dict[str, Any]] = [{"kind": kind, **own} for kind in beside]
        if "research counter" in beside:
            del others[-1]["amount"]
        for phase in ("Economy", "Research"):
            play = Storm.printing("envoy-to-budapest", {"kind": first, **own, **part}, *others)
            play.world(conquered={"Hungary": GERMANY}).at(phase)
            play.deal("envoy-to-budapest")
            if phase in phases:
                play.play("envoy-to-budapest")
                assert play.support(BRITAIN if first == "diplomacy" else FRANCE) > 0
            else:
                play.refused("only in the phase “Economy”", USERS[BRITAIN], "play", marker="envoy-to-budapest")

    @pytest.mark.parametrize(("conquered", "is_support"), [(("Hungary",), False), (("Hungary", "Austria"), True)])
    def test_diplomacy_in_two_countries_without_effect_is_support(
        self, conquered: tuple[str, ...], is_support: bool
    ) -> None:
        parts = [{"kind": "diplomacy", "power": "Britain", "target": target} for target in ("Hungary", "Austria")]
        play = Storm.printing("envoy-to-budapest", *({**each, "amount": 1} for each in parts))
        play.world(conquered=dict.fromkeys(conquered, GERMANY)).deal("envoy-to-budapest")
        if is_support:
            play.play("envoy-to-budapest")
            assert play.support(BRITAIN) == 2
        else:
            refusal = "only in the phase “Diplomacy: random events”"
            play.refused(refusal, USERS[BRITAIN], "play", marker="envoy-to-budapest")

    def test_each_part_of_a_card_asks_for_its_own_choice(self) -> None:
        """What is typed is kept without the blanks around it."""
        parts = {"kind": "research advance", "project": "Allied jets"}, {"kind": "free ship", "power": "Britain"}
        play = Storm.printing("envoy-to-budapest", *parts).at("Research").deal("envoy-to-budapest")
        card: dict[str, Any] = {"marker": "envoy-to-budapest"}
        play.refused("“When”: choose before or after", USERS[BRITAIN], "play", **card, unit="Hood", when="")
        play.refused("“Unit or ship”: enter a name", USERS[BRITAIN], "play", **card, unit="  ", when="before")
        long = "x" * 61
        play.refused("use at most 60 characters", USERS[BRITAIN], "play", **card, unit=long, when="before")
        again = play.copy()
        again.do(USERS[BRITAIN], "play", **card, unit=long[:60], when="before")
        assert again.state.played[-1].choice == CardChoice(unit=long[:60], when="before")
        play.do(USERS[BRITAIN], "play", **card, unit="  HMS Hood ", when="before", target="Norway")
        assert play.state.played[-1].choice == CardChoice(unit="HMS Hood", when="before")

    @pytest.mark.parametrize("card", ["balkan-overture", "reservists-called"])
    @pytest.mark.parametrize(
        ("phase", "counter", "are_revealed"),
        [
            ("Diplomacy: random events", "diplomatic", False), ("Diplomacy: subversion", "diplomatic", True),
            ("Crises", "diplomatic", True), ("Diplomacy: subversion", "anti-Comintern", False),
            ("Crises", None, False),
        ],
    )  # fmt: skip
    def test_a_country_is_chosen_before_counters_are_shown(
        self, card: str, phase: str, counter: Any, are_revealed: bool
    ) -> None:
        play = Storm()
        power = play.data.card(card).power
        play.set(held={power: (Held(card=card, is_shown=True, is_overdue=True),)})
        if counter:
            play.set(counters=(Counter(power=GERMANY, target="Rumania", value=0, kind=counter, phase=4),))
        play.at(phase)
        is_late = are_revealed and card == "balkan-overture"
        offered = [each for each in play.campaign.offers(USERS[power]) if each.command.type == "play"]
        assert bool(offered) != is_late
        if is_late:
            play.refused("face up now", USERS[power], "play", marker=card, target="Turkey")
        else:
            play.play(card, target="Turkey", unit="infantry")
            assert play.state.has_played(power)

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
            first = {field: str(offer.of(field)[0].value) for field in offer.chosen_from}
            assert offer.command.model_dump(include={*first}) == first, "the form proposes the first of each list"
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

    def test_a_button_of_an_earlier_turn_is_stale(self) -> None:
        keys = []
        for turn in (1, 2):
            play = Storm().set(turn=turn).deal("larger-army")
            keys.append({each.key for each in play.campaign.offers(USERS[GERMANY]) if each.command.type == "play"})
        assert keys[0].isdisjoint(keys[1])

    def test_face_up_cards_have_public_buttons_if_playable(self) -> None:
        play = Storm()
        cards = (numbered("Germany", 7), "larger-army")
        for is_shown in (True, False):
            play.set(held={GERMANY: tuple(Held(card=card, is_shown=is_shown) for card in cards)})
            offers = [each for each in play.campaign.offers(USERS[GERMANY]) if each.command.type == "play"]
            assert [(str(each.subject), each.secret) for each in offers] == [(ARMY, not is_shown)]
        play.refused("“?Card 7”? cannot be played yet: nothing has been entered", 1, "play", marker="Germany#7")

    def test_an_advance_changes_at_once_what_another_event_gives(self) -> None:
        play = Storm.printing("academy-mobilized", {"kind": "research advance", "project": "Russian armor"})
        play.put("tank-commission")
        play.deal("academy-mobilized").at("Research")
        told = public(play.play("academy-mobilized", when="before"))
        assert "Russia's support: -3 → **-2** from The tank commission reports" in told

    def test_each_part_finds_what_the_part_before_it_left(self) -> None:
        parts = (
            {"kind": "research advance", "project": "Allied espionage"},
            {"kind": "espionage", "owner": "Allies", "category": "intelligence", "against": "Axis"},
        )
        play = Storm.printing("reader-of-axis-mail", *parts)
        play.set(research={"Allied espionage": Progress(before=2, maximum=3)})
        play.deal("reader-of-axis-mail").at("Research")
        play.play("reader-of-axis-mail", when="before", project="Allied espionage")
        assert play.progress("Allied espionage").now == 1, "the first part took the last step"

    @pytest.mark.parametrize(
        ("world", "is_unseen"),
        [
            ({}, False),
            ({"conquered": {"Hungary": GERMANY}}, True),
            ({"flags": {"Hungary": "four"}}, True),
            ({"flags": {"Hungary": "four, kept by an event"}}, False),
        ],
    )
    def test_diplomacy_is_dealt_face_down_where_it_is_without_effect(
        self, world: dict[str, Any], *, is_unseen: bool
    ) -> None:
        play = Storm().world(**world)
        assert is_secret(play.data, play.state, "envoy-to-budapest") == is_unseen

    def test_an_event_waits_if_one_part_waits_for_research(self) -> None:
        parts = (
            {"kind": "research advance", "project": "Russian armor"},
            {"kind": "support", "power": "Russia", "amount": 1},
        )
        play = Storm.printing("academy-mobilized", *parts).deal("academy-mobilized").at("Research")
        play.play("academy-mobilized", when="after")
        assert (play.state.played[-1].waits, play.progress("Russian armor").steps) == (True, 0)


def test_what_is_typed_is_not_proposed() -> None:
    play = Storm().deal("subscription-ship").at("Construction")
    (offer,) = (each for each in play.campaign.offers(USERS[FRANCE]) if each.command.type == "play")
    assert (offer.inputs, offer.unproposed) == (("unit",), ("unit",))
