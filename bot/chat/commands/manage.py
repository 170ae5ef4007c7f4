"""The menus *Manage…* and *Admin…*: settings, seats, the end of a campaign and its place."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Literal

import discord
from discord import app_commands

from bot.base.catalog import DataFile
from bot.base.language import read_language, say
from bot.chat.answering.campaign_list import list_lines
from bot.chat.answering.menus import Here, entry
from bot.chat.answering.move_check import check_gone, check_place
from bot.chat.answering.responder import caller_of
from bot.chat.commands import Menu
from bot.engine.people import days_ahead, read_day
from bot.messages.autocomplete import Choices, choices, choices_of, language_choices
from bot.messages.campaign_texts import added_data, faults, own_data, rulings_of, what_differs
from bot.messages.interaction import Buttons, Interaction, read_number, tell_privately
from bot.messages.menu_items import DIFFICULTY, AnswerSelect, entry_view
from bot.messages.pictures.pen import Theme
from rules.campaign import DiceKind
from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.rulings import LONGEST_HOUSE_RULE, MOST_HOUSE_RULES
from rules.errors import DataError, NotNow, NotThere
from rules.line import Listed
from rules.notice import tell_all
from rules.secrets import Shown

Days = app_commands.Range[int, 1, 90]
MOST_OWN_MEGABYTES = 0.5
Name = app_commands.Range[str, 1, 60]
Day = app_commands.Range[str, 1, 20]


OWN_SEAT = MappingProxyType({"seat": lambda here: choices(here.seats, "")})
OTHER_SEAT = MappingProxyType(
    {"seat": lambda here: choices((seat for seat in here.roster if seat not in here.seats), "")}
)
LANGUAGES = MappingProxyType({"language": lambda _: language_choices("")})
DAY_TO_COME = MappingProxyType(
    {"until": lambda here: choices(days_ahead(here.person.zone, here.interaction.created_at), "")}
)


def _lost(here: Here) -> Choices:
    """Return the caller's campaigns whose channel is gone."""
    names = {str(each.id): f"{each.id} {each.campaign.founding.name or each.campaign.game.title}" for each in here.lost}
    return choices_of(names.items(), "")


def _rulings(here: Here) -> Choices:
    rulings = here.session.campaign.game.data.rulings.by_name if here.session else {}
    return choices_of(((name, ruling.question) for name, ruling in rulings.items()), "")


def _now(setting: str, field: str = "") -> Callable[[Here], dict[str, Any]]:
    """Return the value of a setting of the table now, for the field of its form."""
    return lambda here: {field or setting: getattr(here.session.campaign.terms, setting) if here.session else None}


