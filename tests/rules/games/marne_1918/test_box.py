"""Markers that the bot does not keep: the Germans play and show them out of the box."""

from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from tests.play import Play, public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state

ASSAULT = "The defender takes 2 more hit points."


def allied_attack() -> Play:
    play = campaign_with(
        "heroic-assault-1", "heroic-assault-2", "heroic-defense-1", phase=Phase.ALLIED_COMBAT, sequence=1
    )
    play.do(ANNA, "play", marker="Heroic Assault", choice="hits")
    return play


def german_attack() -> Play:
    return campaign_with("heroic-defense-1", "heroic-assault-1", phase=Phase.GERMAN_COMBAT, sequence=1)


class TestAnExchange:
    def test_a_heroic_assault_is_cancelled_by_a_marker_from_the_box(self) -> None:
        play = allied_attack()
        offered = {offer.label for offer in play.campaign.offers(BERT)}
        assert offered >= {
            "No event",
            "Cancel it from the box",
            "Play a marker from the box",
        }
        told = public(play.do(BERT, "play_own", cancels=True, name="Heroic *Defense*"))
        assert "The Germans play **Heroic \\*Defense\\*** from the box." in told
        assert "It cancels the marker just played." in told
        done = public(play.do(ANNA, "pass"))
        assert "No event affects this combat." in done
        assert ASSAULT not in done

    def test_the_cancelling_marker_is_cancelled_in_turn(self) -> None:
        play = allied_attack()
        play.do(BERT, "play_own", cancels=True)
        play.do(ANNA, "play", marker="Heroic Assault", choice="cancel")
        assert ASSAULT in public(play.do(BERT, "pass"))

    def test_both_stand_if_it_does_something_else(self) -> None:
        play = allied_attack()
        play.do(BERT, "play_own", name="Gas", note="The attacker loses a step.")
        told = public(play.do(ANNA, "pass"))
        assert ASSAULT in told
        assert "Gas of the Germans: The attacker loses a step." in told

    def test_a_heroic_defense_cancels_a_german_marker_from_the_box(self) -> None:
        play = german_attack()
        refused(play, NotNow, "has not just played", BERT, "play_own", cancels=True)
        play.do(BERT, "play_own", name="Heroic Assault", note="+2", is_heroic=True)
        play.do(ANNA, "play", marker="Heroic Defense", choice="cancel")
        assert "No event affects this combat." in public(play.do(BERT, "pass"))


class TestSpies:
    def played(self) -> Play:
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES)
        told = play.do(ANNA, "play", marker="Spies")
        assert "The Germans must show the Allies all their markers." in public(told)
        assert "hold" not in public(told)
        assert secret(told, ALLIES) == ""
        return play

    def test_the_germans_name_their_markers_to_the_allies_alone(self) -> None:
        play = self.played()
        assert play.game.due(state(play))[GERMANS].what == "Show the Allies every marker held."
        refused(play, NotYours, "The Germans show their markers", ANNA, "show_hand", markers="x")
        refused(play, NotNow, "The Germans must answer first", ANNA, "next_phase")
        told = play.do(BERT, "show_hand", markers="Gas, *Stosstruppen*")
        assert "Gas" not in public(told)
        assert "The Germans hold: Gas, \\*Stosstruppen\\*" in secret(told, ALLIES)
        assert secret(told, GERMANS) == ""
        assert state(play).waiting == ()
        hands = {seat: "\n".join(map(str, play.game.hand(state(play), seat))) for seat in (ALLIES, GERMANS)}
        assert "Spies on turn 5: the other side held Gas" in hands[ALLIES]
        assert "Gas" not in hands[GERMANS]
