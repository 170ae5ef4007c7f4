"""Write the logs of the present version of the rules."""

import asyncio
import contextlib
import functools
import io
import tempfile
from pathlib import Path

import rules
from bot.cli.command_line import start_local_bot
from bot.engine.service import CampaignService
from bot.log.export import export_campaign
from bot.storage import SqliteStore
from localdiscord import play
from tests.games import SEED, catalog
from tests.loaded import true_dice

HERE = Path(__file__).parent
SCRIPTS = {"marne_1918": "marne_reveal", "fields_of_despair": "fields_turn_8", "gathering_storm": "storm_two_posts"}


async def write(game: str, script: Path) -> None:
    """Play a script, export its campaign, and keep beside it where the game stands at the end."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "a.sqlite"
        with contextlib.redirect_stdout(io.StringIO()):
            await play([script], functools.partial(start_local_bot, seed=SEED.hex()), database=database)
        store = await SqliteStore.open(database)
        try:
            exported = await export_campaign(store, 1)
            session = await CampaignService(store, catalog()).session(1)
        finally:
            await store.close()
    target = HERE / rules.VERSION / f"{game}.json"
    target.parent.mkdir(exist_ok=True)
    assert exported is not None
    target.write_bytes(exported.data)
    status = [str(line) for line in session.campaign.game.status(session.campaign.state)]
    target.with_suffix(".status.txt").write_text("\n".join(status) + "\n", encoding="utf-8")


async def main() -> None:
    with true_dice():
        for game, script in SCRIPTS.items():
            await write(game, HERE.parent / "golden" / f"{script}.script")


if __name__ == "__main__":
    asyncio.run(main())
