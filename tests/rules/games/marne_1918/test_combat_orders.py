"""Sealed orders for combats: the exchange before the dice runs as it is declared, and nobody can tell who ordered."""

from itertools import product
from typing import Any

import pytest

from rules.campaign.questions.orders import GiveOrder, tell_orders
from rules.campaign.time.deadlines import GoOnWithout
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.combat import Combat, CombatName, Declaration
from rules.games.marne_1918.combat_orders import ANY, CONDITIONS, done_to, orderable
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.kit.orders import AT_ONCE, Order
from rules.notice import Kind, Public, Secret
from rules.pool import Zone
from rules.seat import REFEREE
from tests.games import marne
from tests.play import Play, public
from tests.rules.campaign.helpers import NOBODY
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, state, zone_of
from tests.rules.games.marne_1918.german_events import with_german_events
from tests.rules.games.marne_1918.test_reactions import ASSAULT, DEFENSE, GERMAN, awaiting

ROLL = "Combat 1 (Soissons), the Germans attack: roll the dice"
HITS, CANCEL = "Heroic Defense: hits", "Heroic Defense: cancel"


def german_attack(*orders: GiveOrder, **facts: Any) -> Play:
    """The German combat phase; the Allies hold two assaults and two defenses and have given some orders."""
    play = campaign_with(*ASSAULT, *DEFENSE, phase=Phase.GERMAN_COMBAT, sequence=1, game=marne(), **facts)
    for order in orders:
        play.do(ANNA, order)
    return play


def both_hold(phase: Phase = Phase.GERMAN_COMBAT) -> Play:
    """A combat phase; both sides hold two assaults and two defenses."""
    return campaign_with(*ASSAULT, *DEFENSE, phase=phase, sequence=1, zones=GERMAN, game=with_german_events())


def declared(play: Play, hex_: str = "Soissons") -> str:
    """What the channel reads as the Germans declare a combat."""
    return public(play.do(BERT, "declare_combat", hex=hex_))


def test_a_side_without_orders_plays_nothing_and_is_not_asked() -> None:
    play = german_attack()
    told = declared(play)
    assert awaiting(play) is None
    assert told.splitlines()[-2:] == [ROLL, "No event affects this combat."]
    assert "must declare" not in told


def test_an_order_plays_its_marker_as_the_combat_is_declared() -> None:
    play = german_attack(GiveOrder(when="when_attacked", do=HITS))
    told = declared(play)
    assert awaiting(play) is None
    assert told.splitlines()[-1] == "The attacker takes 2 more hit points."
    assert "planned" not in told
    assert zone_of(play, DEFENSE[0]) is Zone.IN_PLAY
    assert zone_of(play, DEFENSE[1]) is Zone.HAND


def test_it_is_followed_in_its_hex_alone_however_that_is_written() -> None:
    play = german_attack(GiveOrder(when="when_attacked", where="La Ferté 1512", do=HITS))
    assert "Heroic Defense" not in declared(play, "Soissons")
    assert "Heroic Defense" in declared(play, "la ferté-1512")


def test_where_nobody_named_the_hex_its_owner_decides() -> None:
    """Or an attacker would get past the orders for a hex by not naming it, or draw them where they are not meant."""
    play = german_attack(GiveOrder(when="when_attacked", where="1512", do=HITS))
    assert "Heroic Defense" not in declared(play, "")
    assert awaiting(play) == ALLIES
    assert [str(each) for each in tell_orders(play.campaign, ANNA)][1:] == [
        "An order of yours could not be followed. Is this the 1512 of your order? You decide."
    ]
    other = german_attack(
        GiveOrder(when="when_attacked", do=HITS), GiveOrder(when="when_attacked", where="1", do=CANCEL)
    )
    assert "Heroic Defense" in declared(other, ""), "the first order that fits"


def test_why_an_order_was_not_followed_its_owner_alone_reads() -> None:
    """Also where another was followed in its place, and nothing stays to be decided."""
    play = german_attack(GiveOrder(when="when_attacked", do=CANCEL), GiveOrder(when="when_attacked", do="pass"))
    told = play.do(BERT, "declare_combat", hex="Soissons")
    assert "could not be followed" not in public(told)
    why = "The other side has not just played a Heroic Assault or Heroic Defense to cancel."
    assert [(str(each), each.kind) for each in told if isinstance(each, Secret) and each.seat == ALLIES] == [
        (f"An order of yours could not be followed. {why}", Kind.UNSEEN)
    ]


