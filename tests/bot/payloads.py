"""A start of the bot translates the texts of its commands into each of the locales of Discord. In a run of the tests
each is translated once: what a command says to Discord depends on its own words and the catalogues alone. The tests of
the process (``tests/bot/cli/test_process.py``) start without that.
"""

import json
from collections.abc import Callable
from typing import Any

from discord.app_commands import Command, ContextMenu, Group

from bot.base import language

_known: dict[str, Any] = {}


def translate_once() -> None:
    """From now on."""
    kinds: tuple[Any, ...] = (Command, ContextMenu, Group)
    for kind in kinds:
        kind.get_translated_payload = _kept(kind.get_translated_payload)


def _kept(translate: Callable[..., Any]) -> Callable[..., Any]:
    async def kept(command: Any, tree: Any, translator: Any) -> Any:
        words = f"{type(translator)} {language.LOCALE} {json.dumps(command.to_dict(tree))}"
        if words not in _known:
            _known[words] = await translate(command, tree, translator)
        return _known[words]

    return kept
