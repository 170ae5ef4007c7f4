"""The private message of a hand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.base.catalog import Catalog, DataFile
from bot.messages.hand_message import Look, as_edit, hand_message
from bot.messages.result_message import calling
from localdiscord.state.components import ComponentType, walk
from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import End
from rules.campaign.questions.orders import GiveOrder
from rules.errors import NotYours
from rules.games.gathering_storm.powers import GERMANY, ITALY, POWERS
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.notice import Secret, tell_seat
from rules.pool import Zone
from rules.seat import Player
from tests.bot.harness import EPHEMERAL, Harness, Message, text
from tests.bot.marne import drawn
from tests.games import all_games
from tests.play import Play
from tests.rules.campaign.helpers import night_watch
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with
from tests.rules.games.marne_1918.test_hand import play_of
from tests.rules.games.marne_1918.test_reactions import ASSAULT, allied_attack


def rows(hand: Message) -> list[tuple[str, list[str]]]:
    """Each text of a hand with the buttons that belong to it: below it, or beside it."""
    (box,) = hand["components"]
    found: list[tuple[str, list[str]]] = []
    for part in box["components"]:
        if part["type"] == ComponentType.TEXT_DISPLAY:
            found.append((part["content"], []))
        elif part["type"] == ComponentType.SECTION:
            found.append((part["components"][0]["content"], [part["accessory"]["label"]]))
        else:
            found[-1][1].extend(each.get("label") or each["placeholder"] for each in part["components"])
    return found


async def test_a_new_events_effect_is_told_with_its_news(here: Harness) -> None:
    """To whoever draws, and to those who were dealt theirs meanwhile, until they have done something."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    for person, power in zip((here.anna, here.bert, here.bert, here.bert), POWERS[1:], strict=True):
        await person.slash(here.marne, "campaign join", {"seat": power})
    await here.anna.slash(here.marne, "draw event")
    effects = {here.anna: "Germany's support level: -3, and +1 for each", here.bert: "France lays down one ship"}
    assert effects[here.anna] in text(here.private(here.anna)[-1])
    await here.bert.slash(here.marne, "hand")
    assert effects[here.bert] in text(here.private(here.bert)[-1])
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    for person, effect in effects.items():
        await person.slash(here.marne, "hand")
        assert effect not in text(here.private(person)[-1])
        for button in ("More…", "What these events do"):
            await person.press(here.private(person)[-1], button)
        assert effect in text(here.private(person)[-1])


async def test_a_hand_from_before_the_rows_becomes_one_with_rows(here: Harness) -> None:
    hand = await drawn(here)
    back = next(each for each in walk(hand["components"]) if each.get("label") == "Return what I drew")
    old = {"embeds": [{"type": "rich", "title": "For your eyes only"}], "flags": EPHEMERAL}
    hand.update({**old, "components": [{"type": 1, "id": 1, "components": [back]}]})
    await here.anna.press(hand, back["custom_id"])
    changed = here.private(here.anna)[-1]
    assert changed["embeds"] == []
    assert "You return **Heroic Assault" in text(changed)
    assert here.server.rejected == []


async def test_drawn_markers_are_kept_or_returned_in_one_menu(here: Harness) -> None:
    hand = await drawn(here)
    keeping = next(each for each in walk(hand["components"]) if "options" in each)
    assert (keeping["placeholder"], keeping["max_values"]) == ("These stay (up to 3)", 2)
    assert all(option["description"] for option in keeping["options"])
    await here.anna.select(hand, keeping["placeholder"], [keeping["options"][0]["label"]])
    assert here.private(here.anna)[-1]["id"] == hand["id"], "the message stays in its place"
    told = text(here.private(here.anna)[-1])
    assert "You keep" in told
    assert "You return" in told
    pool = (await here.campaign()).campaign.state.pools["Allies"]
    assert not pool.undecided
    assert pool.zones[keeping["options"][0]["value"]] is Zone.HAND
    assert "return a marker to the pool, face down" in "\n".join(map(text, here.carla.messages(here.marne)))


