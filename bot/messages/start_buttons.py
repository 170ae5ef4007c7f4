"""The buttons, menus and forms by which people begin: try the bot, start a campaign, take a seat, set up a server. And
what they read then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import languages, name_of, say, say_plain
from bot.engine.founding import LONGEST_NAME
from bot.engine.server_settings import Server
from bot.messages.buttons import LookButton
from bot.messages.embeds import Colour, compose, cut
from bot.messages.forms import choice_field
from bot.messages.interaction import Button, Buttons, Form, Interaction, Items, Menu, Pressed, Typed, choice_of
from bot.messages.menu_items import EntryButton
from rules.campaign import Campaign
from rules.game import AnyGame
from rules.line import line
from rules.notice import Notice, Public, tell_all, tell_text
from rules.seat import REFEREE, Seat
from rules.secrets import Shown

STARTS = {
    "new": "Start a campaign",
    "server": "Server settings",
    "commands": "All commands",
    "law": "The law of the table",
}
"""What somebody can begin with, with the label of the button."""
FORM = "adj:new:"
SERVER_FORM = "adj:server"
LATER = "Choose later"
DAYS = {1: "1 day", 2: "2 days", 3: "3 days", 5: "5 days", 7: "7 days", 14: "14 days", 30: "30 days"}
DICE = {"sealed": "Sealed dice that anybody can check", "physical": "Dice that you roll on your own table"}
MOST_ASKED = 10
"""So many players can be invited as a campaign starts."""
FOUNDERS = {"everybody": "Everybody", "managers": "Only those who manage the server", "role": "Only the chosen role"}
ON_OFF = {"on": "On", "off": "Off"}


class StartButton(Pressed[Button], id="adj:start:{what}"):
    """Begins something for the user who presses it."""

    what: str

    def __init__(self, what: str, *, is_main: bool = False) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=say(STARTS.get(what, "…")), style=style), what=what)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.welcome.begin(interaction, self.what)


class TryButton(Pressed[Button], id="adj:try:{game}"):
    """Opens a short game for the user who presses it."""

    game: str

    def __init__(self, game: str, title: str = "…") -> None:
        label = say(line("Try {game}", game=title))[:80]
        super().__init__(discord.ui.Button(label=label), game=game)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.welcome.starts.try_it(interaction, self.game)


class GameMenu(Pressed[Menu], id="adj:game"):
    """Chooses the game of a campaign to start; its form opens."""

    def __init__(self, games: Mapping[str, AnyGame] = MappingProxyType({})) -> None:
        options = [discord.SelectOption(label=game.title, value=name) for name, game in games.items()]
        super().__init__(discord.ui.Select(placeholder=say("Which game?"), options=options))

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.welcome.ask(interaction, choice_of(self.item))


class SeatMenu(Pressed[Menu], id="adj:seat:{id_}"):
    """Takes a seat of a campaign. Its id holds the campaign."""

    id_: int

    def __init__(self, id_: int, seats: Sequence[str] = ()) -> None:
        options = [discord.SelectOption(label=say(seat), value=seat) for seat in seats]
        super().__init__(discord.ui.Select(placeholder=say("Take a seat"), options=options), id_=id_)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.join(interaction, choice_of(self.item), self.id_)


class SeatButton(Pressed[Button], id="adj:sit:{id_}"):
    """Takes the free seat of a campaign, or asks which of several. Its id holds the campaign."""

    id_: int

    def __init__(self, id_: int, free: Sequence[str] = (), *, is_main: bool = False) -> None:
        label = line("Play {seat:the}", seat=free[0]) if len(free) == 1 else "Take a seat"
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=say_plain(label)[:80], style=style), id_=id_)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.take_seat(interaction, self.id_)


class NoThanksButton(Pressed[Button], id="adj:nothanks:{id_}"):
    """Says no to an invitation. Its id holds the campaign."""

    id_: int

    def __init__(self, id_: int) -> None:
        super().__init__(discord.ui.Button(label=say("No, thanks")), id_=id_)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.execute(interaction, "turn_down", id_=self.id_)


BEGIN_ITEMS: Items = (StartButton, TryButton, GameMenu, SeatMenu, SeatButton, NoThanksButton)
MOST_TRIED = 5
"""So many games to try fit in a row."""


def start_view(games: Iterable[AnyGame], *what: str) -> discord.ui.View:
    """Return a row with the games that can be tried, and one with other things to begin with."""
    taught = [each for each in games if each.data.lesson is not None][:MOST_TRIED]
    begin = [StartButton(each) for each in what]
    for button in begin:
        button.item.row = 1
    return Buttons(*(TryButton(game.id, game.title) for game in taught), *begin)


def campaign_form(key: str, game: AnyGame) -> discord.ui.Modal:
    """Return the form for a campaign of a game, which is asked for by a key."""
    players = discord.ui.UserSelect[Any](custom_id="players", required=False, min_values=0, max_values=MOST_ASKED)
    called = say("I call them, with a button to take a seat.")
    fields = [
        menu("seat", "Your seat", {seat: seat for seat in (*game.seats, REFEREE)}, game.seats[0]),
        discord.ui.Label(text=say("Who plays with you"), description=called, component=players),
    ]
    if openings := game.openings():
        asked, without = game.sequence.opening_asked
        fields.append(menu("opening", asked, {LATER: without, **{name: name for name in openings}}, LATER))
    name = discord.ui.TextInput[Any](custom_id="name", max_length=LONGEST_NAME, required=False)
    named = discord.ui.Label[Any](text=say("Name of the campaign"), component=name)
    return Form(
        say(line("Start {game}", game=game.title)), f"{FORM}{key}", *fields, menu("dice", "Dice", DICE, "sealed"), named
    )


def days_menu(answer: int) -> discord.ui.Label[Any]:
    """Return the menu of days to answer, with a number added if it is not in the list."""
    own = {answer: line("{count} {count:day|days}", count=answer)}
    days = DAYS if answer in DAYS else dict(sorted({**DAYS, **own}.items()))
    shown = {str(each): label for each, label in days.items()}
    return menu("answer", "How long play waits for an answer", shown, str(answer))


def menu(name: str, label: str, options: Mapping[str, str], now: str) -> discord.ui.Label[Any]:
    """Return a field of a form that is chosen from some options, as it is now."""
    shown = [(say(said), value) for value, said in options.items()]
    return discord.ui.Label(text=say(label)[:45], component=choice_field(name, shown, now, required=True))


# ---- a server's settings as its managers read and change them ----


def server_form(server: Server, place: str) -> discord.ui.Modal:
    """Return the form of a server's settings, as they are now. A form with a chosen channel closes on some clients."""
    spoken = {each: name_of(each) for each in languages()}
    founders = {key: label for key, label in FOUNDERS.items() if key != "role" or server.role is not None}
    kinds = [discord.ChannelType.text, discord.ChannelType.forum]
    channel: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channel", channel_types=kinds, required=False, min_values=0
    )
    about = cut(say(line("Empty: {place}, as now. /server settings anywhere:True allows all.", place=place)))
    return Form(
        say("Server settings"),
        SERVER_FORM,
        menu("language", "Language of new campaigns", spoken, server.language),
        menu("founders", "Who can start campaigns", founders, server.founders),
        discord.ui.Label(text=say("Channel for campaigns"), description=about, component=channel),
        days_menu(server.answer),
        menu("pictures", "Pictures in new campaigns", ON_OFF, "on" if server.pictures else "off"),
    )


