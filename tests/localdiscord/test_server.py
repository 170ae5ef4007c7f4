"""One command from end to end: a response, a button, a modal."""

import pytest

from localdiscord import LocalDiscord
from tests.localdiscord.little_bot import LittleBot

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_a_button_and_a_modal(server: LocalDiscord, bot: LittleBot) -> None:
    anna, bert = server.user("anna"), server.user("bert")
    general = server.channel("general")
    await anna.slash(general, "draw card", {"card": "Three"})

    drawn, question = anna.messages(general)
    assert drawn["embeds"][0]["title"] == "Drawn"
    assert bert.messages(general) == [drawn]
    assert question["flags"] & 64

    await anna.press(question, "Report")
    assert anna.modal is not None
    assert bert.modal is None
    await anna.submit({"Points": "31"})
    assert anna.modal is None
    assert bert.messages(general)[-1]["content"] == "31 points"
    assert server.rejected == []
    assert "MESSAGE_CREATE" not in bot.events
