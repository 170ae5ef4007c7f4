"""The card on a server that the bot joins: once, where it may; and nothing breaks where it may not."""

from typing import Any

import pytest

from bot.storage import StoreFault
from localdiscord import Fault, Guild, Permission
from tests.bot.harness import Harness, labels, text
from tests.patience import until

CARD = ["Try Marne 1918", "Try Fields of Despair", "Try Gathering Storm", "Start a campaign", "Server settings"]


def said(here: Harness, guild: Guild, channel: str) -> list[Any]:
    """The messages of a channel, as Anna reads them."""
    guild.user("anna")
    return here.anna.messages(guild.channel(channel))


async def known(here: Harness, guild: Guild) -> None:
    """The bot knows the server, and has said what it has to say."""
    await until(lambda: here.bot.client.get_guild(int(guild.id)) is not None)
    await here.bot.client.work.finished()
    for _ in range(20):
        await here.bot.client.service.servers.of(int(guild.id))


async def greet(here: Harness, guild: Guild) -> None:
    """The bot joins a server, or is told so again."""
    there = here.bot.client.get_guild(int(guild.id))
    assert there is not None
    await here.bot.client.welcome.greet(there)


async def test_a_server_that_it_joins_reads_one_card(here: Harness) -> None:
    guild = here.server.guild("The club", ["general", "wars"])
    await until(lambda: bool(said(here, guild, "general")))
    (card,) = said(here, guild, "general")
    assert labels(card) == CARD
    assert said(here, guild, "wars") == []
    await here.anna.press(card, "Try Marne 1918")
    assert len(here.server.hub.state.channels.threads_of(guild.channel("general")["id"])) == 1


async def test_it_is_posted_where_the_server_wants_such_messages(here: Harness) -> None:
    await here.bot.kill()
    club = here.server.guild("The club", ["rules", "lobby"])
    club.user("anna")
    here.server.hub.state.guilds[club.id].body["system_channel_id"] = club.channel("lobby")["id"]
    await here.start_bot()
    await greet(here, club)
    assert (said(here, club, "rules"), len(said(here, club, "lobby"))) == ([], 1)


@pytest.mark.parametrize("lacks", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.EMBED_LINKS])
async def test_it_is_posted_nowhere_where_it_could_not_be_read(here: Harness, lacks: Permission) -> None:
    await here.bot.kill()
    club = here.server.guild("Shy", ["secret", "open"])
    club.user("anna")
    here.server.deny(club.channel("secret"), lacks)
    await here.start_bot()
    await greet(here, club)
    assert (said(here, club, "secret"), len(said(here, club, "open"))) == ([], 1)


async def test_it_is_in_the_language_of_the_server(here: Harness) -> None:
    """Nobody has asked yet, so it is that which the server prefers."""
    await here.bot.kill()
    club = here.server.guild("Le club", ["salon"])
    club.user("anna")
    here.server.hub.state.guilds[club.id].body["preferred_locale"] = "fr"
    await here.start_bot()
    await greet(here, club)
    (card,) = said(here, club, "salon")
    assert labels(card)[3:] == ["Commencer une campagne", "Réglages du serveur"]
    await here.anna.slash(club.channel("salon"), "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert (await here.campaign(club.channel("salon"))).campaign.language == "fr", "so are its campaigns"


async def test_an_invitation_keeps_the_managers_settings(here: Harness) -> None:
    await here.bot.kill()
    club = here.server.guild("Le club", ["salon"])
    club.user("anna")
    here.server.hub.state.guilds[club.id].body["preferred_locale"] = "fr"
    await here.start_bot()
    servers = here.bot.client.service.servers
    await servers.change(int(club.id), answer=4)
    await greet(here, club)
    assert (await servers.of(int(club.id))).language == "en"


async def test_it_is_said_once_whatever_happens_then(here: Harness) -> None:
    """A server that comes back, a restart, a second event: the bot has joined once."""
    guild = here.server.guild("The club", ["general"])
    await until(lambda: bool(said(here, guild, "general")))
    await greet(here, guild)
    await here.restart()
    await greet(here, guild)
    assert len(said(here, guild, "general")) == 1


async def test_a_card_that_is_lost_is_not_posted_again(here: Harness, caplog: pytest.LogCaptureFixture) -> None:
    here.server.inject(Fault("POST", "/channels/{channel}/messages", 403, times=1))
    guild = here.server.guild("The club", ["general"])
    await until(lambda: "reads no welcome" in caplog.text)
    await greet(here, guild)
    assert said(here, guild, "general") == []
    here.server.rejected.clear()


async def test_where_it_cannot_be_noted_it_is_not_posted(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It would be posted again at every start."""

    async def failing(*_: object) -> bool:
        raise StoreFault("The disk is full")

    monkeypatch.setattr(here.bot.client.service.servers.store, "welcome", failing)
    guild = here.server.guild("The club", ["general"])
    await known(here, guild)
    await greet(here, guild)
    assert said(here, guild, "general") == []
    assert f"server {guild.id} reads no welcome: The disk is full" in [each.getMessage() for each in caplog.records]


async def test_a_server_without_a_channel_for_it_is_left_in_peace(here: Harness) -> None:
    guild = here.server.guild("Nowhere")
    await known(here, guild)
    assert here.server.rejected == []


async def test_a_bot_that_was_there_already_says_nothing_by_itself(here: Harness) -> None:
    await here.restart()
    assert here.anna.messages(here.marne) == []


async def test_starting_asks_for_the_right_first(here: Harness) -> None:
    await here.bot.client.service.servers.change(int(here.server.guild_id), founders="managers")
    await here.bert.slash(here.marne, "help")
    await here.bert.press(here.newest(here.bert), "Start a campaign")
    assert "only those who can manage it" in text(here.newest(here.bert))
    await here.anna.slash(here.marne, "help")
    await here.anna.press(here.newest(here.anna), "Start a campaign")
    assert labels(here.newest(here.anna)) == ["Which game?"]
