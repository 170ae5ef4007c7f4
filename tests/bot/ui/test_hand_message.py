"""The private message of a hand."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest

from bot.ui.hand_message import hand_message
from bot.ui.result_message import calling
from localdiscord import InvalidAction
from rules.campaign.decider.waiting import waits
from rules.errors import NotYours
from rules.games.gathering_storm.powers import GERMANY, ITALY
from rules.games.marne_1918.phases import GERMANS
from rules.notice import Secret
from rules.pool import Zone
from rules.seat import Player
from tests.bot.harness import Harness, text
from tests.bot.marne import drawn
from tests.games import all_games
from tests.play import Play
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import ANNA, BERT
from tests.rules.games.marne_1918.test_reactions import ASSAULT, allied_attack


async def test_the_buttons_of_the_hand_keep_return_and_choose(here: Harness) -> None:
    hand = await drawn(here)
    keeping, menu = (row["components"][0] for row in hand["components"][:2])
    assert (keeping["placeholder"], keeping["max_values"]) == ("Keep these, return the others", 2)
    assert all(option["description"] for option in keeping["options"])
    assert menu["placeholder"] == "Choose what to act on"
    other = menu["options"][-1]["label"]
    await here.anna.select(hand, "Choose what to act on", [other])
    hand = here.private(here.anna)[-1]
    assert f"The buttons are about {other}." in text(hand)
    assert hand["components"][1]["components"][0]["options"][-1]["default"] is True


async def test_what_was_drawn_is_kept_and_returned_in_one_menu(here: Harness) -> None:
    hand = await drawn(here)
    keeping = hand["components"][0]["components"][0]
    await here.anna.select(hand, keeping["placeholder"], [keeping["options"][0]["label"]])
    told = text(here.private(here.anna)[-1])
    assert "You keep" in told
    assert "You return" in told
    pool = (await here.campaign()).campaign.state.pools["Allies"]
    assert not pool.undecided
    assert pool.zones[keeping["options"][0]["value"]] is Zone.HAND
    assert "return a marker to the pool, face down" in "\n".join(map(text, here.carla.messages(here.marne)))


async def test_a_person_cannot_press_what_another_sees(here: Harness) -> None:
    hand = await drawn(here)
    with pytest.raises(InvalidAction):
        await here.bert.press(hand, "Return")


class TestTheMessage:
    """High Card, with Anna as Red and the referee."""

    def play(self) -> Play:
        return Play(all_games()["high-card"])

    def embed(self, play: Play, told: Sequence[Secret] = ()) -> discord.Embed:
        embed = hand_message(1, play.campaign, 1, told)["embed"]
        assert isinstance(embed, discord.Embed)
        return embed

    async def test_who_holds_nothing_reads_that(self) -> None:
        play = self.play()
        assert self.embed(play).description == "You hold nothing in secret."
        assert "view" not in hand_message(1, play.campaign, 1)

    async def test_what_is_held_stands_below_the_news(self) -> None:
        play = self.play()
        told = [each for each in play.do(1, "take") if isinstance(each, Secret)]
        embed = self.embed(play, told)
        assert embed.description is not None
        assert embed.description.startswith("Your number is ")
        assert [field.name for field in embed.fields] == ["Your hand"]

    async def test_a_player_of_several_seats_reads_each_hand_under_its_seat(self) -> None:
        play = self.play()
        play.do(1, "take")
        play.do(1, "take")
        assert [field.name for field in self.embed(play).fields] == ["Red", "Blue"]

    async def test_an_offer_about_no_thing_has_a_button_and_no_footer(self) -> None:
        play = self.play()
        play.do(1, "take")
        message = hand_message(1, play.campaign, 1)
        assert [part["label"] for part in message["view"].to_components()[0]["components"]] == ["Show", "My journal"]
        assert message["embed"].footer.text is None

    async def test_who_has_no_seat_has_no_hand(self) -> None:
        with pytest.raises(NotYours, match="You hold no seat"):
            hand_message(1, self.play().campaign, 9)


class TestWhatCanBePlayedNow:
    """It is said first, to whoever holds it, and to nobody else."""

    def lines(self, play: Play, user: int) -> list[str]:
        return (hand_message(1, play.campaign, user)["embed"].description or "").splitlines()

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

    async def test_who_plays_several_sides_reads_which_of_them_can(self) -> None:
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
        play.campaign = replace(play.campaign, roster={**play.campaign.roster, GERMANS: (Player(ANNA),)})
        assert self.lines(play, ANNA) == ["**Germans: you can play “German defense” now.**"]

    async def test_what_must_wait_for_its_phase_is_not_named(self) -> None:
        play = Storm()
        play.deal("larger-army")
        assert self.lines(play, USERS[GERMANY])[0] == "**You can play “A larger army is approved” now.**"
        assert not any("can play" in line for line in self.lines(play, USERS[ITALY]))
