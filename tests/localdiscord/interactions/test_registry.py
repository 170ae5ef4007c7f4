"""How long an interaction lives, and who is told how far it is."""

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from localdiscord import Channel, Clock, LocalDiscord, NoResponse, User
from localdiscord.errors import ApiError
from localdiscord.interactions.interaction import Interaction, InteractionType
from tests.localdiscord.little_bot import LittleBot, Received, Report, ignore
from tests.patience import MOMENT

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DATA = {"id": "1", "name": "x", "type": 1}


def begun(server: LocalDiscord, user: User, *, answered: bool = True) -> Interaction:
    """An interaction; whether it was responded to."""
    found = server.hub.interactions.begin(user.id, server.channel("general")["id"], InteractionType.COMMAND, DATA)
    if answered:
        server.hub.interactions.acknowledge(found)
    return found


async def test_a_token_lasts_fifteen_minutes() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    anna, interactions, application = server.user("anna"), server.hub.interactions, server.hub.state.application_id
    first = begun(server, anna)
    for _ in range(15):
        assert interactions.by_token(application, first.token) is first
        server.clock.advance(timedelta(minutes=1))
        begun(server, anna)
    assert interactions.by_token(application, first.token) is first
    server.clock.advance(timedelta(milliseconds=1))
    for wrong in (application, "1"):
        with pytest.raises(ApiError) as error:
            interactions.by_token(wrong, first.token)
        assert (error.value.status, error.value.code) == (401, 50027)
    server.clock.advance(timedelta(hours=1))
    last = begun(server, anna)
    with pytest.raises(ApiError) as error:
        interactions.by_token("1", last.token)
    assert error.value.code == 50027
    for _ in range(20):
        begun(server, anna)
    with pytest.raises(ApiError) as error:
        interactions.unacknowledged(first.id, first.token)
    assert error.value.code == 10062, "what is long over is forgotten"


async def test_a_token_belongs_to_one_interaction() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    interactions = server.hub.interactions
    one, two = (begun(server, server.user("anna"), answered=False) for _ in range(2))
    assert interactions.unacknowledged(one.id, one.token) is one
    with pytest.raises(ApiError) as error:
        interactions.unacknowledged(one.id, two.token)
    assert (error.value.status, error.value.code) == (404, 10062)
    with pytest.raises(ApiError) as error:
        interactions.by_token(server.hub.state.application_id, one.token)
    assert (error.value.status, error.value.code) == (404, 10015)
    interactions.acknowledge(one)
    with pytest.raises(ApiError) as error:
        interactions.unacknowledged(one.id, one.token)
    assert (error.value.status, error.value.code) == (400, 40060)
    interactions.acknowledge(two)


async def test_a_user_alone_is_told_how_far_their_interaction_is(
    server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    told: list[tuple[str, str | None, Any]] = []
    server.hub.state.updates.subscribe(
        lambda update: (
            told.append((update.type, update.only_for, update.body))
            if update.type.startswith(("interaction", "modal"))
            else None
        )
    )

    async def ask(interaction: Received) -> None:
        await interaction.response.send_modal(Report(custom_id="report"))

    where = {"nonce": "", "channel_id": general["id"]}
    await bert.slash(general, "say", {"text": "ab"})
    assert told == [("interaction_create", bert.id, where), ("interaction_success", bert.id, {"nonce": ""})]
    told.clear()
    await anna.autocomplete(general, "draw card", focused="card", value="RED")
    assert told == []
    bot.handler = ask
    await anna.slash(general, "do")
    assert anna.modal is not None
    assert told == [
        ("interaction_create", anna.id, where),
        ("modal", anna.id, where | {"modal": {"id": anna.modal.id} | anna.modal.body}),
        ("interaction_success", anna.id, {"nonce": ""}),
    ]
    told.clear()
    bot.handler = ignore
    server.hub.interactions.ack_timeout = MOMENT
    with pytest.raises(NoResponse):
        await anna.slash(general, "do")
    failed = where | {"reason": "The application did not respond"}
    assert told == [("interaction_create", anna.id, where), ("interaction_failure", anna.id, failed)]


@pytest.mark.usefixtures("_short_ack_timeout")
async def test_a_late_response_is_rejected(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    late: list[Received] = []

    async def remember(interaction: Received) -> None:
        late.append(interaction)

    bot.handler = remember
    with pytest.raises(NoResponse):
        await anna.slash(general, "do")
    with pytest.raises(discord.NotFound) as error:
        await late[0].response.send_message("too late")
    assert error.value.code == 10062
    assert [each.code for each in server.rejected] == [10062]


@pytest.mark.usefixtures("bot")
async def test_once_the_bot_has_responded_nothing_waits_for_it(anna: User, general: Channel) -> None:
    response = await anna.slash(general, "say", {"text": "ab"})
    assert response.ack_timer is not None
    assert response.ack_timer.cancelled()