def read_server(typed: Typed) -> dict[str, object]:
    """Return the settings that a form was filled in with."""
    return {
        "language": typed["language"],
        "founders": typed["founders"],
        **({"channel": typed.number("channel")} if typed.get("channel") else {}),
        "answer": typed.number("answer"),
        "pictures": typed["pictures"] == "on",
    }


def settings_of(server: Server) -> Iterator[Notice]:
    """Yield what a server has set. It counts for campaigns that are started from now on."""
    yield tell_all("Language: {language}", language=Shown(name_of(server.language)))
    if server.founders == "everybody":
        yield tell_all("Everybody can start campaigns.")
    elif server.founders == "managers":
        yield tell_all("Only those who can manage the server start campaigns.")
    else:
        role = Shown(f"<@&{server.role}>")
        yield tell_all("Only {role} and those who can manage the server start campaigns.", role=role)
    if server.channel is None:
        yield tell_all("Campaigns are started in any channel.")
    else:
        channel = Shown(f"<#{server.channel}>")
        yield tell_all("Campaigns are started in {channel} and its threads.", channel=channel)
    yield tell_all("The time to answer is {answer} {answer:day|days}.", answer=server.answer)
    if server.pictures:
        yield tell_all("Campaigns have pictures.")
    else:
        yield tell_all("Campaigns have no pictures.")
    yield tell_all("This counts for new campaigns. Each table can change its own.")


# ---- what somebody who takes a seat reads in private ----


def welcome(id_: int, campaign: Campaign, seat: Seat) -> dict[str, Any]:
    """Return the message to whoever takes a seat."""
    hand = [LookButton("hand", id_)] if "hand" in campaign.game.shows and seat != REFEREE else []
    view = Buttons(*hand, EntryButton("open", "me", "quiet", id_, "Quiet hours…"))
    title = "You are the referee" if seat == REFEREE else line("You play {seat:the}", seat=seat)
    return {"embed": compose(title, _told_at(seat, campaign), Colour.ANSWER), "view": view}


def _told_at(seat: Seat, campaign: Campaign) -> Iterator[Public]:
    if seat == REFEREE:
        yield tell_all("You settle what the rules leave open, for all, and read no secret: `/campaign manage`.")
    elif words := campaign.game.data.words_of(seat):
        yield tell_text(words)
    yield tell_all("I mention you when it is your move. In your **quiet hours** no mention disturbs you.")
    yield tell_all("`/help` says at any time what you can do.")
