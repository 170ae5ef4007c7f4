"""Playing an event: whose it is, in which phase, and with which choices."""

import pytest

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY
from rules.seat import Seat
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm


class TestPlay:
    def test_bad_input(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.refused("hold no event of that name", USERS[ITALY], "play", marker="larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="no-such-card")
        play.refused("“Event”", USERS[GERMANY], "play", marker="")
        play.play("larger-army")
        play.refused("hold no event of that name", USERS[GERMANY], "play", marker="larger-army")
        play.do(6, {"type": "join", "seat": Seat("Germany")})
        play.do(1, {"type": "leave", "seat": Seat("Germany")})
        play.refused("referee plays no events", 1, "play", marker="larger-army")

    @pytest.mark.parametrize(("beside", "phases"), [("income", ["Economy"]), ("support", ["Economy", "Research"])])
    @pytest.mark.parametrize("first", ["diplomacy", "support"])
    def test_what_stands_beside_diplomacy_without_effect_keeps_its_phase(
        self, first: str, beside: str, phases: list[str]
    ) -> None:
        """Such diplomacy is a support event, and a support event beside another part is played in the other's phase."""
        game, own = storm(), {"power": "Britain", "amount": 1}
        cards = [card.model_dump(mode="json") for card in game.data.cards]
        (card,) = (card for card in cards if card["id"] == "envoy-to-budapest")
        part = {"target": "Hungary"} if first == "diplomacy" else {"power": "France"}
        card["features"] = [{"kind": first, **own, **part}, {"kind": beside, **own}]
        data = type(game.data).model_validate({**game.data.model_dump(mode="json"), "cards": cards})
        for phase in ("Economy", "Research"):
            play = Storm.of(type(game)(data))
            play.world(conquered={"Hungary": GERMANY})
            play.at(phase)
            play.deal("envoy-to-budapest")
            if phase in phases:
                play.play("envoy-to-budapest")
                assert play.support(BRITAIN if first == "diplomacy" else FRANCE) > 0
            else:
                play.refused("only in the phase “Economy”", USERS[BRITAIN], "play", marker="envoy-to-budapest")

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
