"""The settings of servers: who starts campaigns, where, and on which terms."""

import pytest

from bot.engine.founding import Wish
from bot.engine.request import Caller
from bot.engine.server_settings import Server, Servers
from bot.storage import SqliteStore
from rules.campaign.state.wait import Terms
from rules.errors import RuleError
from tests.bot.desk import CHANNEL, THREAD, Desk

GUILD = 7


def caller(
    desk: Desk, *roles: int, is_admin: bool = False, channel: int = CHANNEL, parent: int | None = None
) -> Caller:
    asked = desk.call(channel=channel)
    return Caller(asked.interaction, asked.at, GUILD, channel, asked.user, is_admin, frozenset(roles), parent)


async def test_a_server_that_has_set_nothing_is_as_all_were(desk: Desk) -> None:
    server = await desk.service.servers.of(GUILD)
    server.check_founder(caller(desk))
    server.check_channel(CHANNEL, None)
    assert server.terms() == Terms()
    assert (await desk.found()).campaign.founding.terms == Terms()


async def test_unnamed_settings_stay(desk: Desk) -> None:
    servers = desk.service.servers
    await servers.change(GUILD, language="fr", answer=5)
    await servers.change(GUILD, pictures=False)
    assert await Servers(desk.store).of(GUILD) == Server(language="fr", answer=5, pictures=False)
    assert await servers.of(8) == Server()


@pytest.mark.parametrize(("wanted", "spoken"), [(None, "fr"), ("de", "de"), ("en", "en")])
async def test_the_founder_says_what_it_speaks(desk: Desk, wanted: str | None, spoken: str) -> None:
    await desk.service.servers.change(GUILD, language="fr")
    session = await desk.service.found(desk.call(), Wish("marne-1918", "", "Allies", language=wanted))
    assert session.campaign.founding.terms.language == spoken


@pytest.mark.parametrize(
    ("changes", "who", "said"),
    [
        ({"founders": "managers"}, {"is_admin": True}, None),
        ({"founders": "managers"}, {"roles": (5,)}, "only those who can manage it"),
        ({"founders": "role", "role": 5}, {"roles": (5,)}, None),
        ({"founders": "role", "role": 5}, {"is_admin": True}, None),
        ({"founders": "role", "role": 5}, {"roles": (6,)}, "<@&5>"),
        ({"channel": 90}, {}, "<#90> and its threads"),
        ({"channel": CHANNEL}, {}, None),
        ({"channel": 90}, {"channel": THREAD, "parent": 90}, None),
    ],
)
async def test_starting_without_the_right_says_why(
    desk: Desk, changes: dict[str, object], who: dict[str, object], said: str | None
) -> None:
    await desk.service.servers.change(GUILD, **changes)
    roles = who.pop("roles", ())
    asked = caller(desk, *roles, **who)  # type: ignore[misc, arg-type]
    if said is None:
        await desk.service.found(asked, Wish("marne-1918", "", "Allies"))
        return
    with pytest.raises(RuleError, match=said):
        await desk.service.found(asked, Wish("marne-1918", "", "Allies"))
    assert await desk.store.campaign(1) is None


async def test_the_settings_of_a_later_version_are_read(desk: Desk) -> None:
    store: SqliteStore = desk.store
    await store.keep_server(GUILD, '{"language":"fr","weather":"rain"}')
    assert await desk.service.servers.of(GUILD) == Server(language="fr")
