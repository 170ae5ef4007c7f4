"""The whole road once: a command, an answer, a button, a form."""

import pytest

from localdiscord import LocalDiscord
from tests.localdiscord.little_bot import LittleBot

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_is_answered_and_its_button_opens_a_form(table: LocalDiscord, bot: LittleBot) -> None:
    anna, bert = table.person("anna"), table.person("bert")
    marne = table.channel("marne")
    await anna.slash(marne, "draw event", {"marker": "Fog"})

    drawn, question = anna.messages(marne)
    assert drawn["embeds"][0]["title"] == "Drawn"
    assert bert.messages(marne) == [drawn]
    assert question["flags"] & 64

    await anna.press(question, "Report")
    assert anna.modal is not None
    assert bert.modal is None
    await anna.submit({"Victory points": "31"})
    assert anna.modal is None
    assert bert.messages(marne)[-1]["content"] == "31 points"
    assert table.refused == []
    assert "MESSAGE_CREATE" not in bot.heard
