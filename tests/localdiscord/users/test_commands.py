"""What a user types behind a slash command."""

from contextlib import nullcontext
from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, Upload, User
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")


async def answer(user: User, channel: Channel, name: str, options: dict[str, Any]) -> str:
    interaction = await user.slash(channel, name, options)
    assert interaction.message is not None
    content: str = interaction.message["content"]
    return content


@pytest.mark.parametrize(
    ("option", "typed", "understood"),
    [
        ("text", "ab", "'ab'"),
        ("text", "abcde", "'abcde'"),
        ("text", " ab ", "'ab'"),
        ("number", "9", "9"),
        ("number", 1, "1"),
        ("amount", "1.5", "1.5"),
        ("yes", "true", "True"),
        ("yes", False, "False"),
        ("yes", "Yes", "True"),
        ("yes", "no", "False"),
        ("who", "@bert", "'bert'"),
        ("where", "general", "'general'"),
        ("role", "@everyone", "'@everyone'"),
        ("file", Upload("a.txt", b"hello"), "'hello'"),
        ("file", {"filename": "a.txt", "content": "aGVsbG8="}, "'hello'"),
        ("side", "north", "'north'"),
        ("side", "north side", "'north'"),
    ],
)
@pytest.mark.usefixtures("bert")
async def test_an_option_arrives_as_its_type(
    anna: User, general: Channel, option: str, typed: Any, understood: str
) -> None:
    assert await answer(anna, general, "say", {option: typed}) == f"[{understood}]"


@pytest.fixture
async def _free(bot: LittleBot) -> None:
    """A command whose options have no limits of their own."""

    @discord.app_commands.command(name="free", description="Repeats its options")
    async def free(
        interaction: discord.Interaction,
        text: str,
        number: int | None = None,
        whom: discord.Member | discord.Role | None = None,
    ) -> None:
        await interaction.response.send_message(f"{[text, number, whom and str(whom)]}")

    bot.tree.add_command(free)
    await bot.tree.sync()


@pytest.mark.usefixtures("_free")
async def test_discords_own_limits_hold_where_a_command_has_none(anna: User, general: Channel) -> None:
    largest = 2**53 - 1
    assert await answer(anna, general, "free", {"text": "x", "number": -largest}) == f"['x', {-largest}, None]"
    assert len(await answer(anna, general, "free", {"text": "x" * 1000})) > 1000
    for options, sentence in (
        ({"text": " "}, "too short"),
        ({"text": "x", "number": largest + 1}, "too large"),
        ({"text": "x", "number": -largest - 1}, "too large"),
        ({"text": "x" * 6001}, "too long"),
    ):
        with pytest.raises(InvalidAction, match=sentence):
            await anna.slash(general, "free", options)


@pytest.mark.usefixtures("_free")
async def test_whoever_can_be_mentioned_is_a_user_or_a_role(anna: User, general: Channel) -> None:
    for typed, understood in (("anna", "anna"), ("@everyone", "@everyone")):
        assert await answer(anna, general, "free", {"text": "x", "whom": typed}) == f"['x', None, '{understood}']"
    with pytest.raises(InvalidAction, match="no role called zoe"):
        await anna.slash(general, "free", {"text": "x", "whom": "zoe"})


@pytest.mark.parametrize("typed", ["Gérard", "GÉRARD", "@gérard", "{id}", "<@{id}>", "<@!{id}>"])
async def test_a_user_is_named_in_any_case_or_by_id_or_mention(
    server: LocalDiscord, anna: User, general: Channel, typed: str
) -> None:
    gerard = server.user("Gérard")
    interaction = await anna.slash(general, "say", {"who": typed.format(id=gerard.id)})
    assert interaction.message is not None
    assert interaction.message["content"] == "['Gérard']"
    (member,) = interaction.data["resolved"]["members"].values()
    assert {"user", "deaf", "mute"}.isdisjoint(member), "the member that comes with an option is a partial one"


async def test_a_channel_and_a_role_are_named_by_id_or_mention(
    server: LocalDiscord, anna: User, general: Channel
) -> None:
    role = server.guild_id  # that of everybody
    for option, typed in (("where", general["id"]), ("where", f"<#{general['id']}>")):
        assert await answer(anna, general, "say", {option: typed}) == "['general']"
    for option, typed in (("role", role), ("role", f"<@&{role}>")):
        assert await answer(anna, general, "say", {option: typed}) == "['@everyone']"


async def test_a_channel_of_another_type_is_none(server: LocalDiscord, anna: User, general: Channel) -> None:
    server.forum("campaigns", [])
    with pytest.raises(InvalidAction, match="no channel called campaigns"):
        await anna.slash(general, "say", {"where": "campaigns"})


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("fly", {}, "There is no command /fly."),
        ("draw", {}, "/draw needs a subcommand."),
        ("draw lots", {}, "There is no command /draw lots."),
        ("draw card", {}, "The option “card” is required."),
        ("say", {"volume": "1"}, "no option “volume”"),
        ("say", {"text": "a"}, "too short"),
        ("say", {"text": "abcdef"}, "too long"),
        ("say", {"number": "0"}, "at least 1"),
        ("say", {"number": "10"}, "at most 9"),
        ("say", {"number": "many"}, "whole number"),
        ("say", {"amount": "much"}, "must be a number"),
        ("say", {"amount": "nan"}, "must be a number"),
        ("say", {"amount": "-inf"}, "must be a number"),
        ("say", {"yes": "perhaps"}, "true or false"),
        ("say", {"who": "@zoe"}, "no user called"),
        ("say", {"where": "random"}, "no channel called"),
        ("say", {"role": "general"}, "no role called"),
        ("say", {"file": "a.txt"}, "must be a file"),
        ("say", {"side": "West"}, "not a choice"),
    ],
)
async def test_an_invalid_command(
    anna: User, general: Channel, name: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidAction, match=sentence):
        await anna.slash(general, name, options)


async def test_a_command_that_needs_a_permission(anna: User, bert: User, general: Channel) -> None:
    assert await answer(anna, general, "owners", {}) == "True"
    with pytest.raises(InvalidAction, match="not have permission"):
        await bert.slash(general, "owners")


@pytest.mark.parametrize("permissions", [0, None])
async def test_a_command_with_permissions_of_0_is_for_administrators_and_one_with_null_for_all(
    bot: LittleBot, anna: User, bert: User, general: Channel, permissions: int | None
) -> None:
    said: list[str] = []

    async def answered(interaction: Received) -> None:
        said.append(interaction.user.name)
        await interaction.response.send_message("done")

    bot.handler = answered
    command = {"name": "do", "description": "x", "default_member_permissions": permissions}
    (do,) = await bot.raw("PUT", f"/applications/{bot.application_id}/commands", [command])
    assert do["default_member_permissions"] == (None if permissions is None else "0")
    await anna.slash(general, "do")
    with pytest.raises(InvalidAction, match="not have permission") if permissions is not None else nullcontext():
        await bert.slash(general, "do")
    await bert.slash(bert.dm(), "do")  # permissions are those in a server
    assert said == (["anna", "bert", "bert"] if permissions is None else ["anna", "bert"])


async def test_autocomplete(anna: User, general: Channel) -> None:
    assert await anna.autocomplete(general, "draw card", focused="card", value="RED") == [
        {"name": "Red ace", "value": "ace"}
    ]
    assert await anna.autocomplete(general, "draw card", focused="card", value="zz") == []
    with pytest.raises(InvalidAction, match="has no autocomplete"):
        await anna.autocomplete(general, "say", focused="text")
