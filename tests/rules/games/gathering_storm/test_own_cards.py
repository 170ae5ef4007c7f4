"""Cards that a power writes into forms: unseen, laid out, added to the piles by consent."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rules.campaign import audit
from rules.command import Offer
from rules.errors import NotNow
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.effects import KINDS
from rules.games.gathering_storm.log_events.own_cards import CardsAdded, CardWritten
from rules.games.gathering_storm.log_events.playing import Played
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.own_cards import MOST_WRITTEN, WriteCard
from rules.games.gathering_storm.parts import chosen_from, kinds_for, proposed
from rules.games.gathering_storm.powers import BRITAIN, GERMANY, ITALY, OWNERS, POWERS, belongs_to
from rules.seat import Seat
from tests.games import SEED, read_game
from tests.play import Play, public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm
from tests.rules.games.gathering_storm.test_printed_deck import seen_by_others
from tests.rules.test_conformance import filled

MINE = "Rome's own *plan*"


def write(play: Play, who: Seat, kind: str = "support", name: str = MINE, pile: str = "", **fields: Any) -> None:
    """A power writes a card: begins it, then fills in its part."""
    play.do(USERS[who], "write_card", name=name, pile=pile or str(who), kind=kind)
    if fields:
        offer = next(each for each in forms(play, who) if fills(each, kind))  # those of the newest card come first
        play.do(USERS[who], offer.command.replace(**fields))


def forms(play: Play, power: Seat) -> list[Offer]:
    return [each for each in play.campaign.offers(USERS[power]) if each.command.type == "write_part"]


def fills(offer: Offer, kind: str) -> bool:
    return bool(offer.command.model_dump()["kind"] == kind)


def add(play: Play, power: Seat, **laid: Any) -> None:
    """All that a power wrote is laid out and added; everybody agrees."""
    play.do(USERS[power], "lay_out", **laid)
    (offer,) = [each for each in play.campaign.offers(USERS[power]) if each.command.type == "add_laid_out"]
    play.all_agree = True
    play.do(USERS[power], offer.command)


def drawn(play: Storm, *power: Seat) -> None:
    """The next draw deals those powers what they wrote: nothing else is left in their piles."""
    for each in power:
        others = {card.id for card in play.data.cards if card.pile == each}
        play.set(seen=play.state.seen | others)
    play.set(has_drawn=False)
    play.do(1, "draw")


def test_what_a_power_writes_only_it_reads() -> None:
    play = Storm()
    told = play.do(USERS[ITALY], "write_card", name=MINE, pile="Italy", kind="support")
    assert "Rome's own \\*plan\\*" in secret(told, ITALY)
    assert public(told) == ""
    (form,) = forms(play, ITALY)
    assert form.inputs == ("power", "amount")
    assert "Germany" in [choice.value for choice in form.of("power")]
    told = play.do(USERS[ITALY], form.command.replace(amount=2))
    assert "+2" in secret(told, ITALY)
    (form,) = forms(play, ITALY)
    assert form.command.model_dump()["amount"] == 2, "it is filled with what stands"
    assert "Rome's own" in "\n".join(map(str, play.game.hand(play.state, ITALY)))


def test_a_card_laid_face_down_is_a_count_and_a_promise_to_everybody_else() -> None:
    play = Storm()
    write(play, ITALY, amount=2)
    told = play.do(USERS[ITALY], "lay_out", limit=3)
    assert public(told) == "Italy lays 1 card of its own face down. No number on them is above 3."
    assert "Italy lays 1 card of its own face down" in "\n".join(map(str, play.game.status(play.state)))
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "add_laid_out"]
    play.all_agree = True
    told = play.do(USERS[ITALY], offer.command)
    assert "read by nobody else: 1" in public(told)
    assert "Rome" not in public(told)
    assert "Italy: 7 of 7 events left" in "\n".join(map(str, play.game.pool(play.state)))
    drawn(play, ITALY)
    told = play.campaign.tell(play.log[-1])
    assert "Rome's own" in secret(told, ITALY)
    assert "Rome" not in public(told)
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "play"]
    assert len(offer.key) <= 70
    told = play.do(USERS[ITALY], offer.command)
    assert "Rome's own" in public(told)
    assert play.support(ITALY) == 2


def test_an_open_card_is_read_by_all_and_dealt_face_up() -> None:
    play = Storm()
    write(play, ITALY, name="For all", pile="Britain", power="Britain", amount=1)
    play.refused("not of your own pile", USERS[ITALY], "lay_out", limit=9)
    told = play.do(USERS[ITALY], "lay_out", is_open=True)
    assert "For all**, for the pile Britain" in public(told)
    assert "support" in public(told)
    play.do(USERS[ITALY], "take_back")
    add(play, ITALY, is_open=True)
    drawn(play, BRITAIN)
    assert play.support(BRITAIN) == 1, "an only public event without a choice takes effect at once"
    assert "For all" in public(play.campaign.tell(play.log[-1]))


def test_a_general_card_takes_effect_as_it_is_turned_up() -> None:
    play = Storm()
    write(play, ITALY, "general support", "In general", GENERAL_PILE, power="Italy", amount=-2)
    add(play, ITALY, is_open=True)
    (card,) = play.state.added[GENERAL_PILE]
    play.turn_up(card)
    assert play.support(ITALY) == -2


def test_a_card_of_several_parts_is_written_by_giving_its_title_again() -> None:
    play = Storm()
    write(play, ITALY, "ancillary support", amount=1, power="Italy")
    play.refused("is not whole yet: an ancillary effect needs another", USERS[ITALY], "lay_out", limit=3)
    write(play, ITALY, "ancillary EAI", amount=-1)
    assert len(play.state.drafts[ITALY]) == 1
    add(play, ITALY, limit=3)
    drawn(play, ITALY)
    play.do(USERS[ITALY], "play", marker="Italy+1")
    assert (play.support(ITALY), play.eai) == (1, -1)


def test_each_part_has_a_form_of_its_own_but_one_that_asks_nothing() -> None:
    """Also those behind such a part."""
    play = Storm()
    for kind in ("atomic research", "general support", "general income"):
        write(play, ITALY, kind, pile=GENERAL_PILE)
    for kind, amount in (("general support", 3), ("general income", 4)):
        (form,) = (each for each in forms(play, ITALY) if fills(each, kind))
        play.do(USERS[ITALY], form.command.replace(amount=amount))
    assert [each.command.model_dump()["amount"] for each in forms(play, ITALY)] == [3, 4]
    (card,) = play.state.drafts[ITALY]
    assert [(each["kind"], each.get("amount")) for each in card.features] == [
        ("atomic research", None),
        ("general support", 3),
        ("general income", 4),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_written_and_its_form_fits_discord(kind: str) -> None:
    play = Storm()
    pile = next((each for each in (None, ITALY) if kind in kinds_for(each)), POWERS[4])
    beside = {"compound support": kind, "compound diplomacy": kind, "ancillary EAI": "income"}.get(
        kind, "ancillary EAI" if "ancillary" in kind else ""
    )
    if beside == "income" and pile is None:
        beside = "general income"
    begins = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "write_card"]
    assert all(len(each.of("kind")) <= 25 and len(each.inputs) <= 5 for each in begins)
    if pile in (None, ITALY):
        assert kind in {choice.value for each in begins for choice in each.of("kind")}
    name = str(pile or GENERAL_PILE)
    for each in filter(None, (kind, beside)):
        play.do(USERS[ITALY], "write_card", name="Ours", pile=name, kind=each)
    for form in forms(play, ITALY):
        assert len(form.inputs) <= 5
        play.do(USERS[ITALY], filled(form))
    if beside == kind:
        last = [each for each in forms(play, ITALY) if fills(each, kind)][-1]
        other = {"power": "France"} if kind == "compound support" else {"target": "Norway"}
        play.do(USERS[ITALY], last.command.replace(**other))
    play.do(USERS[ITALY], "lay_out", is_open=True)
    assert len(play.state.laid_out[ITALY].cards) == 1


def begins(play: Play, who: Seat = ITALY) -> list[Offer]:
    """The forms that begin a card."""
    return [each for each in play.campaign.offers(USERS[who]) if each.command.type == "write_card"]


def named(play: Play, who: Seat = ITALY) -> set[str]:
    """The titles that these forms propose."""
    return {each.command.model_dump()["name"] for each in begins(play, who)}


def test_a_form_proposes_a_title_that_no_card_has_as_far_as_its_power_knows() -> None:
    play = Storm()
    assert named(play) == {"Our event 1"}
    write(play, ITALY, name="our EVENT 1")
    write(play, ITALY, name="Our event 2")
    assert named(play) == {"Our event 3"}
    assert named(play, GERMANY) == {"Our event 1"}, "it knows of none of these"
    play.do(USERS[ITALY], "lay_out", limit=3)
    assert (named(play), named(play, GERMANY)) == ({"Our event 3"}, {"Our event 1"})
    play.do(USERS[ITALY], "take_back")
    play.do(USERS[ITALY], "lay_out", is_open=True)
    assert (named(play), named(play, GERMANY)) == ({"Our event 3"}, {"Our event 3"})


def test_a_national_card_can_go_into_any_powers_pile_and_a_general_one_into_its_own_alone() -> None:
    play = Storm()
    *national, general = begins(play)
    assert "pile" not in general.inputs
    assert general.command.model_dump()["pile"] == GENERAL_PILE
    for each in national:
        assert each.command.model_dump()["pile"] == ITALY
        assert [str(choice.value) for choice in each.of("pile")] == [
            ITALY, *(power for power in POWERS if power != ITALY)
        ]  # fmt: skip
    assert all(each.minor for each in begins(play)), "most tables never write a card"
    write(play, ITALY)
    assert not any(each.minor for each in begins(play))


def test_no_number_is_above_what_was_promised() -> None:
    play = Storm()
    write(play, ITALY, amount=-4)
    play.refused("A number on “Rome's own .+” is above 3", USERS[ITALY], "lay_out", limit=3)
    play.do(USERS[ITALY], "lay_out", limit=4)


def test_what_is_laid_out_is_the_row_as_it_was_read() -> None:
    """A button from before a card was written anew would lay out what nobody has looked at."""
    play = Storm()
    write(play, ITALY, amount=2)
    laying = {each.key for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "lay_out"}
    (form,) = (each for each in forms(play, ITALY) if fills(each, "support"))
    play.do(USERS[ITALY], form.command.replace(amount=3))
    assert laying.isdisjoint(each.key for each in play.campaign.offers(USERS[ITALY]))


def test_what_was_agreed_to_is_what_lay_there() -> None:
    """A request stands while its player takes the cards back and lays others."""
    play = Storm()
    write(play, ITALY, amount=1)
    play.do(USERS[ITALY], "lay_out", limit=1)
    (asked,) = [each.command for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "add_laid_out"]
    play.do(USERS[ITALY], "take_back")
    play.do(USERS[ITALY], "lay_out", limit=20)
    with pytest.raises(NotNow, match="do not lie there any more"):
        [*asked.decide(play.data, play.state, ITALY, play.campaign.dice)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("phase", ["Random events", "Economy", "Research", "Crises"])
def test_others_see_the_same_whatever_a_card_says(phase: str) -> None:
    seen = []
    for kind in ("support", "income", "diplomacy", "research counter"):
        play = Storm()
        write(play, GERMANY, kind, f"Zebra {kind}")
        write(play, GERMANY, kind, f"Other {kind}")
        add(play, GERMANY, limit=3)
        write(play, GERMANY, kind, f"Zebu {kind}")
        drawn(play, GERMANY)
        play.at(phase)
        seen.append(seen_by_others(play, GERMANY))
    assert all(each == seen[0] for each in seen)
    assert not any("Zeb" in each for each in seen[0])


def test_it_is_undone_forked_and_checked_like_everything() -> None:
    play = Play(storm())
    play.do(1, "write_card", name="Undone", pile="Germany", kind="support")
    play.do(1, "undo")
    assert not play.campaign.state.drafts.get(GERMANY)
    write(play, GERMANY, amount=2)
    add(play, GERMANY, limit=2)
    play.do(1, "draw")
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


@pytest.mark.parametrize(
    ("type", "given", "said"),
    [
        ("write_card", {"name": "X", "pile": "Peru", "kind": "support"}, "no such pile"),
        ("write_card", {"name": "X", "pile": "Italy", "kind": "general support"}, "no part of that kind"),
        ("write_card", {"name": " ", "pile": "Italy", "kind": "support"}, "needs a title"),
        ("write_card", {"name": "Rome talks of empire", "pile": "Italy", "kind": "support"}, "Another card"),
        ("write_part", {"card": "1", "kind": "support"}, "no card of that number"),
        ("drop_card", {"card": "x"}, "no card of that number"),
        ("lay_out", {"limit": 3}, "You have written no card"),
        ("lay_out", {"limit": -1}, "“No number on them is above” must be at least 0"),
        ("take_back", {}, "No cards of yours lie there"),
        ("add_laid_out", {"lay": 0}, "do not lie there any more"),
    ],
)
def test_bad_input(type: str, given: dict[str, Any], said: str) -> None:
    Storm().refused(said, USERS[ITALY], type, **given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"power": "Italy", "amount": 0}, "“Amount”: it must not be 0"),
        ({"power": "Spain", "amount": 1}, "there is no power Spain"),
        ({"part": 2, "amount": 1, "power": "Italy"}, "not there any more"),
        ({"kind": "income", "amount": 1, "power": "Italy"}, "not there any more"),
    ],
)
def test_a_part_that_fits_nothing(given: dict[str, Any], said: str) -> None:
    play = Storm()
    write(play, ITALY)
    play.refused(said, USERS[ITALY], "write_part", **{"card": "1", "kind": "support"} | given)


def test_cards_that_lie_there_are_added_or_taken_back_before_others_are_laid() -> None:
    play = Storm()
    play.refused("You have written no card", USERS[ITALY], "lay_out")
    write(play, ITALY, power="Germany", amount=2)
    play.do(USERS[ITALY], "lay_out", limit=2)
    play.refused("Cards of yours lie there already", USERS[ITALY], "lay_out")


def test_a_part_is_for_ones_own_side_or_against_the_other() -> None:
    data = storm().data
    for kind in KINDS:
        for power in (*POWERS, None):
            chosen = chosen_from(data, kind, power)
            for owner in chosen.get("owner", ()):
                assert power is None or belongs_to(owner, power)
            for owner in chosen.get("against", ()):
                assert power is None or not belongs_to(owner, power)
            if "against" in chosen and power is not None:
                both = {*chosen["against"], *(each for each in OWNERS if belongs_to(each, power))}
                assert both == {*OWNERS}


def test_a_card_is_thrown_away_and_no_more_than_twelve_are_written() -> None:
    play = Storm()
    for number in range(MOST_WRITTEN):
        write(play, ITALY, name=f"Card {number}")
    play.refused("You have written 12 cards", USERS[ITALY], "write_card", name="X", pile="Italy", kind="support")
    assert not begins(play)
    play.do(USERS[ITALY], "write_card", name="Card 3", pile="Italy", kind="income")
    assert [len(each.features) for each in play.state.drafts[ITALY]][2:5] == [1, 2, 1]
    told = play.do(USERS[ITALY], "drop_card", card="10")
    assert (public(told), secret(told, ITALY)) == ("", "The card is thrown away.")
    left = [number for number in range(MOST_WRITTEN) if number != 9]
    assert [each.title for each in play.state.drafts[ITALY]] == [f"Card {number}" for number in left]
    play.do(USERS[ITALY], "drop_card", card=" 1 ")
    assert [each.title for each in play.state.drafts[ITALY]][:2] == ["Card 1", "Card 2"]
    play.refused("You have written no card of that number", USERS[ITALY], "drop_card", card="11")
    write(play, ITALY, name="X")


def test_the_card_begun_last_is_the_first_of_the_hand() -> None:
    """A hand without room for all has pages, and a card is filled in next."""
    play = Storm()
    for number in range(6):
        write(play, ITALY, name=f"Zebra {number}")
    told = [str(each) for each in play.game.hand(play.state, ITALY)]
    assert told[0] == "**Zebra 5**, for the pile Italy:"


def test_nobody_learns_the_title_of_anothers_unread_card_by_trying_it() -> None:
    play = Storm()
    write(play, ITALY, name="A secret")
    write(play, BRITAIN, name="A secret")
    add(play, ITALY, limit=3)
    write(play, GERMANY, name="A secret")


def test_the_referee_is_sent_to_the_file() -> None:
    play = Storm()
    with pytest.raises(Exception, match="The referee gives a file"):
        [*WriteCard(name="X", pile="Italy", kind="support").decide(play.data, play.state, Seat("Referee"), None)]  # type: ignore[arg-type]


def test_cards_added_beside_a_printed_deck_are_dealt_with_its_numbers() -> None:
    play = Storm()
    play.set(has_drawn=False)
    play.all_agree = True
    play.do(1, "printed_deck", general=2, national=1)
    write(play, ITALY, amount=1)
    add(play, ITALY, limit=1)
    assert play.data.ids(play.state, "Italy")[0] == "Italy#1"
    assert len(play.data.ids(play.state, "Italy")) == 2
    play.do(1, "draw")


@pytest.mark.parametrize(
    "forged",
    [
        "Italy+1",
        "Italy+x {}",
        'Italy+1 {"title": "X"}',
        'Italy+1 {"title":"X","features":[],"is_open":true,"more":1}',
        'Italy+1 {"title":"X","features":[{"kind":"EAI","amount":1},{"kind":"x"}],"is_open":true}',
        'Peru+1 {"title":"X"}',
        'Peru+1 {"title":"X","features":[],"is_open":true}',
        "no",
    ],
)
def test_a_forged_card_in_a_log_is_refused_as_it_is_read(forged: str) -> None:
    given = {"type": "cards_added", "power": "Italy", "is_open": True, "limit": 0, "count": 1, "cards": [forged]}
    with pytest.raises(ValidationError):
        CardsAdded.model_validate(given)
    with pytest.raises(ValidationError):
        CardWritten.model_validate(
            {"type": "card_written", "power": "Italy", "place": 0, "card": {"pile": "Italy", "title": forged}}
        )


def test_proposed_numbers_are_those_of_the_printed_forms() -> None:
    play = Storm()
    write(play, ITALY, "support by trade pacts")
    (draft,) = play.state.drafts[ITALY]
    want = proposed(play.data, "support by trade pacts", ITALY)
    assert {name: draft.features[0][name] for name in want} == dict(want)
    assert not any(isinstance(event, Played) for event in play.log[-1].events)


def test_open_cards_are_kept_for_later_campaigns_and_not_dealt_twice_in_this_one(tmp_path: Path) -> None:
    play = Storm()
    write(play, ITALY, amount=2)
    add(play, ITALY, limit=2)
    assert play.game.entered_data(play.state) == {}, "nobody else has read it"
    write(play, BRITAIN, name="For all", amount=-1)
    add(play, BRITAIN, is_open=True)
    (kept,) = play.game.entered_data(play.state)["cards"]
    assert (kept["title"], kept["pile"], kept["features"][0]["amount"]) == ("For all", "Britain", -1)
    file = (
        f'[[cards]]\nid = "{kept["id"]}"\ntitle = "For all"\npile = "Britain"\nsource = "x"\n'
        'features = [{ kind = "support", power = "Britain", amount = -1 }]\n'
    )
    (tmp_path / "gathering_storm_own_cards.toml").write_text(file, encoding="utf-8")
    data: Any = read_game(GatheringStorm, tmp_path).data
    assert len(data.ids(play.state, "Britain")) == len(play.data.ids(play.state, "Britain"))


def test_a_card_laid_face_down_is_kept_once_it_has_been_turned_up() -> None:
    """Not before: until then the file of a later campaign would tell what it says."""
    play = Storm()
    write(play, ITALY, name="Zebra", amount=2)
    add(play, ITALY, limit=2)
    (card,) = play.state.added[ITALY]
    every = {each.id for each in play.data.cards}
    play.set(has_drawn=False, seen=frozenset(every))
    play.do(1, "draw")
    assert [each.card for each in play.state.held[ITALY]] == [card]
    assert play.game.entered_data(play.state) == {}, "it lies in a hand"
    play.do(USERS[ITALY], "play", marker="Zebra")
    (kept,) = play.game.entered_data(play.state)["cards"]
    assert (kept["title"], kept["pile"], kept["secret"]) == ("Zebra", "Italy", True)


def test_no_two_powers_have_a_flexible_event_for_one_country() -> None:
    play = Storm()
    play.do(USERS[GERMANY], "write_card", name="Ours", pile="Germany", kind="flexible diplomacy")
    (form,) = forms(play, GERMANY)
    play.do(USERS[GERMANY], form.command.replace(targets="Austria, Greece"))
    play.refused("“Ours”: another power has a flexible diplomacy event for Greece", 1, "lay_out", limit=1)
    (form,) = forms(play, GERMANY)
    play.do(USERS[GERMANY], form.command.replace(targets="Austria, Hungary"))
    play.do(USERS[GERMANY], "lay_out", limit=1)


def test_nobody_learns_the_title_of_an_unread_card_by_adding_one_of_that_name_to_the_deck(tmp_path: Path) -> None:
    play = Storm()
    write(play, ITALY, name="Guessed", amount=2)
    add(play, ITALY, limit=2)
    counts = []
    for title in ("Guessed", "Missed"):
        (folder := tmp_path / title).mkdir()
        file = (
            f'[[cards]]\nid = "guess"\ntitle = "{title}"\npile = "Britain"\nsource = "x"\n'
            'features = [{ kind = "support", power = "Britain", amount = -1 }]\n'
        )
        (folder / "gathering_storm_own_cards.toml").write_text(file, encoding="utf-8")
        counts.append([*map(str, read_game(GatheringStorm, folder).pool(play.state))])
    assert counts[0] == counts[1]


def laying(play: Play, who: Seat = ITALY) -> list[str]:
    """What a power can do with all that it wrote."""
    types = ("lay_out", "add_laid_out", "take_back")
    return [str(each.label) for each in play.campaign.offers(USERS[who]) if each.command.type in types]


def test_cards_are_laid_out_once_all_of_them_can_be() -> None:
    play = Storm()
    assert laying(play) == []
    write(play, ITALY, amount=2, power="Italy")
    assert laying(play) == ["Lay our cards face down", "Lay our cards open"]
    write(play, ITALY, name="For Britain", pile="Britain", power="Britain", amount=1)
    assert laying(play) == ["Lay our cards open"]
    play.do(USERS[ITALY], "drop_card", card="2")
    write(play, ITALY, "ancillary support", name="Half a card", amount=1, power="Italy")
    assert laying(play) == []
    play.do(USERS[ITALY], "drop_card", card="2")
    play.do(USERS[ITALY], "lay_out", limit=2)
    write(play, ITALY, name="Another", amount=2, power="Italy")
    assert laying(play) == ["Add our own cards", "Take back our own cards"]
    assert laying(play, GERMANY) == []
    play.do(USERS[ITALY], "take_back")
    assert [each.title for each in play.state.drafts[ITALY]] == ["Another", MINE.replace("*", "\\*")]


def test_the_form_promises_the_largest_number_of_the_deck_or_of_the_cards() -> None:
    play = Storm()
    for amount, limit in ((1, play.data.largest), (-play.data.largest - 1, play.data.largest + 1)):
        write(play, ITALY, name=f"Card {amount}", amount=amount, power="Italy")
        (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if "face down" in str(each.label)]
        assert offer.command.model_dump()["limit"] == limit


def test_a_title_is_given_once_whatever_the_pile_and_in_upper_or_lower_case() -> None:
    play = Storm()
    write(play, ITALY, name="Ours", power="Italy", amount=1)
    for name, pile in (("Ours", "Britain"), ("OURS", "Italy"), ("prices HOLD steady", "Italy")):
        play.refused("Another card has that title", USERS[ITALY], "write_card", name=name, pile=pile, kind="support")
    play.do(USERS[ITALY], "lay_out", limit=1)
    play.refused("Another card has that title", USERS[ITALY], "write_card", name="Ours", pile="Italy", kind="support")
    write(play, BRITAIN, name="Ours")
    play.do(USERS[BRITAIN], "drop_card", card="1")
    play.do(USERS[ITALY], "take_back")
    play.do(USERS[ITALY], "lay_out", is_open=True)
    (offer,) = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "add_laid_out"]
    play.do(USERS[ITALY], offer.command)
    refused = {"name": "ours", "pile": "Britain", "kind": "support"}
    play.refused("Another card has that title", USERS[BRITAIN], "write_card", **refused)


def test_cards_that_a_pile_is_given_later_are_numbered_behind_those_of_before() -> None:
    play = Storm()
    for number in range(6):
        write(play, ITALY, name=f"Card {number}", amount=1, power="Italy")
    add(play, ITALY, limit=1)
    told = public(play.campaign.tell(play.log[-1]))
    assert "read by nobody else: 6. No number on them is above 1.\nThey are dealt from the next draw on." in told
    for number, pile in ((7, "Italy"), (8, "Britain")):
        write(play, ITALY, name=f"Card {number}", pile=pile, amount=1, power="Italy")
    add(play, ITALY, is_open=True)
    told = public(play.campaign.tell(play.log[-1]))
    assert "Italy's own cards come into the piles: 2.\nThey are dealt from the next draw on." in told
    added = {pile: [name_of(each) for each in ids] for pile, ids in play.state.added.items()}
    assert added == {"Italy": [f"Italy+{number}" for number in range(1, 8)], "Britain": ["Britain+1"]}


def test_a_form_of_a_part_is_filled_with_noughts_and_lists_as_they_stand() -> None:
    play = Storm()
    write(play, ITALY, "flexible diplomacy")
    (form,) = forms(play, ITALY)
    play.do(USERS[ITALY], form.command.replace(targets="Austria,Hungary", amount=2))
    (form,) = forms(play, ITALY)
    assert (form.command.model_dump()["targets"], form.command.model_dump()["amount"]) == ("Austria, Hungary", 2)
    write(play, ITALY, "support by research results", name="Results")
    (form,) = (each for each in forms(play, ITALY) if fills(each, "support by research results"))
    play.do(USERS[ITALY], form.command.replace(base=0, cap=0, category="air"))
    (form,) = (each for each in forms(play, ITALY) if fills(each, "support by research results"))
    stands = form.command.model_dump(include={"power", "base", "cap", "category"})
    assert stands == {"power": "Italy", "base": 0, "cap": 0, "category": "air"}


def test_a_file_of_the_group_holds_what_everybody_has_read_and_in_the_end_all() -> None:
    play = Storm()
    write(play, ITALY, name="Hidden", amount=2, power="Italy")
    add(play, ITALY, limit=2)
    write(play, ITALY, name="Open", amount=1, power="Italy")
    write(play, ITALY, "general support", name="For all", pile=GENERAL_PILE, amount=1, power="Italy")
    add(play, ITALY, is_open=True)

    def kept(*, is_over: bool) -> dict[str, tuple[str, bool]]:
        cards = play.game.entered_data(play.state, is_over=is_over)["cards"]
        return {each["title"]: (each["pile"], each["secret"]) for each in cards}

    read = {"Open": ("Italy", False), "For all": (GENERAL_PILE, False)}
    assert kept(is_over=False) == read
    assert kept(is_over=True) == read | {"Hidden": ("Italy", True)}


def test_ones_own_flexible_event_for_a_country_is_no_hindrance() -> None:
    play = Storm()
    write(play, ITALY, "flexible diplomacy", "Ours", targets="Austria, Greece")
    play.do(USERS[ITALY], "lay_out", limit=1)


@pytest.mark.parametrize(
    ("kind", "fields", "most"),
    [
        ("support", {"amount": -4}, 4),
        ("research advance", {"project": "Axis jets", "levels": 3}, 3),
        ("support by research results", {"base": -5, "cap": 2, "category": "air"}, 5),
        ("support by EAI", {"cap": 6}, 6),
        ("Russian diplomacy", {}, 0),
    ],
)
def test_the_promise_is_about_every_number_on_a_card(kind: str, fields: dict[str, Any], most: int) -> None:
    play, power = Storm(), POWERS[4] if kind.startswith("Russian") else ITALY
    assert play.data.largest == 3, "on the starter deck, its secret events included"
    write(play, power, kind, **fields)
    if most:
        play.refused(f"is above {most - 1}", USERS[power], "lay_out", limit=most - 1)
    play.do(USERS[power], "lay_out", limit=most)


def test_a_part_for_whoever_draws_it_is_for_the_power_of_the_pile() -> None:
    play = Storm()
    write(play, ITALY, "tile draw", name="For Britain", pile="Britain", amount=1)
    (card,) = play.state.drafts[ITALY]
    assert card.features == ({"kind": "tile draw", "power": "Britain", "amount": 1},)


def test_what_is_taken_back_is_counted_and_stands_behind_what_was_written_since() -> None:
    play = Storm()
    for name in ("First", "Second"):
        write(play, ITALY, name=name, amount=1, power="Italy")
    play.do(USERS[ITALY], "lay_out", limit=1)
    write(play, ITALY, name="Third", amount=1, power="Italy")
    assert public(play.do(USERS[ITALY], "take_back")) == "Italy takes back its own cards: 2."
    assert [each.title for each in play.state.drafts[ITALY]] == ["Third", "First", "Second"]


def test_a_title_with_a_sign_that_ids_use_is_a_title_like_any_other() -> None:
    play = Storm()
    write(play, ITALY, name="Plan #1 + more", amount=2, power="Italy")
    add(play, ITALY, limit=2)
    drawn(play, ITALY)
    told = public(play.do(USERS[ITALY], "play", marker="Italy+1"))
    assert "Type of event: support." in told, "it is no number of a printed deck"
    assert play.support(ITALY) == 2


def test_all_cards_that_are_laid_open_are_told() -> None:
    play = Storm()
    for name, amount in (("First", 1), ("Second", 2)):
        write(play, ITALY, name=name, amount=amount, power="Italy")
    told = public(play.do(USERS[ITALY], "lay_out", is_open=True)).splitlines()
    assert told == [
        "Italy lays out 2 cards of its own for all to read.",
        "**First**, for the pile Italy:",
        "Italy's support level: +1 this turn.",
        "**Second**, for the pile Italy:",
        "Italy's support level: +2 this turn.",
    ]


def test_an_unread_card_is_in_its_pile_until_it_is_dealt() -> None:
    play = Storm()
    write(play, ITALY, name="Hidden", amount=2, power="Italy")
    add(play, ITALY, limit=2)
    for is_in_pile in (True, False):
        hand = [str(each) for each in play.game.hand(play.state, ITALY)]
        assert ("In your pile, read by nobody else: Hidden." in hand) == is_in_pile
        drawn(play, ITALY)
