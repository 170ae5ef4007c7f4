"""The group's own printed deck: numbers dealt in secret, and what the cards say entered by the players."""

from pathlib import Path
from typing import Any

import pytest

from rules.campaign import audit
from rules.campaign.seats.seating import Join
from rules.errors import DataError
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.deck import FEATURE
from rules.games.gathering_storm.numbers import number_of, numbered, place_of
from rules.games.gathering_storm.playing import Played
from rules.games.gathering_storm.powers import FRANCE, GERMANY, ITALY, POWERS
from rules.games.gathering_storm.printed_text import read_card
from rules.games.gathering_storm.state import Held
from rules.notice import Public
from rules.seat import Seat
from tests.games import SEED, read_game
from tests.play import Play, public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm


def printed(general: int = 144, national: int = 144) -> Storm:
    """A campaign with a printed deck, its first events drawn."""
    play = Storm().set(has_drawn=False)
    play.do(2, "printed_deck", general=general, national=national)
    play.do(1, "draw")
    return play


def card_of(play: Storm, power: Seat) -> str:
    (held,) = play.state.held[power]
    return held.card


def number(play: Storm, power: Seat) -> str:
    return number_of(card_of(play, power))


def enter(play: Storm, power: Seat, text: str) -> Any:
    return play.do(USERS[power], {"type": "write_card", "card": number(play, power), "text": text})


def test_each_player_alone_reads_the_number_of_its_card() -> None:
    play = printed()
    told = play.campaign.tell(play.log[-1])
    assert f"Germany draws **Card {card_of(play, GERMANY).partition('#')[2]}**." in secret(told, GERMANY)
    assert "1 event face down: Germany, Italy" in public(told)
    assert "Look the card up. Any player enters what it says." in public(told)
    for power in POWERS[1:]:
        assert "Germany draws" not in secret(told, power)


def test_a_card_that_was_entered_is_an_ordinary_card() -> None:
    play = printed()
    told = enter(play, ITALY, "Ours *alone* / Italian support level: +1")
    assert "is entered" in secret(told, ITALY)
    assert public(told) == ""
    assert play.support(ITALY) == 0
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "play"]
    assert len(offer.key) <= 70
    told = play.do(USERS[ITALY], offer.command)
    assert play.support(ITALY) == 1
    assert "Ours \\*alone\\*" in public(told)
    assert "Italy's support: **+1** from Ours" in public(told)
    for _ in play.data.phases.order:
        play.do(1, "next_turn")
    assert (play.state.turn, play.support(ITALY)) == (2, 0)


def test_a_card_looked_up_after_its_phase_is_played_all_the_same() -> None:
    """Whoever corrects it to a card of a later phase waits for that; nobody else sees anything of it."""
    play, other = printed(), printed()
    for each in (play, other):
        each.at("Research")
    for text, moment in (("Free ship", "is played in the phase “Construction”"), ("Italian income: +1", "any time")):
        enter(play, ITALY, text)
        assert moment in "\n".join(map(str, play.game.hand(play.state, ITALY)))
    assert seen_by_others(play, ITALY) == seen_by_others(other, ITALY)
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "play"]
    assert "Italy's income: **+1**" in public(play.do(USERS[ITALY], offer.command))


def test_a_card_looked_up_in_its_own_phase_is_not_late() -> None:
    play = printed()
    play.at("Construction")
    enter(play, ITALY, "Free ship")
    assert [held.is_overdue for held in play.state.held[ITALY]] == [False]


KNOWN = """
[[printed_cards]]
id = "{pile}#1"
title = "Known of old"
features = [{{ kind = "{kind}", power = "Italy", amount = 1 }}]
"""


