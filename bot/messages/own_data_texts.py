"""What a group has added to the data of its game, and what is wrong in a file that it gave."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.messages.campaign_texts import what_differs
from rules.campaign import Campaign
from rules.errors import DataError
from rules.line import Listed, line
from rules.notice import Public, tell_all
from rules.ruling import GameData
from rules.secrets import Shown, quote

MOST_OWN, MOST_FAULTS = 25, 12


def added_data(campaign: Campaign, added: GameData, *, later: bool) -> Iterable[Public]:
    """Yield what would change with a file of the group, which may be ``later`` in other campaigns."""
    yield tell_all("The file can be read. Tick *Add to this campaign* in the form to add it.")
    if later:
        yield tell_all("This server's later campaigns of this game are played with it.")
    yield from what_differs(campaign.game.data, added)


def own_data(campaign: Campaign, *, is_forgotten: bool = False) -> Iterable[Public]:
    """Yield what the group has added to the data of its campaign, and what it can add; perhaps the server's later
    campaigns have just lost it (``is_forgotten``).
    """
    game = campaign.game
    if is_forgotten:
        yield tell_all("This server's later campaigns of this game are played with this bot's data alone.")
    if not game.own_parts:
        yield tell_all("Nothing can be added to the data of {game}.", game=Shown(game.title))
    for part in game.own_parts:
        key, _, name = part.partition(".")
        own = game.data.own.get(key, ())
        given = own.get(name, ()) if name and own else own
        called = Shown(game.data.parts[part])
        yield tell_all("Added to {part}: {count}", part=called, count=1 if isinstance(given, str) else len(given))
    names = [quote(str(each.get("title") or each.get("name") or each.get("id"))) for each in own_elements(campaign)]
    if names:
        yield Public(line("{names}", names=Listed(names[:MOST_OWN]))).under("Your own")


def own_elements(campaign: Campaign) -> list[Mapping[str, Any]]:
    """Return the cards and markers that the group has added."""
    lists = (each for each in campaign.game.data.own.values() if isinstance(each, list | tuple))
    return [each for elements in lists for each in elements if isinstance(each, Mapping)]


def faults(fault: DataError) -> Iterable[Public]:
    """Yield what is wrong in a file that a player gave, line by line."""
    lines = fault.lines
    yield from map(Public, lines[:MOST_FAULTS])
    if len(lines) > MOST_FAULTS:
        yield tell_all("Further faults: {count}", count=len(lines) - MOST_FAULTS)
