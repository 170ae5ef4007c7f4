"""Markers that the bot does not keep: the Germans play and show them out of the box."""

from dataclasses import replace

import pytest

from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.log_events.box import HandToShow
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from tests.play import Play, public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state
from tests.rules.games.marne_1918.german_events import with_german_events

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

    def test_of_one_that_cancels_it_is_not_asked_what_it_does(self) -> None:
        told = public(allied_attack().do(BERT, "play_own", cancels=True, name="Gas", note="a step"))
        assert "It cancels the marker just played." in told
        assert "What it does" not in told

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

    def test_asked_to_declare_the_germans_declare_from_the_box(self) -> None:
        play = german_attack()
        play.do(ANNA, "ask_to_declare")
        play.do(BERT, "play_own", note="Two better")
        assert "A marker of the Germans: Two better" in public(play.do(ANNA, "pass"))

    def test_the_germans_ask_the_allies_to_declare_first(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        refused(play, NotNow, "the attacker declares first", BERT, "play_own")
        play.do(BERT, "ask_to_declare")
        play.do(ANNA, "pass")
        play.do(BERT, "play_own", note="Dig in")
        assert "Dig in" in public(play.do(ANNA, "pass"))

    def test_box_markers_need_their_turn_and_a_side_without_a_pool(self) -> None:
        play = allied_attack()
        refused(play, NotThere, "The bot keeps your markers", ANNA, "play_own")
        play.do(BERT, "play_own")
        refused(play, NotNow, "The Allies must answer first", BERT, "play_own")
        kept = campaign_with(phase=Phase.GERMAN_COMBAT, sequence=1, game=with_german_events())
        refused(kept, NotThere, "The bot keeps your markers", BERT, "play_own")
        assert not [offer for offer in kept.campaign.offers(BERT) if offer.command.type == "play_own"]


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

    def test_or_they_show_them_on_the_table(self) -> None:
        play = self.played()
        told = public(play.do(BERT, "show_hand"))
        assert "The Germans show the Allies their markers on the table." in told
        assert state(play).spied == {}

    def test_nobody_is_asked_otherwise(self) -> None:
        refused(campaign_with(), NotNow, "Nobody asks you", BERT, "show_hand")


@pytest.mark.parametrize("name", ["", "Gas"])
def test_a_marker_needs_no_name(name: str) -> None:
    play = allied_attack()
    told = public(play.do(BERT, "play_own", name=name))
    assert ("**Gas**" in told) is bool(name)
    assert ("a marker from the box" in told) is not bool(name)


def test_what_is_shown_or_named_is_kept_without_blanks_around_it() -> None:
    play = campaign_with("spies-1", phase=Phase.OFFENSIVES)
    play.do(ANNA, "play", marker="Spies")
    assert [offer.label for offer in play.campaign.offers(ANNA) if offer.command.type == "show_hand"] == []
    told = play.do(BERT, "show_hand", markers="  Gas ")
    assert secret(told, ALLIES) == "The Germans hold: Gas"
    play = campaign_with("spies-1", phase=Phase.OFFENSIVES)
    play.do(ANNA, "play", marker="Spies")
    assert "on the table" in public(play.do(BERT, "show_hand", markers="   "))


def test_whoever_is_asked_something_else_answers_that_first() -> None:
    play = campaign_with("spies-1", phase=Phase.GERMAN_COMBAT, sequence=1)
    asked = HandToShow(awaiting=GERMANS, to=ALLIES)
    play.campaign = replace(play.campaign, state=state(play).replace(waiting=(asked,)))
    refused(play, NotNow, "Answer first what you are asked", BERT, "play_own")
    assert not [offer for offer in play.campaign.offers(BERT) if offer.command.type == "play_own"]


def test_only_a_heroic_marker_is_cancelled() -> None:
    play = campaign_with("heroic-assault-1", phase=Phase.ALLIED_COMBAT, sequence=1)
    play.do(BERT, "ask_to_declare")
    play.do(ANNA, "play", marker="Heroic Assault", choice="hits")
    combat = state(play).combat
    assert combat is not None
    plain = combat.replace(exchange=(combat.exchange[0].replace(is_heroic=False),))
    play.campaign = replace(play.campaign, state=state(play).replace(combat=plain))
    assert "Cancel it from the box" not in {offer.label for offer in play.campaign.offers(BERT)}
    refused(play, NotNow, "has not just played a Heroic", BERT, "play_own", cancels=True)


def test_the_side_that_can_declare_is_offered_a_box_marker() -> None:
    def inputs(play: Play) -> list[tuple[str, ...]]:
        return [each.inputs for each in play.campaign.offers(BERT) if each.label == "Play a marker from the box"]

    play = german_attack()
    assert inputs(play) == [("name", "note", "is_heroic", "hex")], "the attacker names the hex of a new combat"
    play.do(ANNA, "ask_to_declare")
    assert inputs(play) == [("name", "note", "is_heroic")]
    play.do(BERT, "pass")
    assert inputs(play) == [], "the Allies are asked now"
    assert inputs(campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)) == []
    assert inputs(campaign_with(phase=Phase.SUPPLY)) == []