@pytest.mark.parametrize(("pile", "kind"), [("Italy", "support"), ("general", "general support")])
def test_a_card_that_the_group_knows_is_entered_as_it_is_dealt(tmp_path: Path, pile: str, kind: str) -> None:
    (tmp_path / "gathering_storm_own_cards.toml").write_text(KNOWN.format(pile=pile, kind=kind), encoding="utf-8")
    play = Storm.of(read_game(GatheringStorm, tmp_path)).set(has_drawn=False)
    play.do(2, "printed_deck", general=1, national=1)
    assert [*play.game.problems(play.state)] == [], "the deck ends with it"
    told = play.do(1, "draw")
    is_asked = {"general": "Look" in public(told), "Italy": play.data.card(card_of(play, ITALY)).is_unread}
    asked = [each for each, is_so in is_asked.items() if is_so]
    assert asked == [each for each in ("general", "Italy") if each != pile], "what is known need not be looked up"
    assert f"{pile}#1" in play.state.seen, "its number is not dealt again"
    if pile == "general":
        assert "General event: **Known of old (card 1)**" in public(told)
        assert play.support(ITALY) == 1, "it takes effect at once, as any general event"
        return
    assert "Italy draws **Known of old (card 1)**." in secret(told, ITALY)
    assert not play.state.held[ITALY][0].is_shown, "the bot does not know what is printed on grey"
    assert "Known of old" not in public(told)
    assert not any("Known of old" in secret(told, power) for power in POWERS if power != ITALY)
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "play"]
    play.do(USERS[ITALY], offer.command)
    assert play.support(ITALY) == 1
    assert play.data.card(card_of(play, GERMANY)).is_unread