def test_the_bot_follows_the_first_order_that_it_can_carry_out() -> None:
    orders = (
        GiveOrder(when="when_attacked", where="Fismes", do="pass"),
        GiveOrder(when="when_attacked", do=CANCEL),
        GiveOrder(when="when_attacked", do=HITS),
    )
    assert "Heroic Defense" not in declared(german_attack(*orders), "Fismes")
    assert "The attacker takes 2 more hit points." in declared(german_attack(*orders), "Soissons")


def test_the_exchange_runs_in_the_printed_order_to_its_end() -> None:
    """The attacker assaults, the defender cancels it, the attacker cancels that, all by orders."""
    play = both_hold()
    play.do(BERT, GiveOrder(when="when_attacking", do="German assault: hits"))
    play.do(BERT, GiveOrder(when="when_cancelled", do="German assault: cancel"))
    play.do(ANNA, GiveOrder(when="by_heroic_assault", do=CANCEL))
    told = declared(play)
    played = [line for line in told.splitlines() if "play **" in line]
    assert played == [
        "The Germans play **German assault**.",
        "The Allies play **Heroic Defense**.",
        "The Germans play **German assault**.",
    ]
    assert told.endswith("The defender takes 2 more hits.")
    assert awaiting(play) is None


def test_an_assault_by_hand_is_answered_by_order() -> None:
    play = both_hold()
    play.do(ANNA, GiveOrder(when="attacked_alone", do=HITS))
    play.do(ANNA, GiveOrder(when="by_heroic_assault", where="Fismes", do=CANCEL))
    told = public(play.do(BERT, "play", marker="german-assault-1", choice="hits", hex="Fismes"))
    assert "Heroic Defense" in told
    assert "No event affects this combat." in told


def test_the_defender_answers_an_assault_and_both_effects_apply() -> None:
    for when in ("by_heroic_assault", "attacked_with_event", "when_attacked"):
        play = both_hold()
        play.do(ANNA, GiveOrder(when=when, do=HITS))
        told = public(play.do(BERT, "play", marker="german-assault-1", choice="hits", hex="Fismes"))
        assert told.splitlines()[-3:] == [
            ROLL.replace("Soissons", "Fismes"),
            "The defender takes 2 more hits.",
            "The attacker takes 2 more hit points.",
        ]


def test_after_its_first_answer_a_side_only_cancels_by_order() -> None:
    play = both_hold()
    play.do(ANNA, GiveOrder(when="any_combat", do=HITS))
    play.do(BERT, GiveOrder(when="when_attacked", do="German defense: hits"))
    play.do(BERT, GiveOrder(when="when_attacking", do="German assault: hits"))
    play.do(BERT, GiveOrder(when="by_heroic_defense", do="German assault: cancel"))
    told = declared(play)
    assert [line for line in told.splitlines() if "play **" in line] == [
        "The Germans play **German assault**.",
        "The Allies play **Heroic Defense**.",
        "The Germans play **German assault**.",
    ]
    assert told.endswith("The defender takes 2 more hits.")


def test_who_decides_by_hand_is_called_there_and_nowhere_else() -> None:
    play = german_attack(GiveOrder(when="when_attacked", where="Fismes", do="by_hand"))
    declared(play, "Soissons")
    assert awaiting(play) is None
    declared(play, "Fismes")
    assert awaiting(play) == ALLIES
    play.do(ANNA, "play", marker=DEFENSE[0], choice="bonus")
    assert awaiting(play) is None


def test_a_side_asked_to_declare_decides_by_hand_despite_orders() -> None:
    """Otherwise the channel would show who has orders, and the side that asks would decide before the attacker."""
    for order in ((), (GiveOrder(when="when_attacking", do="German assault: hits"),)):
        play = both_hold()
        for each in order:
            play.do(BERT, each)
        assert "must declare an event or pass" in public(play.do(ANNA, "ask_to_declare", hex="Fismes"))
        assert awaiting(play) == GERMANS
        play.do(BERT, "pass")
        assert awaiting(play) is None


