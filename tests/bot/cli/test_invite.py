"""The invitation asks for what the bot uses, and the documents say the same."""

from pathlib import Path

from bot.chat.channel_access import OPENS, READS
from bot.chat.onboarding.welcome import NEEDED as FOR_THE_CARD
from bot.cli.doctor.remote import NEEDED as LOOKED_FOR
from bot.cli.invite import PERMISSIONS, invitation
from tests.bot.command import adjutant

ROOT = Path(__file__).parents[3]


def test_it_asks_for_everything_that_a_feature_looks_for() -> None:
    assert {*READS, *OPENS.values(), *FOR_THE_CARD, *LOOKED_FOR} <= PERMISSIONS.keys()


def test_the_documents_have_the_invitation_and_its_permissions() -> None:
    readme, page = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/operations.md"))
    assert invitation(1).replace("client_id=1&", "client_id=YOUR_APPLICATION_ID&") in readme
    for name, why in PERMISSIONS.items():
        assert f"| {name.replace('_', ' ')} | {why} |" in page


async def test_the_command_prints_it() -> None:
    ended = await adjutant("invite", "123456789012345678")
    assert ended.code == 0
    assert invitation(123456789012345678) in ended.said
    assert all(why in ended.said for why in PERMISSIONS.values())