def test_orders_are_told_as_long_as_the_campaign_goes_on() -> None:
    play, told = night_watch(), []
    play.all_agree = True
    for command in (GiveOrder(when="any", do="silence"), End()):
        play.do(BERT, command)
        told.append("Whoever calls → stay silent" in str(hand_message(1, play.campaign, BERT)["view"].to_components()))
    assert told == [True, False]


class TestTheMessage:
    """High Card, with Anna as Red and the referee."""

    def play(self) -> Play:
        return Play(all_games()["high-card"])

    def rows(self, play: Play, told: Sequence[Secret] = ()) -> list[tuple[str, list[str]]]:
        return rows({"components": hand_message(1, play.campaign, 1, told)["view"].to_components()})

    async def test_an_empty_hand_says_so(self) -> None:
        assert self.rows(self.play()) == [("### For your eyes only\nYou hold nothing in secret.", [])]

    async def test_the_hand_stands_below_the_news(self) -> None:
        play = self.play()
        told = [each for each in play.do(1, "take") if isinstance(each, Secret)]
        (head, _), (held, _) = self.rows(play, told)
        assert head.startswith("### For your eyes only\nYour number is ")
        assert held.startswith("**Your hand**\nYou hold ")

    async def test_each_seat_of_a_player_has_its_own_heading(self) -> None:
        play = self.play()
        play.do(1, "take")
        play.do(1, "take")
        (_, (held, _)) = self.rows(play)
        assert [line for line in held.splitlines() if "**" in line] == ["**Red**", "**Blue**"]

    async def test_playable_events_come_before_the_news(self) -> None:
        seen = tell_seat(ALLIES, "A patrol.").under("Seen")
        news = [tell_seat(ALLIES, "It rains."), tell_seat(ALLIES, "Keep one.").under("Next"), seen]
        (head, _), *_, (last, _) = rows(
            {"components": hand_message(1, allied_attack().campaign, ANNA, news)["view"].to_components()}
        )
        assert head.splitlines()[1:] == ["**You can play “Heroic Assault” now.**", "It rains.", "**Seen**", "A patrol."]
        assert last.splitlines()[-2:] == ["**Next**", "Keep one."]

    async def test_only_of_what_is_new_it_is_told_what_it_does(self) -> None:
        play = Storm().deal("larger-army", "prices-hold")
        army, prices = (play.data.title(each) for each in ("larger-army", "prices-hold"))
        told = [tell_seat(GERMANY, "It comes.").of(army)]
        shown = "\n".join(row for row, _ in self.rows(play, told)).splitlines()
        assert "It counts results in German armor" in shown[shown.index(f"**{army}** can be played at any time.") + 2]
        known = shown.index(f"**{prices}** is played in the phase “Economy”.")
        assert shown[known + 1].startswith("Germany must play at least one event.")

    async def test_an_offer_about_no_thing_has_a_button_below(self) -> None:
        play = self.play()
        play.do(1, "take")
        assert self.rows(play)[-1][1] == ["Show"]

    async def test_without_a_seat_there_is_no_hand(self) -> None:
        with pytest.raises(NotYours, match="You hold no seat"):
            hand_message(1, self.play().campaign, 9)


async def test_two_markers_alike_have_one_row_and_their_buttons_once() -> None:
    play = campaign_with("air-unit-1", "air-unit-2", phase=Phase.ARRIVAL)
    assert [label for _, buttons in hand_of(play) for label in buttons].count("Play") == 1


def test_the_symbols_are_explained_beside_the_effects() -> None:
    """Those that somebody holds, once, one press away."""
    play = play_of("heroic-assault-1", "heroic-defense-1", "heroic-defense-2")
    held, full = (
        str(hand_message(1, play.campaign, ANNA, look=Look(in_full=each))["view"].to_components())
        for each in (False, True)
    )
    assert "can be kept for a later turn" not in held
    assert (full.count("can be kept for a later turn"), full.count("occurs this turn if it can")) == (1, 0)


