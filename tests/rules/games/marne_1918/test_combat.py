"""A combat is a thing: it has a number and a hex, its events belong to it, and what it was decided by is told once."""

from dataclasses import replace
from typing import Any

from rules.campaign.decider.waiting import waited, waits
from rules.command import Event
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.combat import CombatName, Stage
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.notice import Kind, Public, board_changes
from rules.pool import Zone
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state

HAND = (
    "heroic-defense-1", "heroic-defense-2", "heroic-assault-1", "surprise-attack-1", "immediate-counterattack-1",
    "immediate-counterattack-2", "russian-legion-1",
)  # fmt: skip


def german_combat(**facts: Any) -> Play:
    return campaign_with(*HAND, phase=Phase.GERMAN_COMBAT, sequence=1, **facts)


def allied_combat(**facts: Any) -> Play:
    return campaign_with(*HAND, phase=Phase.ALLIED_COMBAT, sequence=1, **facts)


def last_events(play: Play) -> tuple[Event, ...]:
    """What the last action did."""
    return play.log[-1].events


class TestItsName:
    def test_the_defender_names_the_hex_when_asking(self) -> None:
        play = german_combat()
        told = public(play.do(ANNA, "ask_to_declare", hex="Soissons"))
        assert "Combat 1 (Soissons): the Germans attack" in told
        assert "Before the dice of combat 1 (Soissons), the Germans must declare an event or pass." in told
        ((seat, due),) = play.game.due(state(play)).items()
        assert (seat, due.what) == (GERMANS, "Declare an event or pass, before the dice of combat 1 (Soissons).")
        assert "In force: Combat 1 (Soissons): the Germans attack" in shown(play)

    def test_the_attacker_declares_it(self) -> None:
        play = german_combat()
        refused(play, NotNow, "in your own combat phase; it is now German combat", ANNA, "declare_combat")
        play.do(BERT, "declare_combat", hex="*Fismes*")
        assert state(play).combat is not None
        assert "Combat 1 (\\*Fismes\\*): roll the dice" in public(play.do(BERT, "pass") + play.do(ANNA, "pass"))

    def test_it_is_told_from_the_next(self) -> None:
        """Each combat begins a message, so no verdict stands above the open question of another."""
        play = german_combat()
        for number in (1, 2):
            play.do(ANNA, "ask_to_declare")
            assert [type(event).__name__ for event in last_events(play)] == ["CombatDeclared", "EventAwaited"]
            assert last_events(play)[0].begins_step
            play.do(BERT, "pass")
            told = play.do(ANNA, "pass")
            assert {each.section for each in told if each.section} == {f"Combat {number}"}
            assert f"Combat {number}: roll the dice" in public(told)
        assert state(play).combats == 2

    def test_the_numbers_begin_anew_with_a_turn(self) -> None:
        play = allied_combat()
        play.do(BERT, "ask_to_declare")
        play.do(ANNA, "pass")
        play.do(BERT, "pass")
        play.do(ANNA, "next_turn")
        assert (state(play).combats, state(play).combat) == (0, None)

    def test_each_decision_is_waited_for_anew(self) -> None:
        """So it calls in a message of its own, although the table has waited for that side before."""
        play = german_combat()
        assert {wait.seat for wait in waits(waited(play.campaign))} == {GERMANS}
        deeds: list[tuple[int, dict[str, Any]]] = [
            (ANNA, {"type": "ask_to_declare"}),
            (BERT, {"type": "play_own", "name": "Gas"}),
            (ANNA, {"type": "play", "marker": "heroic-defense-1", "choice": "hits"}),
            (BERT, {"type": "pass"}),
            (ANNA, {"type": "ask_to_declare"}),
        ]
        for user, deed in deeds:
            before = waits(play.campaign)
            play.do(user, deed)
            called = ALLIES if deed["type"] == "play_own" else GERMANS
            assert {wait.seat for wait in waits(play.campaign) - before} == {called}


