"""What somebody reads who is new here, or asks for help: what they can do now, the commands that there are, and the law
of the table.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from discord import app_commands

from bot.engine.sessions import Session
from bot.messages.buttons import LookButton, OfferButton
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Buttons
from bot.messages.result_message import headed
from bot.messages.start_buttons import StartButton, start_view
from rules.campaign import Campaign
from rules.game import AnyGame
from rules.line import Listed
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown, quote

MOST_BUTTONS = 7
"""So many of the things that somebody can do now have a button in `/help`."""
ALWAYS = ("campaign status", "campaign undo", "campaign manage", "record find", "record more", "me more")
"""What helps in every campaign."""
HAND = frozenset({"draw", "play", "return", "remove"})
"""What the commands need that are about cards and markers in a hand."""
Ids = Mapping[str, int]
"""The ids that Discord gave the commands, by their names; none where this process did not register them."""
Message = dict[str, Any]


def mention(ids: Ids, name: str) -> Shown:
    """Return a command that can be clicked, or as the user types it if the bot does not know its id."""
    id_ = ids.get(name.split(" ")[0])
    return Shown(f"`/{name}`" if id_ is None else f"</{name}:{id_}>")


def card(ids: Ids, games: Iterable[AnyGame]) -> Message:
    """Return what the bot says on a server on which nobody has begun yet; some of its ``games`` can be tried."""
    lines = [
        tell_all(
            "I keep the papers of wargames played by post: event markers, secret hands, dice and log, and I call "
            "whoever must act. The board stays yours."
        ),
        tell_all("**Try …** opens a short game for you alone."),
        tell_all("**Start a campaign** asks for the game and your seat."),
        tell_all("{help} says at any time what you can do.", help=mention(ids, "help")),
    ]
    message = headed("Adjutant", compose("", lines, Colour.ACTION))
    return {**message, "view": start_view(games, "new", "server")}


def help_now(session: Session, campaign: Campaign, user: int, ids: Ids, every: Iterable[object]) -> Message:
    """Return what a user can do now in a campaign, with buttons, and what its game has beside that."""
    offers = [offer for offer in campaign.offers(user) if not offer.minor]
    embed = compose(campaign.game.title, _now(campaign, user, ids, every, has_offers=bool(offers)), Colour.ANSWER)
    begin = ("new", "commands", "law") if campaign.is_ended else ("commands", "law")
    now = [OfferButton(session.id, each.key, each.name) for each in offers[:MOST_BUTTONS]]
    missed = [LookButton("since", session.id)] if campaign.has_begun and campaign.seats_of(user) else []
    return {"embed": embed, "view": Buttons(*now, *missed, *map(StartButton, begin))}


def _now(campaign: Campaign, user: int, ids: Ids, every: Iterable[object], *, has_offers: bool) -> Iterator[Public]:
    """Yield who the user is in a campaign, whether they can do something, and the commands."""
    if campaign.is_ended:
        yield tell_all("**{name}** has ended.", name=quote(campaign.founding.name))
    else:
        yield from _in_play(campaign, user, ids, has_offers=has_offers)
    used = [each for each in commands(every) if _is_of(each, campaign.game)]
    if not any(campaign.game.keeps_hand(campaign.state, seat) for seat in campaign.seats_of(user)):
        used = [each for each in used if not HAND.issuperset(needed_by(each))]
    own = [mention(ids, each.qualified_name) for each in used]
    if own:
        yield tell_section("In this game", "Use {commands}", commands=Shown(" ".join(map(str, own))))
    always = Shown(" ".join(str(mention(ids, each)) for each in ALWAYS))
    yield tell_section("At any time", "Use {commands}", commands=always)


def _in_play(campaign: Campaign, user: int, ids: Ids, *, has_offers: bool) -> Iterator[Public]:
    """Yield who the user is in a campaign that is played, and whether they can do something."""
    seats, name = campaign.seats_of(user), quote(campaign.founding.name)
    if not seats:
        yield tell_all(
            "You hold no seat in **{name}**. {join} takes one.", name=name, join=mention(ids, "campaign join")
        )
        return
    yield tell_all("You are in **{name}**: {seats}.", name=name, seats=Listed(seats))
    if has_offers:
        yield tell_all("Press a button below, or use a command.")
    else:
        yield tell_all("There is nothing that you can do now.")


def all_commands(game: AnyGame | None, ids: Ids, every: Iterable[object]) -> Iterator[Public]:
    """Yield the commands that a game uses, those of a group together, each with what it does."""
    for command in commands(every):
        if game is not None and needed_by(command) and not _is_of(command, game):
            continue
        parent, name = command.parent, mention(ids, command.qualified_name)
        group = parent.description if isinstance(parent, app_commands.Group) else "At any time"
        yield tell_section(Shown(group), "{command}: {what}", command=name, what=Shown(command.description))


def commands(every: Iterable[object]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Yield the slash commands, those in groups among them."""
    for command in every:
        if isinstance(command, app_commands.Group):
            yield from commands(command.commands)
        elif isinstance(command, app_commands.Command):
            yield command


def needed_by(command: app_commands.Command[Any, ..., Any]) -> tuple[str, ...]:
    """Return what a game must have to use a command, or nothing if every game has that command."""
    needed: tuple[str, ...] = command.extras.get("needs", ())
    return needed


def _is_of(command: app_commands.Command[Any, ..., Any], game: AnyGame) -> bool:
    """Return whether a command is one of those that only some games use, and this game does."""
    return any(map(game.has, needed_by(command)))


def law() -> Iterator[Public]:
    """Yield the seven sentences, as `/help` and the guides have them."""
    yield tell_all(
        "1. Whoever sits in a seat acts for it, and alone reads its secrets. Those in a seat let others in; an empty"
        " seat is taken with the consent of the other sides once the game has begun, and nobody who has ever sat on a"
        " side comes to another without it."
    )
    yield tell_all(
        "2. What ends a phase or turn waits for those who could still act, until they press *Done* or the time to"
        " answer is over. After that anybody goes on without them, and the result says so."
    )
    yield tell_all(
        "3. You take back your last action alone as long as nobody has learned anything by it or acted on it;"
        " otherwise the other sides are asked."
    )
    yield tell_all(
        "4. Any player enters or corrects what lies on the board. *That's wrong* puts the old value back and calls"
        " whoever entered it; then people talk."
    )
    yield tell_all(
        "5. Rulings, deadlines, language, place, pause and end are for all sides: one asks, the others agree; nobody is"
        " bound by silence where a secret would open."
    )
    yield tell_all(
        "6. Whoever is away says until when; their time to answer stands still until then, at most thirty days."
        " Somebody may sit in for them."
    )
    yield tell_all(
        "7. A referee, if there is one, answers 3 and 5 for all and reads no secret. Who manages the server can free a"
        " seat or close a campaign."
    )