def hand_of(play: Play) -> list[tuple[str, list[str]]]:
    return rows({"components": hand_message(1, play.campaign, ANNA)["view"].to_components()})


class TestWhatCanBePlayedNow:
    """It is said first, to whoever holds it, and to nobody else."""

    def lines(self, play: Play, user: int) -> list[str]:
        """What stands above the rows."""
        (head, _), *_ = rows({"components": hand_message(1, play.campaign, user)["view"].to_components()})
        return [line for line in head.splitlines()[1:] if line != "You hold nothing in secret."]

    async def test_it_stands_first_and_names_like_markers_once(self) -> None:
        (line,) = self.lines(allied_attack(), ANNA)
        assert line == "**You can play “Heroic Assault” now.**", "two of them, and no defense"

    async def test_once_the_campaign_rests_nothing_can_be_played(self) -> None:
        play = allied_attack()
        play.all_agree = True
        play.do(ANNA, "end")
        assert self.lines(play, ANNA) == []

    async def test_nobody_else_is_told_and_no_call_names_it(self) -> None:
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
        called = str(calling(play.campaign, waits(play.campaign)))
        assert f"<@{BERT}>" in called
        assert self.lines(play, BERT) == ["**You can play “German defense” now.**"]
        assert self.lines(play, ANNA) == []
        assert "Heroic" not in called
        assert "German defense" not in called

    async def test_a_player_of_two_sides_reads_which_can_play(self) -> None:
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
        play.campaign = replace(play.campaign, roster={**play.campaign.roster, GERMANS: (Player(ANNA),)})
        assert self.lines(play, ANNA) == ["**Germans: you can play “German defense” now.**"]

    async def test_an_event_for_a_later_phase_is_not_named(self) -> None:
        play = Storm().deal("larger-army")
        assert self.lines(play, USERS[GERMANY])[0] == "**You can play “A larger army is approved” now.**"
        assert not any("can play" in line for line in self.lines(play, USERS[ITALY]))

    async def test_many_things_are_counted(self) -> None:
        cards = '[deck.Deck]\nhand = 9\ndraw = 4\ncards = ["One", "Two", "Three", "Four"]'
        play = Play(Catalog(()).declared(DataFile("four.toml", f'game = "Four"\n{cards}')).game)
        play.do(ANNA, "draw")
        assert self.lines(play, ANNA) == ["**You can play 4 things now.**"]


def test_an_edit_takes_away_all_that_the_new_message_lacks() -> None:
    assert as_edit({}) == {"content": None, "embed": None, "view": None}
    assert as_edit({"content": "x"}) == {"content": "x", "embed": None, "view": None}


def test_a_player_of_two_sides_reads_each_name_once() -> None:
    play = Storm()
    for power in (GERMANY, ITALY):
        play.deal(*[each.id for each in play.data.cards if each.power == power][:2])
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, ITALY: (Player(USERS[GERMANY]),)})
    shown = walk(hand_message(1, play.campaign, USERS[GERMANY])["view"].to_components())
    lines = "\n".join(each["content"] for each in shown if "content" in each).splitlines()
    heads = [lines.index(f"**{power}**") for power in (GERMANY, ITALY)]
    assert [lines.count(f"**{power}**") for power in (GERMANY, ITALY)] == [1, 1]
    held = [number for number, each in enumerate(lines) if each.startswith("**") and " played " in each]
    assert heads == sorted(heads)
    assert [sum(number > head for head in heads) for number in held] == [1, 1, 2, 2]


def test_a_sheet_that_two_sides_share_is_read_once() -> None:
    play = Storm().research(axis_jets=2)
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, ITALY: (Player(USERS[GERMANY]),)})
    shown = [*walk(hand_message(1, play.campaign, USERS[GERMANY])["view"].to_components())]
    lines = "\n".join(each["content"] for each in shown if "content" in each).splitlines()
    assert sum(each.startswith("Axis jets: level") for each in lines) == 1
    assert [each.get("label") for each in shown].count("Record") == 1