@pytest.mark.parametrize("by_form", [True, False])
def test_a_surprise_attack_and_its_exchange_are_one_combat(by_form: bool) -> None:
    """Both sides' orders are followed as it is played, by the form of the combat or out of the hand."""
    play = campaign_with("surprise-attack-1", ASSAULT[0], phase=Phase.ALLIED_COMBAT, sequence=1, game=marne())
    play.do(ANNA, GiveOrder(when="when_attacking", do="Heroic Assault: hits"))
    play.do(BERT, GiveOrder(when="by_heroic_assault", do="cancel_from_box", note="Abwehr"))
    deed = {"type": "play", "marker": "surprise-attack-1", "choice": "artillery"}
    if by_form:
        deed = {"type": "declare_combat", "event": "Surprise Attack: artillery"}
    told = public(play.do(ANNA, deed | {"hex": "Fismes"}))
    assert told.splitlines()[0] == "Combat 1 (Fismes): the Allies attack"
    assert told.splitlines()[-2:] == [
        "Combat 1 (Fismes), the Allies attack: roll the dice",
        "The attacker uses one corps artillery and no army artillery; the defender uses no artillery.",
    ]
    assert [each.choice for each in state(play).combat.exchange] == ["hits", "cancel"]  # type: ignore[union-attr]


class TestTheFormOfACombat:
    """The attacker chooses hex and event at once; what follows is the exchange of any combat."""

    def form(self, play: Play, user: int) -> Any:
        return next(each for each in play.campaign.offers(user) if each.command.type == "declare_combat")

    @pytest.mark.parametrize("ruling", ["sealed", "called"])
    def test_it_offers_what_is_held_and_then_the_defender_answers(self, ruling: str) -> None:
        game = marne() if ruling == "sealed" else marne().with_ruling("combat_events", ruling)
        hand = (*ASSAULT, *DEFENSE, "surprise-attack-1", "russian-legion-1", "belleau-wood-1")
        play = campaign_with(*hand, phase=Phase.ALLIED_COMBAT, sequence=1, game=game)
        play.do(BERT, GiveOrder(when="by_heroic_assault", do="by_hand"))
        form = self.form(play, ANNA)
        assert (form.inputs, form.menu) == (("hex", "event"), None)
        assert [str(each.label) for each in form.of("event")[1:]] == [
            "Heroic Assault: 2 more hit points", "Heroic Assault: +2 for you", "Heroic Assault: −2 for the enemy",
            "Surprise Attack: corps artillery alone", "Surprise Attack: exploitation combat",
        ]  # fmt: skip
        for event in ("Heroic Assault: cancel", "Heroic Defense: hits", "Russian Legion: "):
            with pytest.raises(NotThere, match="no such event"):
                play.do(ANNA, "declare_combat", hex="Fismes", event=event)
        told = public(play.do(ANNA, "declare_combat", hex="Fismes", event="Heroic Assault: bonus"))
        assert told.startswith("Combat 1 (Fismes): the Allies attack\nThe Allies play **Heroic Assault**")
        assert awaiting(play) == GERMANS
        play.do(BERT, "pass")
        assert state(play).combats == 1
        assert [each.choice for each in state(play).combat.standing] == ["bonus"]  # type: ignore[union-attr]

    def test_a_side_whose_markers_are_in_the_box_names_one(self) -> None:
        play = german_attack(GiveOrder(when="by_heroic_assault", do=CANCEL, lasts=True))
        assert self.form(play, BERT).inputs == ("hex", "name", "note")
        for hex_, name in (("Fismes", " heroic assault 2 "), ("Oulchy", "Assaut héroïque")):
            told = public(play.do(BERT, "declare_combat", hex=hex_, name=name))
            assert told.splitlines()[-1] == "No event affects this combat.", "its name says that it can be cancelled"
        told = public(play.do(BERT, "declare_combat", hex="Soissons", name="Gas"))
        assert told.splitlines()[-1] == "Gas of the Germans."
        told = public(play.do(BERT, "declare_combat", hex="Reims", note="+1 column"))
        assert told.splitlines()[-1] == "A marker of the Germans: \\+1 column"

    def test_without_an_event_it_reads_the_same_whatever_is_held(self) -> None:
        plain = campaign_with("spies-1", "mangin-1", phase=Phase.ALLIED_COMBAT, sequence=1, game=marne())
        armed = campaign_with("surprise-attack-1", ASSAULT[0], phase=Phase.ALLIED_COMBAT, sequence=1, game=marne())
        armed.do(ANNA, GiveOrder(when="when_attacking", where="Reims", do="Heroic Assault: hits"))
        read = []
        for play in (plain, armed):
            before = [(each.label, each.key) for each in play.campaign.open_offers()]
            play.do(ANNA, "declare_combat", hex="Fismes")
            read.append((before, [e.model_dump() for e in play.log[-1].events], play.log[-1].command, seen(play, BERT)))
        assert read[0] == read[1]


