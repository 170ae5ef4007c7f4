"""Campaigns start where they belong, also where the bot may do little; a demo is played from its first press on."""

import json
from datetime import timedelta
from typing import Any

import pytest

from localdiscord import Fault, Permission, User
from localdiscord.state.channels import ChannelType
from rules.campaign.state.wait import DEMO_LASTS
from rules.notice import Kind
from tests.bot.harness import Harness, Message, choose, labels, text

ALL = ~Permission.VIEW_CHANNEL & sum(Permission)


async def tries(here: Harness, person: User, where: Message | None = None) -> Message:
    """Somebody presses *Try it*; the thread or channel in which they play."""
    where = where or here.marne
    await person.slash(where, "help")
    await person.press(here.newest(person, where), "Try Marne 1918")
    await here.settle()
    threads = here.server.hub.state.channels.threads_of(where["id"])
    return threads[-1] if threads else where


async def starts(here: Harness, person: User, game: str = "Marne 1918", **filled: Any) -> None:
    """Somebody presses *Start a campaign*, chooses a game and fills the form in."""
    await person.slash(here.marne, "help")
    card = next(each for each in reversed(here.private(person)) if "Try Marne 1918" in labels(each))
    await person.press(card, "Start a campaign")
    await person.select(here.newest(person), "Which game?", [game])
    await person.submit(filled)
    await here.settle()


