"""Responds to interactions: public notices go to the channel, secret ones only to their owner."""

from typing import Any

import discord

from bot.buttons import public_view
from bot.embeds import Colour, compose
from bot.forms import dice_form, offer_form, read_form
from bot.hand_message import hand_message
from bot.service import Caller, CampaignService, FormWanted, Request, Result, TakeOffer
from bot.sessions import Session
from rules.campaign import Campaign
from rules.dice import read_faces
from rules.errors import DiceWanted, NotThere
from rules.notice import Public, Secret, tell_all
from rules.printed.lookup import explain, readings
from rules.secrets import Shown

Interaction = discord.Interaction[Any]


def caller_of(interaction: Interaction) -> Caller:
    """Who calls, and from where."""
    return Caller(
        interaction.id,
        interaction.created_at,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        interaction.user.id,
    )


class Responder:
    """From an interaction to its response."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service

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
        """Execute what a filled form asks for."""
        data: Any = interaction.data
        filled = read_form(custom_id, data)
        session = await self._service.session(filled.campaign)
        await self._execute(interaction, session, filled.request, filled.faces, in_hand=filled.in_hand)

    async def _execute(
        self,
        interaction: Interaction,
        session: Session,
        request: Request,
        faces: tuple[int, ...] | None,
        *,
        in_hand: bool = False,
    ) -> None:
        try:
            result = await self._service.execute(caller_of(interaction), session, request, faces)
        except FormWanted as wanted:
            form = offer_form(session.id, wanted.offer, with_dice=wanted.dice, in_hand=in_hand)
            await interaction.response.send_modal(form)
        except DiceWanted as wanted:
            dice = dice_form(session, interaction.user.id, request, wanted, in_hand=in_hand)
            if dice is None or interaction.type is discord.InteractionType.modal_submit:
                raise
            await interaction.response.send_modal(dice)
        else:
            await self._respond(interaction, result, in_hand=in_hand)

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
        if in_hand:
            await interaction.response.edit_message(**_as_edit(hand_message(result.id, campaign, user, own)))
            if public:
                await interaction.followup.send(**self._public(result, public))
        elif public:
            await interaction.response.send_message(**self._public(result, public))
            if own:
                await interaction.followup.send(**hand_message(result.id, campaign, user, own), ephemeral=True)
        else:
            await interaction.response.send_message(**hand_message(result.id, campaign, user, own), ephemeral=True)

    def _public(self, result: Result, notices: list[Public]) -> dict[str, Any]:
        campaign, entry = result.campaign, result.entry
        who = f"{entry.seat} · " if entry.seat else ""
        embed = compose(entry.title, notices, Colour.ACTION, f"{who}{campaign.game.title} · entry {entry.seq}")
        why = entry.seq if any(readings(event) for event in entry.events) else None
        return {"embed": embed, **self.buttons(result.id, campaign, why)}

    def buttons(self, id_: int, campaign: Campaign, why: int | None = None) -> dict[str, Any]:
        """The buttons of the public offers that can be taken next; ``why`` is an entry that read tables."""
        with_hand = not campaign.is_ended and "hand" in campaign.game.shows
        view = public_view(id_, campaign.open_offers(), with_hand=with_hand, why=why)
        return {"view": view} if view is not None else {}

    # ---- hands ----

    async def show_hand(self, interaction: Interaction, id_: int | None = None) -> None:
        """Show a player their hand, and nobody else."""
        session = await self._session(interaction, id_)
        session.require("hand")
        message = hand_message(session.id, session.campaign, interaction.user.id)
        await interaction.response.send_message(**message, ephemeral=True)

    async def select_subject(self, interaction: Interaction, id_: int, subject: str) -> None:
        """Show the hand with the buttons of another item."""
        session = await self._service.session(id_)
        message = hand_message(session.id, session.campaign, interaction.user.id, subject=subject)
        await interaction.response.edit_message(**_as_edit(message))

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


async def refuse(interaction: Interaction, sentence: str) -> None:
    """Send a refusal privately, whether or not the interaction was answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


def _as_edit(message: dict[str, Any]) -> dict[str, Any]:
    """A private message as an edit of the one before it: buttons that it lacks go away."""
    return {"view": None} | message
