"""Playing an event: whose it is, in which phase, and with which choices."""

from rules.games.gathering_storm.powers import GERMANY, ITALY
from rules.seat import Seat
from tests.rules.games.gathering_storm.harness import USERS, Storm


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