class TestTryIt:
    async def test_a_demo_is_in_its_players_language(self, here: Harness) -> None:
        here.bert.speak("fr")
        await here.bert.slash(here.marne, "help")
        await here.bert.press(here.newest(here.bert), "Essayer Marne 1918")
        await here.settle()
        (thread,) = here.server.hub.state.channels.threads_of(here.marne["id"])
        assert thread["name"] == "Essayer Marne 1918"
        assert labels(here.newest(here.carla, thread))[0] == "Tirer 3\u00a0événements"
        here.carla.speak("de")
        assert (await tries(here, here.carla))["name"] == "Try Marne 1918", "there is no German"

    async def test_it_ends_with_a_button_for_a_campaign_of_ones_own(self, here: Harness) -> None:
        thread = await tries(here, here.bert)
        await here.bert.press(here.newest(here.bert, thread), "Draw 3 events")
        if "Return what I drew" in labels(hand := here.private(here.bert, thread)[-1]):
            await here.bert.press(hand, "Return what I drew")
        public = [each for each in here.carla.messages(thread) if "Next turn" in labels(each)]
        await here.bert.press(public[-1], "Next turn")
        last = here.newest(here.carla, thread)
        assert "Start your own" in text(last)
        await here.restart()
        await here.bert.press(last, "Start a campaign")
        assert "Which game?" in labels(here.private(here.bert, thread)[-1])

    async def test_somebody_else_reads_the_ordinary_refusal(self, here: Harness) -> None:
        """And is not asked to take a seat."""
        thread = await tries(here, here.bert)
        assert labels(here.newest(here.carla, thread)) == ["Draw 3 events"]
        await here.carla.press(here.newest(here.carla, thread), "Draw 3 events")
        assert text(here.private(here.carla, thread)[-1]) == f"Only <@{here.bert.id}> (Allies) can do that."
        assert (await here.campaign(thread)).campaign.seq == 0

    async def test_pressed_again_it_leads_to_the_same_game(self, here: Harness) -> None:
        thread = await tries(here, here.bert)
        assert await tries(here, here.bert) is thread
        assert text(here.newest(here.bert)) == f"You have a game to try already: <#{thread['id']}>."
        await here.bert.slash(here.server.channel("war"), "campaign new", {"game": "marne-1918", "seat": "Allies"})
        assert await tries(here, here.bert) is thread, "whatever else was begun since"
        assert await tries(here, here.carla) is not thread, "everybody has their own"
        here.server.clock.advance(DEMO_LASTS)
        again = await tries(here, here.bert)
        assert (await here.campaign(again)).campaign.founding.founder == int(here.bert.id)
        assert again is not thread, "a demo ends by itself"

    async def test_each_game_has_one_demo(self, here: Harness) -> None:
        threads = [await tries(here, here.bert)]
        await here.bert.slash(here.marne, "help")
        card = here.newest(here.bert)
        for game in ("Fields of Despair", "Gathering Storm"):
            await here.bert.press(card, f"Try {game}")
            threads.append(here.server.hub.state.channels.threads_of(here.marne["id"])[-1])
            assert (await here.campaign(threads[-1])).campaign.game.title == game
        assert len({each["id"] for each in threads}) == 3
        card["components"][0]["components"][0]["custom_id"] = "adj:try:high-card"
        await here.bert.press(card, "Try Marne 1918")
        assert text(here.newest(here.bert)).startswith("This bot has no such game to try.")
        assert len(here.server.hub.state.channels.threads_of(here.marne["id"])) == 3

    async def test_once_it_is_over_or_on_another_server_another_begins(self, here: Harness) -> None:
        """And a campaign of one's own is no game to try."""
        await here.bert.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
        lobby = here.server.channel("lobby")
        first = await tries(here, here.bert, lobby)
        club = here.server.guild("The club", ["general"])
        club.user("bert")
        there = await tries(here, here.bert, club.channel("general"))
        assert there["parent_id"] == club.channel("general")["id"]
        await choose(here.bert, first, "campaign manage end", {"sure": True})
        second = await tries(here, here.bert, lobby)
        assert second is not first
        await here.bert.press(here.newest(here.bert, second), "Draw 3 events")
        if "Return what I drew" in labels(hand := here.private(here.bert, second)[-1]):
            await here.bert.press(hand, "Return what I drew")
        await here.bert.slash(second, "turn next")
        assert await tries(here, here.bert, lobby) is not second, "the lesson was learned"

    async def test_joining_anothers_demo_leaves_ones_own(self, here: Harness) -> None:
        lobby = here.server.channel("lobby")
        thread = await tries(here, here.bert, lobby)
        await here.carla.slash(thread, "campaign join", {"seat": "Germans"})
        assert await tries(here, here.carla, lobby) is not thread

    async def test_pressed_in_a_thread_it_begins_beside_it(self, here: Harness) -> None:
        thread = here.server.thread("talk", here.marne)
        await here.bert.slash(thread, "help")
        await here.bert.press(here.newest(here.bert, thread), "Try Marne 1918")
        first, second = here.server.hub.state.channels.threads_of(here.marne["id"])
        assert (first["name"], second["name"]) == ("talk", "Try Marne 1918")

    async def test_threads_sleep_after_a_week(self, here: Harness) -> None:
        await tries(here, here.bert)
        await starts(here, here.carla)
        for thread in here.server.hub.state.channels.threads_of(here.marne["id"]):
            assert thread["thread_metadata"]["auto_archive_duration"] == 7 * 24 * 60

    async def test_where_its_thread_is_gone_another_begins(self, here: Harness) -> None:
        thread = await tries(here, here.bert)
        here.server.delete(thread)
        again = await tries(here, here.bert)
        assert (again["type"], again["id"] != thread["id"]) == (ChannelType.PUBLIC_THREAD, True)
        assert text(here.newest(here.bert)).startswith(f"It begins in <#{again['id']}>")

    async def test_it_is_nobodys_campaign_and_nobody_is_reminded(self, here: Harness) -> None:
        thread = await tries(here, here.bert)
        await choose(here.bert, here.marne, "me more campaigns")
        assert "You hold no seat in any campaign." in text(here.newest(here.bert))
        before = len(here.carla.messages(thread))
        for _ in range(15):
            await here.settle(after=timedelta(days=1))
        assert len(here.carla.messages(thread)) == before

    async def test_without_threads_a_demo_uses_the_channel(self, here: Harness) -> None:
        here.server.deny(here.marne, Permission.CREATE_PUBLIC_THREADS)
        assert await tries(here, here.bert) is here.marne
        assert "may not open a thread" in text(here.private(here.bert)[-1])
        campaign = {"game": "marne-1918", "seat": "Allies"}
        await here.anna.slash(here.marne, "campaign new", campaign)
        assert "already has a campaign" in text(here.newest(here.anna)), "Bert has just begun"
        here.server.clock.advance(DEMO_LASTS)
        await here.anna.slash(here.marne, "campaign new", campaign)
        assert (await here.campaign()).id == 2

    async def test_a_thread_that_discord_does_not_give_ends_in_the_channel(self, here: Harness) -> None:
        here.server.inject(Fault("POST", "/channels/{channel}/threads", 500, times=9))
        assert await tries(here, here.bert) is here.marne
        here.server.rejected.clear()

    async def test_without_the_right_no_thread_is_opened(self, here: Harness) -> None:
        await here.bot.client.service.servers.change(int(here.server.guild_id), founders="managers")
        assert await tries(here, here.bert) is here.marne
        assert "only those who can manage it" in text(here.newest(here.bert))

    async def test_a_repeated_result_has_the_newest_lesson(self, here: Harness) -> None:
        thread = await tries(here, here.bert)
        await here.bert.press(here.newest(here.bert, thread), "Draw 3 events")
        id_ = (await here.campaign(thread)).id
        steps = [Kind.NEXT in (each.kind for each in (await here.bot.client.service.result_of(id_, 1)).notices)]
        await here.bert.press(here.private(here.bert, thread)[-1], "Return what I drew")
        steps += [Kind.NEXT in (each.kind for each in (await here.bot.client.service.result_of(id_, 1)).notices)]
        assert steps == [True, False]