def test_an_order_plays_a_cancellable_heroic_box_marker_once() -> None:
    play = german_attack(GiveOrder(when="by_heroic_assault", do=CANCEL))
    play.do(BERT, GiveOrder(when="when_attacking", do="heroic_from_box", note="Feuerwalze"))
    assert declared(play).splitlines()[-1] == "No event affects this combat."
    assert [each.seat for each in state(play).combat.exchange] == [GERMANS, ALLIES]  # type: ignore[union-attr]


def test_an_order_for_a_box_marker_is_spent_with_it() -> None:
    play = german_attack()
    play.do(BERT, GiveOrder(when="when_attacking", do="from_box", note="Gas"))
    assert "Gas" in declared(play)
    assert "Gas" not in declared(play, "Fismes")


def test_the_bot_calls_a_cancelling_box_marker_by_its_note() -> None:
    play = campaign_with(*ASSAULT, phase=Phase.ALLIED_COMBAT, sequence=1, game=marne())
    play.do(BERT, GiveOrder(when="by_heroic_assault", do="cancel_from_box", note="Abwehr"))
    told = public(play.do(ANNA, "play", marker=ASSAULT[0], choice="hits", hex="Fismes"))
    assert "The Germans play **Abwehr** from the box.\nIt cancels the marker just played." in told


def test_what_is_decided_for_the_absent_is_answered_by_order() -> None:
    play = german_attack(GiveOrder(when="when_attacked", do=HITS))
    play.do(BERT, GiveOrder(when="when_attacking", do="by_hand"))
    declared(play)
    assert awaiting(play) == GERMANS
    play.wait(days=4)
    told = public(play.do(ANNA, GoOnWithout(seat=GERMANS)))
    assert "The Allies play **Heroic Defense**" in told
    assert awaiting(play) == GERMANS  # who decide by hand whether they cancel it


class TestRefusals:
    """What could never apply is refused as it is given, in one sentence."""

    @pytest.mark.parametrize(
        ("order", "said"),
        [
            (GiveOrder(when="when_attacking", do=HITS), "played by the other side of the combat"),
            (GiveOrder(when="when_attacked", do="Heroic Assault: hits"), "played by the other side of the combat"),
            (GiveOrder(when="attacked_alone", do=CANCEL), "nothing to cancel"),
            (GiveOrder(when="when_cancelled", do=HITS), "can only cancel"),
            (GiveOrder(when="answered_with_event", do="Heroic Assault: bonus"), "can only cancel"),
            (GiveOrder(when="by_heroic_defense", do="Heroic Assault: hits"), "can only cancel"),
            (GiveOrder(when="when_attacked", do="Spies: hits"), "Nothing of that name"),
            (GiveOrder(when="at night", do=HITS), "no such condition"),
        ],
    )
    def test_one_that_could_never_apply(self, order: GiveOrder, said: str) -> None:
        play = german_attack()
        before = play.campaign
        with pytest.raises(NotThere, match=said):
            play.do(ANNA, order)
        assert play.campaign is before

    def test_one_behind_another_that_covers_it(self) -> None:
        play = german_attack(GiveOrder(when="when_attacked", do="by_hand"))
        with pytest.raises(NotThere, match="earlier order already covers"):
            play.do(ANNA, GiveOrder(when="by_heroic_assault", where="Reims", do=CANCEL))
        play.do(ANNA, GiveOrder(when="when_attacking", do="Heroic Assault: hits"))

    def test_one_for_this_turn_with_a_marker_that_is_not_in_hand(self) -> None:
        play = campaign_with(*ASSAULT, phase=Phase.GERMAN_COMBAT, sequence=1, game=marne())
        with pytest.raises(NotThere, match="You hold no Heroic Defense"):
            play.do(ANNA, GiveOrder(when="when_attacked", do=HITS))
        play.do(ANNA, GiveOrder(when="when_attacked", do=HITS, lasts=True))
        assert "Heroic Defense" not in declared(play)

    def test_an_order_for_one_hex_does_not_cover_other_combats(self) -> None:
        play = german_attack(GiveOrder(when="when_attacked", where="Reims", do="pass"))
        play.do(ANNA, GiveOrder(when="when_attacked", where="Fismes", do=HITS))
        play.do(ANNA, GiveOrder(when="when_attacked", do=HITS))
        with pytest.raises(NotThere, match="earlier order already covers"):
            play.do(ANNA, GiveOrder(when="attacked_alone", where="REIMS", do=HITS))

    @pytest.mark.parametrize("do", ["from_box", "heroic_from_box", "cancel_from_box"])
    def test_a_marker_from_the_box_without_a_note(self, do: str) -> None:
        with pytest.raises(NotThere, match="which marker it is"):
            german_attack().do(BERT, GiveOrder(do=do))

    def test_more_than_anybody_reads(self) -> None:
        play = german_attack()
        for number in range(20):
            play.do(ANNA, GiveOrder(where=str(number), do="by_hand"))
        with pytest.raises(NotNow, match="20 orders"):
            play.do(ANNA, GiveOrder(where="Reims", do="by_hand"))


