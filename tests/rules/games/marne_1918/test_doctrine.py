"""The Doctrine Evolution Track."""

from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.state import Doctrine
from rules.games.marne_1918.status import status
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state, zone_of


def test_a_flight_tells_points_that_were_none() -> None:
    waiting = (FlightToResolve(seat=ALLIES, marker="the-government-flees-1"),)
    play = campaign_with("the-government-flees-1", victory_points=0, waiting=waiting)
    refused(play, NotThere, "Say whether", ANNA, "resolve_flight", vp=17, reason="Counted")
    assert "points: 0 → **16**." in public(play.do(ANNA, "resolve_flight", vp=16, reason="Counted"))


def shown(play: Play) -> str:
    return "\n".join(f"{line.section}: {line}" for line in status(play.game.data, state(play)))


class TestDoctrine:
    def test_a_shakeup_opens_it_when_it_comes_to_the_track(self) -> None:
        play = campaign_with("command-shakeup-1", phase=Phase.SUPPLY, tracks=["clemenceau-1"])
        play.do(ANNA, "play", marker="Command Shakeup")
        refused(play, NotNow, "The Germans must answer first", ANNA, "next_turn")
        refused(play, NotYours, "The Germans choose the HQ", ANNA, "place_shakeup", hq="IV Army")
        play.do(BERT, "place_shakeup", hq="IV Army")
        assert "Command Shakeup is on IV Army" in shown(play)
        assert state(play).doctrine is Doctrine.FOCH
        play.do(ANNA, "next_turn")
        assert zone_of(play, "command-shakeup-1") is Zone.TRACK
        assert state(play).doctrine is Doctrine.EVOLVING
        assert state(play).on_hq == {}

    def test_by_ruling_the_allies_choose_when_to_adopt_it(self) -> None:
        game = marne().with_ruling("evolving_moment", "when_adopted")
        play = campaign_with("clemenceau-1", phase=Phase.SUPPLY, tracks=["command-shakeup-1"], game=game)
        told = public(play.do(ANNA, "play", marker="Clemenceau"))
        assert "The Allies can now keep 4 markers, until the end of the game." in told
        assert state(play).doctrine is Doctrine.FOCH
        refused(play, NotNow, "cannot adopt", ANNA, "adopt_evolving")
        play.do(BERT, "next_phase")
        refused(play, NotYours, "The Allies choose their doctrine", BERT, "adopt_evolving")
        offer = next(offer for offer in play.campaign.offers(ANNA) if offer.label == "Adopt the Evolving Doctrine")
        told = public(play.do(ANNA, offer.command))
        assert "The Allies now fight under the **Evolving** doctrine." in told
        assert "(`evolving_moment`)" in told
        refused(play, NotNow, "cannot adopt", ANNA, "adopt_evolving")

    def test_petain_needs_both_on_the_track_and_lets_gouraud_come(self) -> None:
        play = campaign_with(
            "change-of-doctrine-1", "gouraud-1", phase=Phase.SUPPLY, tracks=["clemenceau-1", "command-shakeup-1"]
        )
        refused(play, NotNow, "before Change of Doctrine", ANNA, "play", marker="Gouraud", hq="IV Army")
        play.do(ANNA, "play", marker="Change of Doctrine")
        assert state(play).doctrine is Doctrine.PETAIN
        refused(play, NotThere, "name the HQ", ANNA, "play", marker="Gouraud", hq=" ")
        play.do(ANNA, "play", marker="Gouraud", hq=" IV Army ")
        assert set(state(play).on_hq.values()) == {"IV Army"}
        play.do(ANNA, "next_turn")
        assert zone_of(play, "gouraud-1") is Zone.REMOVED
        assert state(play).doctrine is Doctrine.PETAIN, "the markers on the track open nothing any more"