class TestBeforeItsDice:
    def test_heroic_defense_cancels_only_a_heroic_assault(self) -> None:
        play = german_combat()
        play.do(BERT, "play_own", name="Sturmtruppen", note="+1 column")
        refused(play, NotNow, "has not just played a Heroic", ANNA, "play", marker="heroic-defense-1", choice="cancel")
        assert "cancel" not in {getattr(offer.command, "choice", "") for offer in play.campaign.offers(ANNA)}
        play.do(ANNA, "play", marker="heroic-defense-1", choice="bonus")
        told = public(play.do(BERT, "play_own", cancels=True))
        assert "It cancels the marker just played." in told
        told = public(play.do(ANNA, "play", marker="heroic-defense-2", choice="cancel"))
        told = public(play.do(BERT, "pass"))
        assert "Sturmtruppen of the Germans: \\+1 column" in told
        assert "The defender gets +2 to tactical coordination." in told

    def test_a_heroic_assault_from_the_box_can_be_cancelled(self) -> None:
        play = german_combat()
        play.do(BERT, "play_own", note="+2 hits", is_heroic=True)
        play.do(ANNA, "play", marker="heroic-defense-1", choice="cancel")
        assert "No event affects this combat." in public(play.do(BERT, "pass"))

    def test_a_surprise_attack_belongs_to_the_combat_it_declares(self) -> None:
        play = allied_combat()
        told = public(play.do(ANNA, "play", marker="surprise-attack-1", choice="exploitation", hex="Fismes"))
        assert "Combat 1 (Fismes): the Allies attack" in told
        play.do(BERT, "ask_to_declare")
        assert state(play).combats == 1, "the combat just declared is meant"
        play.do(ANNA, "pass")
        told = public(play.do(BERT, "pass"))
        assert "This is an exploitation combat; the defender uses no artillery." in told
        assert "No event affects" not in told

    def test_and_to_no_combat_whose_events_are_being_declared(self) -> None:
        play = allied_combat()
        play.do(ANNA, "play", marker="heroic-assault-1", choice="hits")
        refused(play, NotNow, "must answer first", ANNA, "play", marker="surprise-attack-1", choice="exploitation")
        play.do(BERT, "play_own", name="Gas")
        refused(play, NotNow, "is too late", ANNA, "play", marker="surprise-attack-1", choice="exploitation")


class TestAfterIt:
    def test_an_immediate_counterattack_names_the_combat_it_follows(self) -> None:
        play = german_combat()
        (offer,) = (
            each for each in play.campaign.offers(ANNA) if each.subject == "Russian Legion" and each.label == "Play"
        )
        assert offer.inputs == ("hex",)
        refused(play, NotThere, "name its hex", ANNA, "play", marker="immediate-counterattack-1")
        told = public(play.do(ANNA, "play", marker="immediate-counterattack-1", hex="1207"))
        assert "After combat 1 (1207), the Allies play **Immediate Counterattack**" in told

    def test_or_follows_the_last(self) -> None:
        play = german_combat()
        play.do(ANNA, "ask_to_declare", hex="Fismes")
        refused(play, NotNow, "must answer first", ANNA, "play", marker="immediate-counterattack-1")
        play.do(BERT, "pass")
        play.do(ANNA, "pass")
        assert "After combat 1 (Fismes), the Allies play" in public(
            play.do(ANNA, "play", marker="immediate-counterattack-1")
        )

    def test_none_inside_another(self) -> None:
        play = german_combat()
        play.do(ANNA, "play", marker="immediate-counterattack-1", hex="1207")
        refused(play, NotNow, "The Allies attack in this combat", ANNA, "play", marker="immediate-counterattack-2")
        play.do(ANNA, "play", marker="heroic-assault-1", choice="hits")
        play.do(BERT, "pass")
        refused(play, NotNow, "The Allies attack in this combat", ANNA, "play", marker="immediate-counterattack-2")
        play.do(ANNA, "end_counterattack")
        play.do(ANNA, "play", marker="immediate-counterattack-2", hex="1207")

    def test_the_russian_legion_is_played_in_a_german_counterattack(self) -> None:
        play = allied_combat(counterattack=GERMANS)
        play.do(BERT, "declare_combat", hex="Fismes")
        play.do(BERT, "pass")
        play.do(ANNA, "pass")
        assert "After combat 1 (Fismes), the Allies play **Russian Legion**" in public(
            play.do(ANNA, "play", marker="russian-legion-1")
        )
        refused(allied_combat(), NotNow, "it is now Allied combat", ANNA, "play", marker="russian-legion-1", hex="1207")

    def test_also_after_one_of_which_only_the_declaration_is_known(self) -> None:
        """Whoever plays an event after a combat that nobody was asked about says that it was fought."""
        play = campaign_with(
            "surprise-attack-1", "belleau-wood-1", "heroic-assault-1", phase=Phase.ALLIED_COMBAT, sequence=1,
        )  # fmt: skip
        play.do(ANNA, "play", marker="surprise-attack-1", choice="artillery")
        told = public(play.do(ANNA, "play", marker="belleau-wood-1", answer=True))
        assert "After combat 1, the Allies play **Belleau Wood**" in told
        assert "Combat 2: the Allies attack" in public(play.do(ANNA, "play", marker="heroic-assault-1", choice="hits"))

    def test_what_was_played_after_it_means_that_it_was_fought(self) -> None:
        play = german_combat()
        play.do(ANNA, "play", marker="russian-legion-1", hex="1207")
        combat = state(play).combat
        assert combat is not None
        assert (combat.name, combat.stage) == (CombatName(number=1, hex="1207"), Stage.FOUGHT)
        play.do(ANNA, "ask_to_declare", hex="1207")
        assert state(play).combats == 2


