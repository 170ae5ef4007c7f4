"""A combat is a thing: it has a number and a hex, its events belong to it, and what it was decided by is told once."""

from typing import Any

from rules.campaign.decider.waiting import waited, waits
from rules.command import Offer
from rules.errors import NotNow, Unsure
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state

HAND = (
    "heroic-defense-1", "heroic-defense-2", "heroic-assault-1", "surprise-attack-1", "immediate-counterattack-1",
    "immediate-counterattack-2", "russian-legion-1",
)  # fmt: skip


def german_combat(**facts: Any) -> Play:
    return campaign_with(*HAND, phase=Phase.GERMAN_COMBAT, sequence=1, **facts)


def allied_combat(**facts: Any) -> Play:
    return campaign_with(*HAND, phase=Phase.ALLIED_COMBAT, sequence=1, **facts)


def fields(offer: Offer) -> dict[str, Any]:
    """What the command of an offer holds."""
    return offer.command.model_dump(exclude={"type"})


def test_an_attacker_who_goes_on_before_the_dice_is_asked() -> None:
    """But not where the table has told what the combat brought: it has rolled."""
    play = campaign_with(phase=Phase.GERMAN_COMBAT, sequence=1, game=marne())
    play.do(BERT, "declare_combat", hex="Soissons")
    for command in ("next_phase", "next_turn"):
        play.is_sure = False
        refused(play, Unsure, r"The dice of combat 1 \(Soissons\) are not rolled.", BERT, command)
    reported = play.copy()
    reported.do(BERT, "take_hex", by="Germans", hex="Soissons", vp=2)
    play.do(BERT, "roll_combat")
    for each in (play, reported):
        each.is_sure = False
        each.do(BERT, "next_phase")
        assert state(each).now.phase is Phase.ALLIED_MOVEMENT


class TestItsName:
    def test_each_decision_is_waited_for_anew(self) -> None:
        """So it calls in a message of its own, although the table has waited for that side before."""
        play = german_combat()
        assert {wait.seat for wait in waits(waited(play.campaign))} == {GERMANS}
        deeds: list[tuple[int, dict[str, Any]]] = [
            (ANNA, {"type": "ask_to_declare"}),
            (BERT, {"type": "play_own", "name": "Gas"}),
            (ANNA, {"type": "play", "marker": "heroic-defense-1", "choice": "hits"}),
            (BERT, {"type": "pass"}),
            (ANNA, {"type": "ask_to_declare", "hex": "Fismes"}),
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

    def test_by_a_ruling_a_side_plays_a_second_heroic_marker(self) -> None:
        play = german_combat()
        play.do(BERT, "play_own", name="Sturmtruppen", note="+1 column")
        play.do(ANNA, "play", marker="heroic-defense-1", choice="bonus")
        play.do(BERT, "play_own", name="Gas", note="-1 hit")
        second: dict[str, Any] = {"marker": "heroic-defense-2", "choice": "hits"}
        refused(play, NotNow, "Now you can only cancel", ANNA, "play", **second)
        play.do(ANNA, "set_ruling", name="heroic_markers", choice=2)
        play.do(ANNA, "play", **second)
        told = public(play.do(BERT, "pass"))
        assert "The defender gets +2 to tactical coordination." in told
        assert "The attacker takes 2 more hit points." in told

    def test_a_surprise_attack_belongs_to_the_combat_it_declares(self) -> None:
        play = allied_combat()
        told = public(play.do(ANNA, "play", marker="surprise-attack-1", choice="exploitation", hex="Fismes"))
        assert "Combat 1 (Fismes): the Allies attack" in told
        refused(play, NotNow, "The Allies must answer first", BERT, "ask_to_declare", hex="Fismes")
        play.do(ANNA, "play", marker="heroic-assault-1", choice="hits")
        told = public(play.do(BERT, "pass"))
        assert "This is an exploitation combat; the defender uses no artillery." in told
        assert "The defender takes 2 more hit points." in told
        assert state(play).combats == 1

    def test_nothing_is_added_once_it_is_decided_or_rolled(self) -> None:
        play = campaign_with(*HAND, phase=Phase.ALLIED_COMBAT, sequence=1, game=marne())
        play.do(ANNA, "declare_combat", hex="La Ferté 12")
        assault: dict[str, Any] = {"marker": "heroic-assault-1", "choice": "hits"}
        said = r"Combat 1 \(La Ferté 12\) is declared, and nothing is added to it now"
        for hexes in (("la ferté-12", " "), ("la ferté-12",)):
            for hex_ in hexes:
                refused(play, NotNow, said, ANNA, "play", hex=hex_, **assault)
                refused(play, NotNow, said, ANNA, "declare_combat", hex=hex_)
                refused(play, NotNow, said, BERT, "ask_to_declare", hex=hex_)
            if state(play).combat.awaits_dice:  # type: ignore[union-attr]
                play.do(ANNA, "roll_combat")
        assert "Combat 2 (Fismes): the Allies attack" in public(play.do(ANNA, "play", hex="Fismes", **assault))


class TestAfterIt:
    def test_or_follows_the_last(self) -> None:
        play = german_combat()
        play.do(ANNA, "ask_to_declare", hex="Fismes")
        refused(play, NotNow, "must answer first", ANNA, "play", marker="immediate-counterattack-1")
        play.do(BERT, "pass")
        play.do(ANNA, "pass")
        assert "After combat 1 (Fismes), the Allies play" in public(
            play.do(ANNA, "play", marker="immediate-counterattack-1")
        )

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
        play.do(ANNA, "pass")
        play.do(BERT, "pass")
        told = public(play.do(ANNA, "play", marker="belleau-wood-1", answer=True))
        assert "After combat 1, the Allies play **Belleau Wood**" in told
        assert "Combat 2: the Allies attack" in public(play.do(ANNA, "play", marker="heroic-assault-1", choice="hits"))


class TestWhatIsAskedAndTold:
    def test_each_of_two_objectives_has_buttons_of_its_own(self) -> None:
        play = campaign_with("offensive-marne", phase=Phase.OFFENSIVES, zones={"offensive-aisne": Zone.HAND})
        for marker in ("offensive-marne", "offensive-aisne"):
            play.do(ANNA, "play", marker=marker)
        assert public(play.do(BERT, "next_turn")).splitlines()[-3:] == [
            "The turn is ending",
            "Was the objective of **Offensive: Marne** taken: 2 victory points?",
            "Was the objective of **Offensive: Aisne** taken: 4 victory points?",
        ]
        refused(play, NotNow, "The Allies must answer first", BERT, "next_turn")
        labels = [
            f"Offensive: {name}: objective {words}" for name in ("Marne", "Aisne") for words in ("taken", "not taken")
        ]
        for left, button, said in (
            (labels, 2, "**Offensive: Aisne** took its objective of 4 victory points."),
            (labels[:2], 1, "**Offensive: Marne** did not take its objective of 2 victory points."),
        ):
            offers = [each for each in play.campaign.offers(ANNA) if each.command.type == "report_objective"]
            assert [str(each.label) for each in offers] == left
            assert public(play.do(BERT, offers[button].command)).splitlines()[0] == said
            refused(play, NotNow, "at the end of its turn", ANNA, offers[button].command.type, **fields(offers[button]))
        play.do(BERT, "next_turn")
        assert state(play).turn == 6
