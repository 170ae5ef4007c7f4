"""A server's settings as a form."""

import json

from bot.engine.server_settings import Server
from bot.messages.interaction import Typed
from bot.messages.start_buttons import read_server, server_form, settings_of
from localdiscord import Permission
from localdiscord.state.channels import ChannelType
from tests.bot.harness import Harness, text


async def opened(here: Harness) -> None:
    """Anna, who owns the server, opens the form from the card."""
    await here.anna.slash(here.marne, "help")
    await here.anna.press(here.newest(here.anna), "Server settings")


async def test_a_manager_fills_it_in(here: Harness) -> None:
    await opened(here)
    await here.anna.submit(
        {
            "language": "Français",
            "founders": "managers",
            "channel": [here.marne["id"]],
            "answer": "5",
            "pictures": "off",
        }
    )
    said = text(here.private(here.anna)[-1])
    assert "Language: Français" in said
    assert f"<#{here.marne['id']}>" in said
    server = await here.bot.client.service.servers.of(int(here.server.guild_id))
    expected = Server(language="fr", founders="managers", channel=int(here.marne["id"]), answer=5, pictures=False)
    assert server == expected
    await here.bert.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert text(here.newest(here.bert)) == "On this server only those who can manage it start campaigns."


async def test_it_proposes_what_is_set_and_an_empty_channel_stays(here: Harness) -> None:
    servers, guild = here.bot.client.service.servers, int(here.server.guild_id)
    await servers.change(guild, language="fr", channel=int(here.marne["id"]), answer=45, founders="role", role=5)
    await opened(here)
    await here.anna.submit({"channel": []})
    assert (await servers.of(guild)).channel == int(here.marne["id"])


async def test_campaigns_can_be_kept_to_a_text_channel_or_a_forum(here: Harness) -> None:
    await opened(here)
    assert here.anna.modal is not None
    fields = [each["component"] for each in here.anna.modal.body["components"]]
    (channel,) = (each for each in fields if each["custom_id"] == "channel")
    assert channel["channel_types"] == [ChannelType.TEXT, ChannelType.FORUM]
    assert (channel["min_values"], channel["required"]) == (0, False)
    forum = here.server.forum("campaigns")
    await here.anna.submit({"channel": [forum["id"]]})
    assert f"Campaigns are started in <#{forum['id']}> and its threads." in text(here.private(here.anna)[-1])
    for place, starts in ((here.marne, False), (here.anna.post(forum, "The long war", "Who plays?"), True)):
        await here.anna.slash(place, "campaign new", {"game": "marne-1918", "seat": "Allies"})
        assert ("Campaign started" in text(here.newest(here.anna, place))) is starts


async def test_others_read_that_it_is_not_theirs(here: Harness) -> None:
    await here.bert.slash(here.marne, "help")
    await here.bert.press(here.newest(here.bert), "Server settings")
    assert text(here.newest(here.bert)) == "Only those who can manage this server change its settings."
    assert here.bert.modal is None


async def test_a_former_manager_changes_nothing(here: Harness) -> None:
    await opened(here)
    here.server.hub.state.guild["owner_id"] = here.bert.id
    await here.anna.submit({"founders": "managers"})
    assert text(here.newest(here.anna)) == "Only those who can manage this server change its settings."
    assert await here.bot.client.service.servers.of(int(here.server.guild_id)) == Server()


async def test_a_manager_needs_no_administrator_right(here: Harness) -> None:
    (everyone,) = (each for each in here.server.hub.state.guild["roles"] if each["id"] == here.server.guild_id)
    everyone["permissions"] = str(int(everyone["permissions"]) | Permission.MANAGE_GUILD)
    await here.bert.slash(here.marne, "help")
    await here.bert.press(here.newest(here.bert), "Server settings")
    await here.bert.submit({"founders": "managers"})
    assert (await here.bot.client.service.servers.of(int(here.server.guild_id))).founders == "managers"


async def test_a_form_with_what_this_bot_does_not_have_changes_nothing(here: Harness) -> None:
    await opened(here)
    form = here.anna.modal
    assert form is not None
    form.body.update(json.loads(json.dumps(form.body).replace('"managers"', '"nobody"')))
    await here.anna.submit({"founders": "Only those who manage the server"})
    assert "another version of the bot" in text(here.newest(here.anna))
    assert await here.bot.client.service.servers.of(int(here.server.guild_id)) == Server()


def test_a_deadline_of_one_day_is_one_day() -> None:
    assert "The time to answer is 1 day." in map(str, settings_of(Server(answer=1)))


OTHER = Server(
    language="fr", pictures=False, answer=6, channel=1,
    founders="role", role=2,
)  # fmt: skip
LAST = "This counts for new campaigns. Each table can change its own."


def test_every_setting_is_told() -> None:
    assert [str(each) for each in settings_of(Server())] == [
        "Language: English", "Everybody can start campaigns.", "Campaigns are started in any channel.",
        "The time to answer is 3 days.", "Campaigns have pictures.", LAST,
    ]  # fmt: skip
    assert [str(each) for each in settings_of(OTHER)] == [
        "Language: Français",
        "Only <@&2> and those who can manage the server start campaigns.",
        "Campaigns are started in <#1> and its threads.",
        "The time to answer is 6 days.",
        "Campaigns have no pictures.",
        LAST,
    ]
    said = [str(each) for each in settings_of(Server(founders="managers"))]
    assert said[1] == "Only those who can manage the server start campaigns."


def proposed(server: Server) -> dict[str, tuple[list[str], list[str]]]:
    """What each field of the form lets choose, and what is chosen in it as it opens."""
    fields = [each["component"] for each in server_form(server, "#games").to_dict()["components"]]
    return {
        each["custom_id"]: (
            [option["value"] for option in each.get("options", ())],
            [option["value"] for option in each.get("options", ()) if option["default"]]
            or [str(value["id"]) for value in each.get("default_values", ())],
        )
        for each in fields
    }


def test_the_form_proposes_what_is_set() -> None:
    """A role can be kept there, and is chosen by the command alone."""
    days = ["1", "2", "3", "5", "7", "14", "30"]
    assert proposed(Server()) == {
        "language": (["en", "fr"], ["en"]),
        "founders": (["everybody", "managers"], ["everybody"]),
        "channel": ([], []),
        "answer": (days, ["3"]),
        "pictures": (["on", "off"], ["on"]),
    }
    assert proposed(OTHER) == {
        "language": (["en", "fr"], ["fr"]),
        "founders": (["everybody", "managers", "role"], ["role"]),
        "channel": ([], []),
        "answer": (["1", "2", "3", "5", "6", "7", "14", "30"], ["6"]),
        "pictures": (["on", "off"], ["off"]),
    }
    (label,) = (each for each in server_form(OTHER, "#games").to_dict()["components"] if "description" in each)
    assert (label["component"]["min_values"], label["component"]["required"]) == (0, False)
    assert label["description"] == "Empty: #games, as now. /server settings anywhere:True allows all."


def test_the_form_is_read_as_settings() -> None:
    assert read_server(Typed({"language": "en", "founders": "everybody", "answer": "3", "pictures": "on"})) == {
        "language": "en", "founders": "everybody", "answer": 3, "pictures": True,
    }  # fmt: skip
    typed = {"language": "fr", "founders": "role", "channel": "7", "answer": "30", "pictures": "off"}
    assert read_server(Typed(typed)) == {
        "language": "fr", "founders": "role", "channel": 7, "answer": 30, "pictures": False,
    }  # fmt: skip