def board(*told: object) -> list[str]:
    return [str(each) for each in board_changes(each for each in told if isinstance(each, Public))]


class TestOnTheBoard:
    def test_equal_points_add_up_and_name_their_hexes(self) -> None:
        play = german_combat()
        told = [
            *play.do(BERT, "take_hex", by="Germans", hex="Soissons", vp=2),
            *play.do(BERT, "take_hex", by="Germans", hex="Fismes", vp=2),
        ]
        assert board(*told) == ["Change the German victory points by +4 (Soissons +2, Fismes +2)."]

    def test_morale_adds_up_and_each_marker_is_named(self) -> None:
        play = campaign_with("cantigny-1", "belleau-wood-1", phase=Phase.EVENTS)
        cantigny = play.do(ANNA, "next_phase", to="Supply")
        play.do(ANNA, "next_phase", to="German combat")
        told = [*cantigny, *play.do(ANNA, "play", marker="Belleau Wood", answer=True, hex="1207")]
        assert board(*told) == [
            "Remove **Cantigny** from the game.",
            "Remove **Belleau Wood** from the game.",
            "Change American morale by +2 (Cantigny +1, Belleau Wood +1).",
        ]

    def test_a_kept_marker_is_not_returned_by_an_old_button(self) -> None:
        play = campaign_with(*HAND[:2])
        pool = state(play).pools[ALLIES]
        now = state(play).in_pool(ALLIES, lambda _: pool.replace(undecided={HAND[0]}))
        play.campaign = replace(play.campaign, state=now)
        old = next(o for o in play.campaign.offers(ANNA) if o.command.type == "return" and HAND[0] in o.key)
        play.do(ANNA, "keep", marker=HAND[0])
        assert old.key not in {offer.key for offer in play.campaign.offers(ANNA)}


class TestWhatIsAskedAndTold:
    def test_mangins_force_says_its_attacks_and_their_price(self) -> None:
        play = campaign_with("mangin-1", phase=Phase.ALLIED_MOVEMENT, sequence=1, german_offensive=4)
        told = play.do(ANNA, "play", marker="mangin-1", answer=True)
        (said,) = (each for each in told if "They must make at least 2 attacks" in str(each))
        assert "each missing attack gives the Germans 2 victory points" in str(said)
        assert said.kind is Kind.RESULT

    def test_the_objective_of_an_offensive_is_asked_as_its_turn_ends(self) -> None:
        play = campaign_with("offensive-marne", phase=Phase.OFFENSIVES, zones={"offensive-aisne": Zone.HAND})
        for marker in ("offensive-marne", "offensive-aisne"):
            play.do(ANNA, "play", marker=marker)
        asked = public(play.do(BERT, "next_turn"))
        assert "Was the objective of **Offensive: Marne** taken: 2 victory points?" in asked
        assert "Was the objective of **Offensive: Aisne** taken: 4 victory points?" in asked
        refused(play, NotNow, "The Allies must answer first", BERT, "next_turn")
        told = public(play.do(ANNA, "report_objective", marker="offensive-aisne", taken=False))
        assert "**Offensive: Aisne** did not take its objective of 4 victory points." in told
        refused(play, NotNow, "at the end of its turn", ANNA, "report_objective", marker="offensive-aisne", taken=True)
        play.do(BERT, "report_objective", marker="offensive-marne", taken=True)
        refused(play, NotNow, "at the end of its turn", ANNA, "report_objective", marker="offensive-marne", taken=True)
        play.do(BERT, "next_turn")
        assert state(play).turn == 6

    def test_each_of_two_objectives_is_answered_by_its_own_buttons(self) -> None:
        play = campaign_with("offensive-marne", phase=Phase.OFFENSIVES, zones={"offensive-aisne": Zone.HAND})
        for marker in ("offensive-marne", "offensive-aisne"):
            play.do(ANNA, "play", marker=marker)
        play.do(BERT, "next_turn")
        told: list[str] = []
        while offers := [each for each in play.campaign.offers(ANNA) if each.command.type == "report_objective"]:
            assert [str(each.label) for each in offers] == ["The objective was taken", "The objective was not taken"]
            told.append(public(play.do(ANNA, offers[len(told)].command)).splitlines()[0])
        assert told == [
            "**Offensive: Marne** took its objective of 2 victory points.",
            "**Offensive: Aisne** did not take its objective of 4 victory points.",
        ]