class Manage(Menu, name="manage", description="Manage this campaign"):
    """What is rarely done with a campaign."""

    # ---- settings ----

    @app_commands.command(extras=entry("Time to answer…", there=Here.is_seated, now=_now("answer")))
    @app_commands.describe(answer="Days to answer; after that play goes on without whoever did not")
    async def deadline(self, interaction: Interaction, answer: Days) -> None:
        """How long the table waits for an answer; the other sides are asked"""
        await self.bot.responder.execute(interaction, "change_settings", answer=answer)

    @app_commands.command(
        extras=entry("Pause…", there=Here.is_seated, offered=DAY_TO_COME, others=frozenset({"until"}))
    )
    @app_commands.describe(until="The day on which the time to answer counts again, such as 2026-03-05")
    async def pause(self, interaction: Interaction, until: Day) -> None:
        """Pause the campaign until a day, if the other sides agree; whoever wants to can play on"""
        zone, now = (await self.bot.service.people.one(interaction.user.id)).zone, interaction.created_at
        await self.bot.responder.execute(interaction, "pause", until=read_day(until, zone, now).isoformat())

    @app_commands.command(extras=entry("End the pause", there=Here.is_paused))
    async def resume(self, interaction: Interaction) -> None:
        """End the pause now"""
        await self.bot.responder.execute(interaction, "resume")

    @app_commands.command(extras=entry("Language…", there=Here.is_seated, offered=LANGUAGES, now=_now("language")))
    @app_commands.describe(language="What the channel reads; you yourself read the language of your Discord")
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language of the campaign; the other sides are asked"""
        await self.bot.responder.execute(interaction, "change_settings", language=read_language(language))

    @app_commands.command(extras=entry("Pictures…", there=Here.is_seated, now=_now("pictures", "on")))
    @app_commands.describe(on="Whether this campaign has pictures")
    async def pictures(self, interaction: Interaction, on: bool) -> None:
        """Switch the campaign's pictures on or off; the other sides are asked"""
        await self.bot.responder.execute(interaction, "change_settings", pictures=on)

    @app_commands.command(extras=entry("Dice…", there=Here.is_seated))
    @app_commands.describe(kind="The bot's sealed dice, or those that you roll on your own table")
    async def dice(self, interaction: Interaction, kind: DiceKind) -> None:
        """Change to other dice from now on; the other sides are asked"""
        await self.bot.responder.execute(interaction, "change_settings", dice_kind=kind)

    @app_commands.command(
        extras=entry(
            "Calls…",
            there=Here.is_seated,
            now=lambda here: {
                "on": here.session is None or here.interaction.user.id not in here.session.campaign.of(Uncalled).players
            },
        )
    )
    @app_commands.describe(on="Whether the bot mentions you when it is your move")
    async def calls(self, interaction: Interaction, on: bool) -> None:
        """Be called by the bot when it is your move, or not"""
        await self.bot.responder.execute(interaction, "change_settings", calls=on)

    @app_commands.command(extras=entry("Rulings…", offered={"ruling": _rulings}))
    @app_commands.describe(ruling="The question to see with its answers; all questions if you leave it empty")
    async def rulings(self, interaction: Interaction, ruling: Name | None = None) -> None:
        """How open questions of the rules are answered here, and a way to change one"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        view = discord.utils.MISSING
        if ruling is not None:
            asked = session.campaign.game.data.rulings[ruling]
            answers = {str(id_): say(asked.said(id_)) for id_ in asked.ids}
            view = Buttons(AnswerSelect(session.id, ruling, answers))
        elif difficulties := session.campaign.game.data.difficulties:
            titles = {id_: say(each.title) for id_, each in difficulties.items()}
            view = Buttons(AnswerSelect(session.id, DIFFICULTY, titles))
        await tell_privately(interaction, "Rulings", rulings_of(session.campaign, ruling), view=view)

    @app_commands.command(name="house-rule", extras=entry("House rule…", there=Here.is_seated))
    @app_commands.describe(rule="In your words; everybody reads it", drop="Or the number of one that is to go")
    async def house_rule(
        self,
        interaction: Interaction,
        rule: app_commands.Range[str, 1, LONGEST_HOUSE_RULE] | None = None,
        drop: app_commands.Range[int, 1, MOST_HOUSE_RULES] | None = None,
    ) -> None:
        """Agree on a sentence of your own beside the rulings, which nobody enforces; the other sides are asked"""
        await self.bot.responder.execute(interaction, "agree_house_rule", sentence=rule or "", drop=drop or 0)

    @app_commands.command(extras=entry("Newer data", there=Here.is_refereed))
    async def update(self, interaction: Interaction, sure: bool = False) -> None:
        """Compare the campaign's data with this bot's newer data, and adopt it (the referee)"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        newer = await self.bot.service.data.newer(session)
        if newer is None:
            raise NotNow("This campaign already uses this bot's data.")
        if sure:
            await self.bot.responder.execute(interaction, newer.type, data=newer.data)
            return
        old, new = session.campaign.game.data, session.campaign.library[newer.data].data
        lines = [tell_all("This bot has newer data than the campaign uses. You can adopt it."), *what_differs(old, new)]
        view = entry_view("sure", self.name, "update", session.id, "Adopt it")
        await tell_privately(interaction, "Newer data available", lines, view=view)

    @app_commands.command(name="own-data", extras=entry("Our own cards…", there=Here.is_refereed))
    @app_commands.rename(
        card="or_one_card_or_marker",
        entered="or_what_was_entered_in_play",
        adopt="add_to_this_campaign",
        later="for_later_campaigns",
    )
    @app_commands.describe(
        file="Cards, markers, chits or a map of your group, as documented; leave it empty to see yours",
        card="Written here as it would stand in the file",
        entered="And turned up: cards of your printed deck, your sheet",
        adopt="Once the other sides agree; without that you see what is in the file",
        later="The server's, too (its managers); without a file: without it from now on",
    )
    async def own_data(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        card: app_commands.Range[str, 1, 1000] | None = None,
        entered: bool = False,
        adopt: bool = False,
        later: bool = False,
    ) -> None:
        """Add cards or markers of your group to this campaign (the referee)"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        given = sum((file is not None, card is not None, entered))
        if not given:
            if later:
                await self.bot.service.data.forget(caller_of(interaction), session.campaign.founding.game)
            await tell_privately(interaction, "Our own cards", own_data(session.campaign, is_forgotten=later))
            return
        if given > 1:
            raise NotThere("Give one of these: a file, one card, or what was entered in play.")
        data = self.bot.service.data
        if file is not None:
            await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            if entered:
                edition = await data.entered(session, interaction.created_at)
            else:
                edition = await data.read(session, await given_data(file, card or ""))
        except DataError as fault:
            if card is not None:  # the form opens again as it was filled in
                raise NotThere("{faults}", faults=Listed([each.line for each in faults(fault)], " ")) from None
            await tell_privately(interaction, "Nothing was added", faults(fault))
            return
        if later:
            await data.remember(caller_of(interaction), edition)
        if adopt:
            command = await data.added(caller_of(interaction), session, edition)
            await self.bot.responder.execute(interaction, command.type, data=command.data)
            return
        lines = added_data(session.campaign, edition.game.data, later=later)
        await tell_privately(interaction, "Our own cards", lines)

    # ---- looking on ----

    @app_commands.command(extras=entry("Panel"))
    async def panel(self, interaction: Interaction) -> None:
        """Pin a message that always shows where the campaign stands and who must do what"""
        await self.bot.panels.show(interaction, await self.bot.service.session_in(interaction.channel_id or 0))

    @app_commands.command(name="no-panel", extras=entry("No panel"))
    async def no_panel(self, interaction: Interaction) -> None:
        """Take the panel away"""
        await self.bot.panels.hide(interaction, await self.bot.service.session_in(interaction.channel_id or 0))

    @app_commands.command(extras=entry("Picture…"))
    @app_commands.describe(theme="Dark (default) or light")
    async def picture(self, interaction: Interaction, theme: Theme = "dark") -> None:
        """See a picture of the campaign, described in words"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.gallery.show(interaction, session, theme)

    # ---- seats ----

    @app_commands.command(extras=entry("Leave a seat…", there=Here.is_seated, offered=OWN_SEAT))
    @app_commands.describe(seat="The seat to give up")
    async def leave(self, interaction: Interaction, seat: Name) -> None:
        """Give up a seat"""
        await self.bot.responder.execute(interaction, "leave", seat=seat)

    @app_commands.command(name="hand-over", extras=entry("Hand a seat over…", there=Here.is_seated, offered=OWN_SEAT))
    @app_commands.describe(seat="Your seat", to="Who takes it")
    async def hand_over(self, interaction: Interaction, seat: Name, to: discord.User) -> None:
        """Hand your seat, or the referee's office, over to somebody else"""
        if to.bot:
            raise NotThere("A bot cannot play. Name a person.")
        await self.bot.responder.execute(interaction, "hand_over", seat=seat, player=to.id)

    @app_commands.command(
        name="go-on", extras=entry("Go on without an answer…", there=Here.is_seated, offered=OTHER_SEAT)
    )
    @app_commands.describe(seat="The seat that does not answer")
    async def go_on(self, interaction: Interaction, seat: Name) -> None:
        """Go on without a seat whose time to answer is over"""
        await self.bot.responder.execute(interaction, "go_on_without", seat=seat)

    # ---- the end, the place, and the list ----

    @app_commands.command(extras=entry("End the campaign…", there=Here.is_seated))
    @app_commands.describe(for_good="Nobody can reopen it, and the seed of its dice is published")
    async def end(self, interaction: Interaction, for_good: bool = False) -> None:
        """End the campaign once the other sides agree"""
        await self.bot.responder.execute(interaction, "end", for_good=for_good)

    @app_commands.command(extras=entry("Reopen", there=Here.is_ended))
    async def reopen(self, interaction: Interaction) -> None:
        """Go on with this channel's campaign that ended less than 30 days ago"""
        await self.bot.responder.execute(interaction, "reopen")

    @app_commands.command(extras=entry("Move…", there=Here.is_seated))
    @app_commands.describe(to="A channel or thread of this server")
    async def move(self, interaction: Interaction, to: discord.TextChannel | discord.Thread) -> None:
        """Move the campaign to another channel or thread once the other sides agree"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await interaction.response.defer(ephemeral=True, thinking=True)  # Discord is asked about each player
        await check_place(self.bot.service, interaction, session, to.id)
        await self.bot.responder.execute(interaction, "move_house", channel=to.id)

    @app_commands.command(
        name="bring",
        extras=entry("Bring a campaign here…", there=lambda here: here.lost != (), offered={"campaign": _lost}),
    )
    @app_commands.describe(campaign="One of yours whose channel is gone")
    async def bring(self, interaction: Interaction, campaign: Name) -> None:
        """Go on here with a campaign whose channel was deleted, once the other sides agree"""
        session, here = await self.bot.service.session(read_number(campaign)), interaction.channel_id or 0
        await interaction.response.defer(ephemeral=True, thinking=True)
        await check_gone(self.bot, session)
        await check_place(self.bot.service, interaction, session, here)
        await self.bot.responder.execute_in(interaction, session, {"type": "move_house", "channel": here})

    @app_commands.command(name="list", extras=entry("Campaigns…", there=lambda _: True))
    @app_commands.describe(
        where="The campaigns of this channel (default) or of the whole server", ended="Those that have ended, too"
    )
    async def list_(
        self, interaction: Interaction, where: Literal["channel", "server"] = "channel", ended: bool = False
    ) -> None:
        """List campaigns: of this channel, or of the server"""
        await interaction.response.defer(ephemeral=True, thinking=True)
        lines = [line async for line in list_lines(self.bot.service, interaction, where, ended=ended)]
        await tell_privately(interaction, "Campaigns", lines)


class Admin(Menu, name="admin", description="Help a campaign whose players are gone"):
    """What somebody who manages the server can do, openly, and without reading secrets."""

    @app_commands.command(extras=entry("Free a seat…", offered={"seat": lambda here: choices(here.roster, "")}))
    @app_commands.describe(seat="The seat to free")
    async def seat(self, interaction: Interaction, seat: Name) -> None:
        """Free a seat of players who are gone"""
        await self.bot.responder.execute(interaction, "admin_seat", seat=seat)

    @app_commands.command(extras=entry("End the campaign…"))
    async def end(self, interaction: Interaction, sure: bool = False) -> None:
        """End this channel's campaign; it can be reopened"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        if sure:
            await self.bot.responder.execute(interaction, "admin_end")
            return
        line = tell_all("The campaign ends at once, and everybody here reads who ended it. It can be reopened.")
        view = entry_view("sure", self.name, "end", session.id, "End it")
        await tell_privately(interaction, "End the campaign", [line], view=view)


async def given_data(file: discord.Attachment | None, card: str = "") -> DataFile:
    """Return what a group gives: a file, or one card that was written into the form. Raises ``NotNow``."""
    if file is None:
        return DataFile(say("Your card"), card)
    if file.size > MOST_OWN_MEGABYTES * 1_000_000:
        raise NotNow("The file is larger than {most} MB, which is the limit.", most=Shown(f"{MOST_OWN_MEGABYTES:g}"))
    try:
        return DataFile.given(file.filename, await file.read())
    except discord.HTTPException as error:
        raise NotNow("Discord did not give the file. Try again.") from error