class TestAForm:
    async def test_the_founder_can_be_referee_only(self, here: Harness) -> None:
        await starts(here, here.bert, seat="Referee")
        (thread,) = here.server.hub.state.channels.threads_of(here.marne["id"])
        campaign = (await here.campaign(thread)).campaign
        assert campaign.seats_of(int(here.bert.id)) == ("Referee",)
        assert campaign.is_neutral_referee(int(here.bert.id))

    @pytest.mark.parametrize("game", ["Fields of Despair", "Gathering Storm"])
    async def test_a_game_without_scenarios_asks_for_none(self, here: Harness, game: str) -> None:
        await starts(here, here.bert, game)
        (thread,) = here.server.hub.state.channels.threads_of(here.marne["id"])
        assert (await here.campaign(thread)).campaign.game.title == game

    async def test_it_begins_in_the_servers_campaign_channel(self, here: Harness) -> None:
        wars = here.server.channel("wars")
        await here.bot.client.service.servers.change(int(here.server.guild_id), channel=int(wars["id"]))
        await starts(here, here.bert)
        assert here.server.hub.state.channels.threads_of(here.marne["id"]) == []
        (thread,) = here.server.hub.state.channels.threads_of(wars["id"])
        assert (await here.campaign(thread)).campaign.game.title == "Marne 1918"
        assert here.newest(here.bert)["content"] == f"It begins in <#{thread['id']}>: press its first button."

    async def test_without_a_thread_the_place_is_named(self, here: Harness) -> None:
        wars = here.server.channel("wars")
        here.server.deny(wars, Permission.CREATE_PUBLIC_THREADS)
        await here.bot.client.service.servers.change(int(here.server.guild_id), channel=int(wars["id"]))
        await starts(here, here.bert)
        assert f"started in <#{wars['id']}> and its threads" in text(here.newest(here.bert))

    async def test_without_a_thread_who_plays_with_them_is_called_too(self, here: Harness) -> None:
        here.server.deny(here.marne, Permission.CREATE_PUBLIC_THREADS)
        await starts(here, here.bert, players=[here.bert.id, here.anna.id])
        (called,) = (each for each in here.carla.messages(here.marne) if "invites you" in text(each))
        assert [each["id"] for each in called["mentions"]] == [here.anna.id]

    async def test_a_name_that_discord_would_refuse_for_a_thread(self, here: Harness) -> None:
        await starts(here, here.bert, name="  \n ")
        (thread,) = here.server.hub.state.channels.threads_of(here.marne["id"])
        assert thread["name"] == "Marne 1918"

    async def test_losing_the_right_meanwhile_leaves_no_thread(self, here: Harness) -> None:
        await here.bert.slash(here.marne, "help")
        await here.bert.press(here.newest(here.bert), "Start a campaign")
        await here.bert.select(here.newest(here.bert), "Which game?", ["Marne 1918"])
        await here.bot.client.service.servers.change(int(here.server.guild_id), founders="managers")
        await here.bert.submit({})
        assert "only those who can manage it" in text(here.newest(here.bert))
        assert here.server.hub.state.channels.threads_of(here.marne["id"]) == []

    @pytest.mark.parametrize(("before", "after"), [("adj:new:marne-1918", "adj:new:chess"), ("Allies", "French")])
    async def test_a_form_of_changed_data_starts_nothing(self, here: Harness, before: str, after: str) -> None:
        await here.bert.slash(here.marne, "help")
        await here.bert.press(here.newest(here.bert), "Start a campaign")
        await here.bert.select(here.newest(here.bert), "Which game?", ["Marne 1918"])
        form = here.bert.modal
        assert form is not None
        changed = json.loads(json.dumps(form.body).replace(f'"{before}', f'"{after}'))
        form.body.update(changed)
        await here.bert.submit({})
        assert "has no such" in text(here.newest(here.bert))
        assert here.server.hub.state.channels.threads_of(here.marne["id"]) == []


async def test_a_scenario_that_is_not_there_starts_nothing(here: Harness) -> None:
    for game, said in (("marne-1918", "Blücher, Le Matz, Friedensturm."), ("fields-of-despair", "has no scenarios.")):
        await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": "Allies", "scenario": "Verdun"})
        assert text(here.newest(here.anna)).endswith(said)
    assert await here.bot.client.service.sessions_in(int(here.marne["id"])) == []


async def test_without_permissions_answers_suffice(here: Harness) -> None:
    """The bot may not even see the channel: commands, buttons and forms are answered all the same."""
    here.server.user("anna")
    here.server.deny(here.marne, Permission.VIEW_CHANNEL | Permission(sum(set(Permission))))
    assert await tries(here, here.bert) is here.marne
    founding = next(each for each in here.carla.messages(here.marne) if "Draw 3 events" in labels(each))
    await here.bert.press(founding, "Draw 3 events")
    if "Return what I drew" in labels(hand := here.private(here.bert)[-1]):
        await here.bert.press(hand, "Return what I drew")
    await here.bert.slash(here.marne, "turn next")
    assert "Start your own" in text([each for each in here.carla.messages(here.marne) if each["embeds"]][-1])
    await starts(here, here.bert)
    assert (await here.campaign()).id == 2
    here.server.rejected.clear()