@pytest.mark.parametrize(
    ("kind", "power", "said"),
    [
        ("general support", "Italy", r"printed_cards\.Italy#1: general support is not a kind of national event"),
        ("support", "Spain", r"printed_cards\.Italy#1\.features.+there is no power Spain"),
    ],
)
def test_a_known_card_that_does_not_fit_the_game_is_refused(tmp_path: Path, kind: str, power: str, said: str) -> None:
    wrong = KNOWN.format(pile="Italy", kind=kind).replace('power = "Italy"', f'power = "{power}"')
    (tmp_path / "gathering_storm_own_cards.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_game(GatheringStorm, tmp_path)


def test_a_card_that_nobody_entered_is_discarded() -> None:
    play = printed()
    told = public(play.end_turn())
    assert "Discarded unplayed: **Card 15** (Germany), " in told
    assert play.state.turn == 2


@pytest.mark.parametrize(
    "rulings", [{"held_back": "until_the_last_phase_begins"}, {"several_left": "its_player_chooses"}]
)
def test_no_ruling_plays_a_card_that_nobody_entered(rulings: dict[str, str]) -> None:
    play = Storm(**rulings).set(has_drawn=False, extra={ITALY: 1})
    play.do(1, "printed_deck")
    play.do(1, "draw")
    play.do(1, "next_phase", to="Crises")
    assert card_of(play, GERMANY)
    assert play.game.awaited(play.state) == frozenset()
    play.do(1, "next_turn")
    assert not [event for event in play.log[-1].events if isinstance(event, Played)]


def test_the_deck_is_chosen_before_the_first_draw() -> None:
    play = printed()
    play.refused("before the first draw", 1, "printed_deck", general=10, national=10)
    assert play.game.commands_by_type["printed_deck"].needs_consent
    other = Storm().set(has_drawn=False)
    other.refused("“General events in your deck”", 1, "printed_deck", general=0, national=10)


def test_a_pile_of_999_is_dealt_from_and_no_number_twice() -> None:
    play = printed(999, 999)
    for _ in range(3):
        play.end_turn()
        play.do(1, "draw")
    assert len(play.state.seen) == 4 * 6
    assert "Germany: 995 of 999 events left" in "\n".join(map(str, play.game.pool(play.state)))


def test_the_dice_of_a_pile_of_999_can_be_checked() -> None:
    play = Play(storm())
    play.do(1, "printed_deck", general=999, national=999)
    play.do(1, "draw")
    assert all(len(roll.faces) == 2 for entry in play.log for roll in entry.rolls)
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_a_reshuffle_leaves_out_what_lies_on_the_table() -> None:
    play = Storm(empty_pile="shuffled_again").set(has_drawn=False)
    play.do(1, "printed_deck", general=1, national=1)
    for turn in range(2):
        play.do(1, "draw")
        if turn == 0:  # from then on everybody knows it
            enter(play, ITALY, "Ours / Italy support level: +1")
        play.do(USERS[ITALY], "play", marker=card_of(play, ITALY).split()[0])
        play.end_turn()
    assert play.state.turn == 3


def test_of_two_similar_numbers_the_named_card_is_entered() -> None:
    play = printed()
    play.set(
        held={**play.state.held, ITALY: tuple(Held(card=each, is_shown=False) for each in ("Italy#37", "Italy#3"))}
    )
    for name, place in (("It3", 1), ("It37", 0)):
        play.do(USERS[ITALY], "write_card", card=name, text=f"Of {name} / Italian support level: +1")
        assert play.data.title(play.state.held[ITALY][place].card) == f"Of {name} (card {name[2:]})"
    play.refused("You hold no card of that number", USERS[ITALY], "write_card", card="It")


def seen_by_others(play: Storm, power: Seat) -> list[str]:
    """All that the players of other powers can look up and are offered."""
    game, state = play.game, play.state
    ahead = game.read_command({"type": "next_phase", "to": "Crises"})
    views = [*game.status(state), *game.pool(state), *game.ledger(state)]
    views += [line for other in POWERS if other != power for line in game.hand(state, other)]
    lines = [str(view) for view in views if isinstance(view, Public) or view.seat != power]
    offers = [offer for other in POWERS if other != power for offer in game.offers(state, other)]
    return [*lines, *map(str, offers), str([*game.acting(state, ahead)])]


@pytest.mark.parametrize("phase", ["Random events", "Economy", "Research", "Crises"])
def test_others_see_nothing_of_a_number_or_of_what_is_entered(phase: str) -> None:
    seen = []
    of_index = "German support level: (max. +3) / Modifier: EAI"
    for text, dealt in (("", 1), ("German income: +1", 1), ("German income: +2", 2), (of_index, 7)):
        play = printed()
        held = play.state.held[GERMANY][0].replace(card=f"Germany#{dealt}")
        places = frozenset({"Germany#1", "Germany#2", "Germany#7"})
        play.set(held={**play.state.held, GERMANY: (held,)}, seen=places)
        if text:
            enter(play, GERMANY, f"Secret / {text}")
        play.at(phase)
        seen.append(seen_by_others(play, GERMANY))
    assert all(each == seen[0] for each in seen)


def test_who_holds_every_power_has_a_button_for_each_card() -> None:
    """Two piles can deal the same number."""
    play = Play(storm())
    play.do(1, Join(seat=ITALY))
    play.do(1, "printed_deck", general=1, national=1)
    play.do(1, "draw")
    offers = [each for each in play.campaign.offers(1) if each.command.type == "write_card" and each.secret]
    assert [each.command.model_dump()["card"] for each in offers] == ["Ge1", "It1", "Br1", "Fr1", "Ru1"]
    play.do(1, offers[1].command)
    assert " " in play.campaign.state.held[ITALY][0].card
    assert " " not in play.campaign.state.held[GERMANY][0].card


def test_an_entered_card_is_known_once_everybody_has_seen_it() -> None:
    play = printed()
    enter(play, ITALY, "Ours / Italy support level: +1")
    enter(play, FRANCE, "Theirs / France support level: -1")
    assert play.game.entered_data(play.state) == {}, "they lie face down"
    place = card_of(play, ITALY).partition(" ")[0]
    play.do(USERS[ITALY], "play", marker=card_of(play, ITALY).partition(" ")[0])
    kept = play.game.entered_data(play.state)
    assert kept == {
        "printed_cards": [
            {"id": place, "title": "Ours", "features": [{"kind": "support", "power": "Italy", "amount": 1}]}
        ]
    }
    play.do(1, "undo")
    assert play.game.entered_data(play.state) == {}, "and it goes with what is undone"


def test_the_deck_is_offered_once_and_before_the_first_draw() -> None:
    def offered(play: Storm) -> bool:
        return any(each.command.type == "printed_deck" for each in play.campaign.offers(1))

    play = Storm()
    assert not offered(play)
    play.set(has_drawn=False)
    assert offered(play)
    later = play.copy()
    later.set(turn=2)
    assert not offered(later)
    later.refused("before the first draw", 1, "printed_deck", general=10, national=10)
    told = public(play.do(1, "printed_deck", general=10, national=20))
    assert "General events: 10. National events of each power: 20." in told
    assert not offered(play)
    sizes = {pile: len(play.data.ids(play.state, pile)) for pile in ("general", *POWERS)}
    assert sizes == {"general": 10} | dict.fromkeys(POWERS, 20)
    assert play.data.ids(play.state, "general")[-1] == "general#10"


def test_an_entry_in_play_beats_what_the_group_has_kept(tmp_path: Path) -> None:
    file = KNOWN.format(pile="Italy", kind="support")
    (tmp_path / "gathering_storm_own_cards.toml").write_text(file, encoding="utf-8")
    whole = numbered("Italy", 1, "New", [{"kind": "support", "power": "Italy", "amount": 2}])
    half = numbered("Italy", 1, "Half", [{"kind": "ancillary EAI", "amount": 2}])
    kept, new = "Known of old (card 1)", "New (card 1)"
    for learnt, title in (({}, kept), ({"Italy#1": whole}, new), ({"Italy#1": half}, kept)):
        play = Storm.of(read_game(GatheringStorm, tmp_path)).set(has_drawn=False)
        play.do(2, "printed_deck", general=1, national=1)
        play.set(learnt=learnt)
        play.do(1, "draw")
        assert play.data.title(card_of(play, ITALY)) == title


def test_what_a_discarded_card_says_is_known_to_all_from_then_on() -> None:
    play = printed()
    held = (*play.state.held[ITALY], Held(card=numbered("Italy", 143), is_shown=False))
    play.set(held={**play.state.held, ITALY: held})
    for each, name in zip(held, ("Played", "Discarded"), strict=True):
        text = f"{name} / Italian support level: +1"
        play.do(USERS[ITALY], {"type": "write_card", "card": number_of(each.card), "text": text})
    play.do(USERS[ITALY], "play", marker=held[0].card)
    told = public(play.end_turn())
    assert "**Discarded (card 143)** (Italy)" in told
    assert {each["title"] for each in play.game.entered_data(play.state)["printed_cards"]} == {"Played", "Discarded"}


def test_a_title_may_contain_the_sign_of_an_id() -> None:
    play = printed()
    enter(play, ITALY, "Plan #1 + more / Italy support level: +2")
    play.do(USERS[ITALY], "play", marker=card_of(play, ITALY).partition(" ")[0])
    assert play.support(ITALY) == 2
    assert [each["title"] for each in play.game.entered_data(play.state)["printed_cards"]] == ["Plan \\#1 \\+ more"]


SAMPLES = """
chromite-for-germany: Turkey: 1 / German national income: +1
mutiny-in-libya: Italian support level: -1
duce-in-berlin: Italian support level: +1 / German support level: +1
vienna-demands: Austria: 2 / German support level: +1 / EAI: +1
naval-treaty-dropped: EAI: +1
better-aviation-fuel: Double value of previous investment in air range research, up to a maximum of three steps.
light-alloys: Double value of current investment in battleship design research, up to a maximum of three steps.
fission-understood: Atomic research permitted; double value of previous investment in atomic research.
brussels-and-paris: Belgium: 1 France
quarrel-over-transylvania: Hungary: 1 (Germany) / Rumania: 1 for France / EAI: +1
ljubljana-sent-home: Yugoslavia: 0 / EAI: +1
dobruja: The Axis must support one side; / Russia or the Allies the other. / EAI: +1
prices-hold: German national income: +1
strikes-in-france: France draws no random tiles
pacifist-elected: British support level: -1
model-for-brazil: Italian support level: +1 EAI: +1
larger-army: German support level: −3 (max. +3) / +1 for each military research result.
bomber-prophets: Italian support level: -1 (max. +1) / +1 for each air research result.
italian-dockyards: French support level: -2 (max. +2) / +1 for each naval research result.
tank-commission: Russian support level: -3 (max. +3) / +1 for each level of armor research.
grain-from-the-east: Italian support level: + (max. +3) / +1 for each trade pact in Eastern Europe.
talk-of-empire: Italian support level: (max. +/3) / Modifier: European Aggression Index.
tariffs-in-parliament: British support level: (max. +/3) / Modifier: inverse of Economic Climate.
general-staff-review: French support level: (max. +/3) / Modifier: Balance of Power
owners-and-ministers: Factory conversion cost -2
torpedo-drawings: Axis torpedoes +1 level
italian-agents: Any Axis intelligence project +1 level
second-bureau: Any two French intelligence projects / +1 step each
reader-of-axis-mail: Espionage: intelligence
academy-mobilized: Research counter
reservists-called: Additional construction
subscription-ship: Free ship
yards-day-and-night: General acceleration
ship-made-ready: Specific acceleration
envoy-to-budapest: Hungary: 1
balkan-overture: Albania, Bulgaria, Greece, Turkey or Yugoslavia: 1
comrades-in-greece: Greece: 2
foreign-office-at-work: Diplomatic counter
danube-mission: Russian diplomacy: Austria, Czechoslovakia or Hungary
hostile-bloc-undone: Free subversion result in Finland, Poland, / Rumania or Turkey.
"""


def test_each_sample_of_the_aid_is_read_as_it_is_printed() -> None:
    """All 40; what the aid prints without a caption is called by its kind."""
    data, samples = storm().data, [each.partition(": ") for each in SAMPLES.strip().splitlines()]
    assert [id_ for id_, _, _ in samples] == [card.id for card in data.cards]
    for id_, _, text in samples:
        card = data.card(id_)
        title, features = read_card(data, card.power, f"Of Bulgaria and Rumania\n{text.replace(' / ', chr(10))}")
        read = {FEATURE.validate_python(each) for each in features}
        wanted = {replaced(each) for each in card.features}
        assert (title, {*map(replaced, read)}) == ("Of Bulgaria and Rumania", wanted), id_


def replaced(effect: Any) -> Any:
    """A dispute is between two countries in any order."""
    return effect.replace(countries=tuple(sorted(effect.countries))) if hasattr(effect, "countries") else effect


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Portugal: 1", "“Portugal”: there is no such country. The forms of `/enter` list them."),
        ("Turkye: 1", "Did you mean Turkey"),
        ("A title\nnonsense", "“nonsense” cannot be read. Write each effect on its own line"),
        ("Italian support level: (max. +3)", "on what the support depends"),
        ("EAI: +2", "an ancillary effect needs another effect beside it"),
        ("", "nothing has been entered of what it says"),
        ("Double value of previous investment in radar research", "no part of that kind"),
    ],
)
def test_what_is_typed_wrong_is_refused_in_one_sentence(text: str, said: str) -> None:
    play = printed()
    play.refused(said, USERS[ITALY], "write_card", card=number(play, ITALY), text=text)