# ---- nobody can tell an order from none before it acts ----

UNUSED = (
    GiveOrder(when="when_attacked", where="Reims", do=HITS),
    GiveOrder(when="by_heroic_assault", do=CANCEL),
    GiveOrder(when="when_attacked", do="pass"),
)


@pytest.mark.parametrize("number", range(1, len(UNUSED) + 1))
def test_unused_orders_change_nothing_that_others_see_or_can_do(number: int) -> None:
    plain, ordered = german_attack(), german_attack(*UNUSED[:number])
    for play in (plain, ordered):
        for hex_ in ("Soissons", "Fismes"):
            declared(play, hex_)
    assert seen(plain, BERT) == seen(ordered, BERT)
    assert seen(plain, NOBODY) == seen(ordered, NOBODY)
    events = [
        [each.type for entry in play.log if not entry.is_unseen for each in entry.events] for play in (plain, ordered)
    ]
    assert events[0] == events[1]


def seen(play: Play, user: int) -> tuple[Any, ...]:
    """All that somebody else reads, and can do."""
    shown = [[str(each) for each in play.campaign.tell(entry) if isinstance(each, Public)] for entry in play.log]
    offers = [(each.label, each.command, each.key) for each in play.campaign.offers(user)]
    status = [str(each) for each in play.game.status(state(play))]
    return [each for each in shown if each], offers, status, play.campaign.actions


def test_who_has_seen_what_was_ordered_cannot_take_it_back_alone() -> None:
    for orders in ((), (GiveOrder(when="when_attacked", do=HITS),)):
        play = german_attack(*orders)
        play.all_agree = False
        declared(play)
        play.do(BERT, "undo")
        assert {seat for each in play.campaign.requests for seat in each.needed} == {ALLIES}


# ---- every condition, with everything that the other side can have done ----

DONE = {
    "nothing": (),
    "an event": (Declaration(seat=GERMANS, note="Gas"),),
    "an assault": (Declaration(seat=GERMANS, is_heroic=True),),
    "a cancel": (Declaration(seat=ALLIES, is_heroic=True), Declaration(seat=GERMANS, choice="cancel", is_heroic=True)),
}
HOLD = {
    "nothing": {"any_combat", "ROLE", "alone"},
    "an event": {"any_combat", "ROLE", "with an event"},
    "an assault": {"any_combat", "ROLE", "with an event", "heroic"},
    "a cancel": {"any_combat", "ROLE", "when_cancelled"},
}
NAMES = {
    GERMANS: {
        "ROLE": "when_attacked",
        "alone": "attacked_alone",
        "with an event": "attacked_with_event",
        "heroic": "by_heroic_assault",
    },
    ALLIES: {"ROLE": "when_attacking", "with an event": "answered_with_event", "heroic": "by_heroic_defense"},
}


