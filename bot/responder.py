"""Responds to interactions: public notices go to the channel, secret ones only to their owner."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.buttons import fix_view, journal_view
from bot.embeds import Colour, compose
from bot.forms import dice_form, offer_form, read_form, typed_in
from bot.hand_message import hand_message
from bot.journal import MOST_LINES, journal_lines, news
from bot.request import Caller, FormWanted, Request, TakeOffer
from bot.results import Results, public_message
from bot.retry import refused_form, typed_before
from bot.service import CampaignService, Result
from bot.sessions import Session
from bot.sure import asked_command, asked_dice, sure_message
from rules.campaign import Campaign
from rules.campaign.requests import Agreed
from rules.command import Offer
from rules.dice import read_faces
from rules.errors import DiceWanted, NotNow, NotThere, NotYours, RuleError, Unsure
from rules.notice import Public, Secret, tell_all
from rules.printed.lookup import explain, readings
from rules.secrets import Shown

Interaction = discord.Interaction[Any]
PAGE = 50


def caller_of(interaction: Interaction) -> Caller:
    """Who calls, and from where."""
    return Caller(
        interaction.id,
        interaction.created_at,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        interaction.user.id,
        interaction.permissions.manage_guild,
    )


class Responder:
    """From an interaction to its response."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self.results = Results()

    # ---- actions ----

    async def execute(
        self, interaction: Interaction, command: str, /, *, dice: str | None = None, **fields: Any
    ) -> None:
        """Execute the command of that type in the channel's campaign. ``dice`` are faces rolled on the table."""
        faces = read_faces(dice) if dice is not None else None
        session = await self._service.session_in(interaction.channel_id or 0)
        await self._execute(interaction, session, {"type": command, **fields}, faces)

    async def take_offer(
        self,
        interaction: Interaction,
        id_: int,
        key: str,
        faces: tuple[int, ...] | None = None,
        *,
        in_hand: bool = False,
    ) -> None:
        """Take the offer of a button. If it has a form, the form opens first."""
        session = await self._service.session(id_)
        await self._execute(interaction, session, TakeOffer(key), faces, in_hand=in_hand)

    async def execute_about(self, interaction: Interaction, command: str, subject: str, **fields: Any) -> None:
        """Execute a command about a thing in the hand. If an offer about it has a form, the form opens first."""
        session = await self._service.session_in(interaction.channel_id or 0)
        for offer in session.campaign.offers(interaction.user.id):
            is_about = (offer.subject or "").casefold() == subject.casefold()
            if offer.command.type == command and offer.inputs and is_about:
                await self._execute(interaction, session, TakeOffer(offer.key), None)
                return
        await self._execute(interaction, session, {"type": command, "marker": subject, **fields}, None)

    async def submit_form(self, interaction: Interaction, custom_id: str) -> None:
        """Execute what a filled form asks for. One that is refused can be opened again as it was filled in."""
        data: Any = interaction.data
        filled = read_form(custom_id, data)
        session = await self._service.session(filled.campaign)
        typed = typed_in(data)
        try:
            faces = read_faces(filled.dice) if filled.dice is not None else None
            await self._execute(interaction, session, filled.request, faces, in_hand=filled.in_hand)
        except RuleError as error:
            offer = _offer_of(session.campaign.when(interaction.created_at), interaction.user.id, filled.request)
            if offer is None or isinstance(error, NotYours):
                raise
            view = fix_view(session.id, offer.key, in_hand=filled.in_hand)
            await self.tell(interaction, refused_form(offer, typed, str(error)), **({"view": view} if view else {}))

    async def reopen_form(self, interaction: Interaction, id_: int, key: str, *, in_hand: bool) -> None:
        """Open a form that was refused, filled in as it was."""
        session = await self._service.session(id_)
        campaign = session.campaign.when(interaction.created_at)
        offer = campaign.find_offer(interaction.user.id, key)
        message = interaction.message
        typed = typed_before(offer, message.embeds[0].to_dict()) if message and message.embeds else {}
        with_dice = campaign.founding.dice == "physical" and bool(offer.dice)
        form = offer_form(id_, offer, with_dice=with_dice, in_hand=in_hand, typed=typed)
        await interaction.response.send_modal(form)

    async def _execute(
        self,
        interaction: Interaction,
        session: Session,
        request: Request,
        faces: tuple[int, ...] | None,
        *,
        in_hand: bool = False,
        sure: bool = False,
    ) -> None:
        try:
            result = await self._service.execute(caller_of(interaction), session, request, faces, sure=sure)
        except FormWanted as wanted:
            form = offer_form(session.id, wanted.offer, with_dice=wanted.dice, in_hand=in_hand)
            await interaction.response.send_modal(form)
        except DiceWanted as wanted:
            now = session.campaign.when(interaction.created_at)
            dice = dice_form(session.id, now, interaction.user.id, request, wanted, in_hand=in_hand)
            if dice is None or interaction.type is discord.InteractionType.modal_submit:
                raise
            await interaction.response.send_modal(dice)
        except Unsure as unsure:
            await self._ask_sure(interaction, session, request, unsure, faces)
        else:
            await self._respond(interaction, result, in_hand=in_hand)

    async def _ask_sure(
        self, interaction: Interaction, session: Session, request: Request, unsure: Unsure,
        faces: tuple[int, ...] | None,
    ) -> None:  # fmt: skip
        """Ask privately whether to go on all the same; the button gives the command again."""
        if isinstance(request, TakeOffer):
            now = session.campaign.when(interaction.created_at)
            offered = now.find_offer(interaction.user.id, request.key).command
            request = {"type": offered.type, **offered.model_dump(), **(request.answers or {})}
        command = session.campaign.read_command(request)
        await self.tell(interaction, **sure_message(session.id, session.campaign, command, unsure, faces))

    async def go_on(self, interaction: Interaction, id_: int, actions: int, fields: Mapping[str, Any]) -> None:
        """Give a command of a player who is sure. Raises ``NotNow`` where the game went on in the meantime."""
        session = await self._service.session(id_)
        if session.campaign.actions != actions:
            raise NotNow("Too late: the game has gone on since. `/act` lists what you can do now.")
        request = asked_command(session.campaign, fields, interaction.message)
        await self._execute(interaction, session, request, asked_dice(interaction.message), sure=True)

    async def _respond(self, interaction: Interaction, result: Result, *, in_hand: bool) -> None:
        campaign, user = result.campaign, interaction.user.id
        public = [notice for notice in result.notices if isinstance(notice, Public)]
        secret = [notice for notice in result.notices if isinstance(notice, Secret)]
        own = [notice for notice in secret if notice.seat in campaign.acts_for(user)]
        others = dict.fromkeys(notice.seat for notice in secret if notice not in own)
        if others:
            public.append(
                tell_all("{seats}: you have a private message. `/hand` shows it.", seats=Shown(", ".join(others)))
            )
        posted: int | None = None
        if _is_partial(result) and await self.results.grow(interaction, result, public):
            return
        if in_hand:
            await interaction.response.edit_message(**_as_edit(hand_message(result.id, campaign, user, own)))
            if public:
                posted = (await interaction.followup.send(**public_message(result, public), wait=True)).id
        elif public:
            posted = (await interaction.response.send_message(**public_message(result, public))).message_id
            if own:
                await interaction.followup.send(**hand_message(result.id, campaign, user, own), ephemeral=True)
        else:
            await interaction.response.send_message(**hand_message(result.id, campaign, user, own), ephemeral=True)
        if posted is not None:
            await self.results.follow(interaction, result, posted)

    # ---- hands ----

    async def show_hand(self, interaction: Interaction, id_: int | None = None) -> None:
        """Show a player their hand, and nobody else."""
        session = await self._session(interaction, id_)
        session.require("hand")
        user = interaction.user.id
        entries, undone = await self._service.newest(session, PAGE), await self._service.undone(session)
        told = news(session.campaign, user, entries, undone)
        message = hand_message(session.id, session.campaign, user, told)
        await interaction.response.send_message(**message, ephemeral=True)

    async def select_subject(self, interaction: Interaction, id_: int, subject: str) -> None:
        """Show the hand with the buttons of another item."""
        session = await self._service.session(id_)
        message = hand_message(session.id, session.campaign, interaction.user.id, subject=subject)
        await interaction.response.edit_message(**_as_edit(message))

    async def show_journal(self, interaction: Interaction, id_: int, before: int) -> None:
        """Show a player what their seats were told in private, the newest first, and nobody else."""
        session, user = await self._service.session(id_), interaction.user.id
        if not session.campaign.seats_of(user):
            raise NotYours("You hold no seat in this campaign. `/campaign join` takes one.")
        undone = await self._service.undone(session)
        lines: list[Secret] = []
        while before > 1 and len(lines) < MOST_LINES:
            entries = await self._service.newest(session, PAGE, before)
            for entry in entries:
                lines += journal_lines(session.campaign, user, [entry], undone)
                before = entry.seq
                if len(lines) >= MOST_LINES:
                    break
        embed = compose("My journal", lines, Colour.SECRET)
        if not lines:
            embed.description = "You have been told nothing in private."
        view = journal_view(session.id, before if before > 1 else None)
        await self.tell(interaction, embed, **({"view": view} if view else {}))

    # ---- answers that only the asker sees ----

    async def explain(self, interaction: Interaction, id_: int, seq: int) -> None:
        """Show the tables that an entry of the log read, each with its cell marked."""
        session = await self._service.session(id_)
        entries = await self._service.newest(session, 1, seq + 1)
        if not entries or entries[0].seq != seq:
            raise NotThere("That entry is not in the log.")
        data = session.campaign.game.data
        lines = [line for event in entries[0].events for each in readings(event) for line in explain(data, each)]
        await self.tell(interaction, compose(f"Why: entry {seq}", lines, Colour.ANSWER))

    async def tell(self, interaction: Interaction, embed: discord.Embed, **more: Any) -> None:
        """Answer a question privately."""
        await interaction.response.send_message(embed=embed, ephemeral=True, **more)

    async def _session(self, interaction: Interaction, id_: int | None) -> Session:
        if id_ is not None:
            return await self._service.session(id_)
        return await self._service.session_in(interaction.channel_id or 0)


def _offer_of(campaign: Campaign, user: int, request: Request) -> Offer | None:
    """The offer that a form was for, if it still stands."""
    if not isinstance(request, TakeOffer):
        return None
    try:
        return campaign.find_offer(user, request.key)
    except RuleError:
        return None


def _is_partial(result: Result) -> bool:
    """Whether some of those who were asked have answered, and others still must."""
    return any(isinstance(event, Agreed) and not event.is_complete for event in result.entry.events)


async def refuse(interaction: Interaction, sentence: str) -> None:
    """Send a refusal privately, whether or not the interaction was answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


def _as_edit(message: dict[str, Any]) -> dict[str, Any]:
    """A private message as an edit of the one before it: buttons that it lacks go away."""
    return {"view": None} | message