def test_a_typed_card_is_shown_back_and_corrected_unseen() -> None:
    play, other = printed(), printed()
    card = number(play, ITALY)
    for text in ("Italian support level: +2", "A crowd\nItalian support level: +1\nEAI: +1"):
        told = play.do(USERS[ITALY], "write_card", card=card, text=text)
        assert public(told) == ""
    assert "Italy's support level: +1 this turn." in secret(told, ITALY)
    (again,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "write_card"]
    assert (again.command.model_dump()["text"], str(again.label)) == (text, f"Correct card {card[2:]}")
    assert seen_by_others(play, ITALY) == seen_by_others(other, ITALY)
    play.refused("You hold no card of that number", USERS[FRANCE], "write_card", card=card, text=text)


def test_the_general_event_is_typed_and_holds_up_the_draw() -> None:
    play = printed()
    assert play.game.awaited(play.state) == {*POWERS}
    play.refused("For whom is Belgium?", USERS[FRANCE], "write_general", text="Belgium: 1")
    two = "Turkey: 1 / German national income: +1 / Italian national income: +1"
    play.refused("For whom is Turkey?", USERS[FRANCE], "write_general", text=two)
    told = public(play.do(USERS[FRANCE], "write_general", text="Turkey: 1 / German national income: +1"))
    assert "Diplomacy in Turkey: +1 for Germany this turn." in told
    assert play.game.awaited(play.state) == {*POWERS}
    play.do(1, "turn_up")
    assert (play.diplomacy("Turkey"), play.game.awaited(play.state)) == ({GERMANY: 1}, frozenset())
    play.refused("No general event waits", 1, "write_general", text="EAI: +1")


def test_one_deck_deals_no_number_twice_to_anybody() -> None:
    """9.12: each card has a text for everybody, and leaves the deck with whoever draws it."""
    play = Storm().set(has_drawn=False)
    play.do(1, play.game.openings()["Our printed deck, 144 cards"])
    numbers: list[str] = []
    for _ in range(24):
        play.do(1, "draw")
        cards = [play.state.general, *(card_of(play, power) for power in POWERS)]
        numbers += [place_of(each).partition("#")[2] for each in cards]
        play.end_turn()
    assert sorted(map(int, numbers)) == [*range(1, 145)]
    assert "Germany: 0 of 144 events left" in "\n".join(map(str, play.game.pool(play.state)))
