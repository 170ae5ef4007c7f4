"""``/act`` and ``/help``."""

from tests.bot.harness import Harness, text


async def test_help_names_every_command_within_the_limits(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    said = text(here.newest(here.anna))
    for command in here.bot.client.tree.walk_commands():
        if not hasattr(command, "commands"):
            assert f"`/{command.qualified_name}`" in said
    assert "…" not in said