@pytest.mark.parametrize(("attacker", "done"), [*product(NAMES, DONE)])
def test_each_condition_holds_where_its_words_say_so(attacker: Any, done: str) -> None:
    combat = Combat(name=CombatName(number=1), attacker=attacker, exchange=DONE[done])
    found = {name for name, each in CONDITIONS.items() if each.holds(combat, ALLIES)}
    named = {NAMES[attacker].get(each, each) for each in HOLD[done]}
    assert found == named & CONDITIONS.keys()
    assert done_to(combat, ALLIES)


@pytest.mark.parametrize("attacker", NAMES)
def test_an_event_of_the_declaration_is_the_other_sides_alone(attacker: Any) -> None:
    """A Surprise Attack is no event of theirs for the side that played it."""
    own = Declaration(seat=attacker, marker="surprise-attack-1", choice="artillery")
    combat = Combat(name=CombatName(number=1), attacker=attacker, declared=(own,))
    found = {name for name, each in CONDITIONS.items() if each.holds(combat, ALLIES)}
    held = HOLD["nothing" if attacker == ALLIES else "an event"]
    assert found == {NAMES[attacker].get(each, each) for each in held} & CONDITIONS.keys()


def test_a_condition_covers_another_that_never_holds_without_it() -> None:
    combats = [
        Combat(name=CombatName(number=1), attacker=each, exchange=DONE[done]) for each, done in product(NAMES, DONE)
    ]
    holds = {
        name: {n for n, each in enumerate(combats) if when.holds(each, ALLIES)} for name, when in CONDITIONS.items()
    }
    for (one, held), (other, narrower) in product(holds.items(), repeat=2):
        assert CONDITIONS[one].covers(CONDITIONS[other]) is (narrower <= held), (one, other)


def test_a_side_orders_markers_of_its_pool_or_else_of_the_box() -> None:
    play = both_hold()
    effects = ("hits", "bonus", "penalty", "cancel")
    for seat, kinds in (
        (ALLIES, ("Heroic Assault", "Heroic Defense")),
        (GERMANS, ("German assault", "German defense")),
    ):
        offered = orderable(play.game.data, state(play), seat)
        assert offered is not None
        assert {*offered.rows[ANY].deeds(Order(do=""))} == {"by_hand", "pass"} | {
            f"{kind}: {effect}" for kind in kinds for effect in effects
        }
        assert offered.rows[ANY].asks_for == ("where",)
        assert {*offered.rows[AT_ONCE].deeds(Order(do=""))} == {"keep"}
    box = orderable(marne().data, state(german_attack()), GERMANS)
    assert box is not None
    in_combat = box.rows[ANY]
    assert [*in_combat.deeds(Order(do=""))] == ["by_hand", "pass", "from_box", "heroic_from_box", "cancel_from_box"]
    assert in_combat.asks_for == ("where", "note")
    assert AT_ONCE not in box.rows


def test_with_called_events_an_order_answers_a_call_to_declare() -> None:
    game = with_german_events().with_ruling("combat_events", "called")
    play = campaign_with(*ASSAULT, *DEFENSE, phase=Phase.GERMAN_COMBAT, sequence=1, zones=GERMAN, game=game)
    play.do(BERT, GiveOrder(when="when_attacking", do="German assault: hits"))
    assert "The Germans play **German assault**" in public(play.do(ANNA, "ask_to_declare", hex="Fismes"))
    assert awaiting(play) == ALLIES


@pytest.mark.parametrize("user", [ANNA, BERT])
def test_the_turn_runs_phase_by_phase_with_what_was_ordered(user: int) -> None:
    play = campaign_with("clemenceau-1", "command-shakeup-1", phase=Phase.OFFENSIVES, game=marne())
    for marker in ("Clemenceau", "Command Shakeup"):
        play.do(ANNA, GiveOrder(when="at_once", do=marker))
    told = public(play.do(user, "next_turn"))
    assert told.count("As ordered:\nThe Allies play **") == 2
    assert (awaiting(play), state(play).now.phase, zone_of(play, "clemenceau-1")) == (GERMANS, Phase.SUPPLY, Zone.TRACK)
    play.do(BERT, "place_shakeup", hq="IV Army")
    play.do(user, "next_turn")
    assert state(play).turn == 6


def test_the_referee_orders_nothing() -> None:
    assert orderable(marne().data, state(german_attack()), REFEREE) is None
