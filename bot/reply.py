"""Answers: what everybody may read goes to the channel, what is secret to its owner alone."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.buttons import focus_of, private_buttons, public_buttons
from bot.campaigns import Call, Campaigns, Outcome, Table
from bot.embeds import Colour, compose
from bot.forms import form, read_form
from rules.campaign import Campaign
from rules.command import Command, Offer
from rules.errors import DiceWanted, NotThere, NotYours, RuleError
from rules.notice import Public, Secret, tell_all
from rules.printed.lookup import PrintedData, explain, readings
from rules.secrets import Shown

Interaction = discord.Interaction[Any]

HAND_TITLE = "For your eyes only"
HELD = "Your hand"


def call_of(interaction: Interaction) -> Call:
    """Who calls, and from where."""
    return Call(
        interaction.id,
        interaction.created_at,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        interaction.user.id,
    )


class Replies:
    """From an interaction to its answer."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    # ---- deeds ----

    async def act(
        self,
        interaction: Interaction,
        ask: Mapping[str, Any] | Command,
        faces: tuple[int, ...] | None = None,
        id_: int | None = None,
        key: str | None = None,
    ) -> None:
        """Do what is asked for (``key``: by taking that offer) and answer with the result, or with a form for the
        dice that it wants.

        A command that is on offer is taken as that offer: given twice at once, it is done once.
        """
        table = await self._table(interaction, id_)
        command = ask if isinstance(ask, Command) else table.campaign.read_command(ask)
        if key is None:
            offers = table.campaign.offers(interaction.user.id)
            key = next((offer.key for offer in offers if offer.command == command), None)
        try:
            outcome = await self._campaigns.act(call_of(interaction), command, faces, table.id, key)
        except DiceWanted as wanted:
            if wanted.given or not await self._ask_for_dice(
                interaction, table.id, command, key, " then ".join(wanted.wanted)
            ):
                raise
            return
        await self._show(interaction, outcome)

    async def _ask_for_dice(
        self, interaction: Interaction, id_: int, command: Command, key: str | None, dice: str
    ) -> bool:
        """Open a form for the dice, if one can be: a form is not answered with another."""
        offers = (await self._campaigns.table(id_)).campaign.offers(interaction.user.id)
        rolls = next((offer.dice for offer in offers if offer.key == key), "")
        wanted = form(id_, command, key, dice=rolls or dice)
        if wanted is None or interaction.type is discord.InteractionType.modal_submit:
            return False
        await interaction.response.send_modal(wanted)
        return True

    async def take(self, interaction: Interaction, id_: int, key: str, faces: tuple[int, ...] | None = None) -> None:
        """Take the offer of a button, asking first for what it leaves open."""
        offer = await self._offer(interaction, id_, key)
        if offer is None:
            return
        table = await self._campaigns.table(id_)
        is_physical = table.campaign.founding.dice == "physical"
        dice = offer.dice if is_physical and offer.dice and (offer.inputs or faces is None) else None
        wanted = (
            form(id_, offer.command, key, offer.inputs, dice, offer.choices, offer.questions)
            if offer.inputs or dice
            else None
        )
        if wanted is not None:
            await interaction.response.send_modal(wanted)
        else:
            await self.act(interaction, offer.command, faces, id_, key)

    async def act_on(self, interaction: Interaction, ask: Mapping[str, Any], about: str) -> None:
        """Do what is asked for about a thing in the hand; what an offer of it leaves open is asked for first."""
        table = await self._table(interaction, None)
        for offer in table.campaign.offers(interaction.user.id):
            if (
                offer.command.type == ask["type"]
                and offer.inputs
                and (offer.subject or "").casefold() == about.casefold()
            ):
                await self.take(interaction, table.id, offer.key)
                return
        await self.act(interaction, ask)

    async def submit(self, interaction: Interaction, custom_id: str) -> None:
        """Do what a form asks for."""
        data: Any = interaction.data
        filled = read_form(custom_id, data)
        command = filled.command
        if filled.key is not None:
            offer = await self._offer(interaction, filled.campaign, filled.key)
            if offer is None:
                return
            command = offer.command.model_dump()
        await self.act(interaction, command | filled.answers, filled.faces, filled.campaign, filled.key)

    async def _offer(self, interaction: Interaction, id_: int, key: str) -> Offer | None:
        """The offer of that key; None when this very interaction took it before and was answered once more."""
        try:
            return await self._campaigns.offer(id_, interaction.user.id, key)
        except RuleError:
            again = await self._campaigns.done_before(call_of(interaction))
            if again is None:
                raise
            await self._show(interaction, again)
            return None

    async def _show(self, interaction: Interaction, outcome: Outcome) -> None:
        campaign, user = outcome.campaign, interaction.user.id
        public = [notice for notice in outcome.notices if isinstance(notice, Public)]
        secret = [notice for notice in outcome.notices if isinstance(notice, Secret)]
        own = [notice for notice in secret if notice.seat in campaign.acts_for(user)]
        others = dict.fromkeys(notice.seat for notice in secret if notice not in own)
        if others:
            public.append(
                tell_all("{seats}: there is news for your eyes alone, `/hand`.", seats=Shown(", ".join(others)))
            )
        if _is_hand(interaction):
            await interaction.response.edit_message(**_edited(self._hand(outcome.id, campaign, user, own)))
            if public:
                await interaction.followup.send(**self._public(outcome, public))
        elif public:
            await interaction.response.send_message(**self._public(outcome, public))
            if own:
                await interaction.followup.send(**self._hand(outcome.id, campaign, user, own), ephemeral=True)
        else:
            await interaction.response.send_message(**self._hand(outcome.id, campaign, user, own), ephemeral=True)

    def _public(self, outcome: Outcome, notices: list[Public]) -> dict[str, Any]:
        campaign, entry = outcome.campaign, outcome.entry
        who = f"{entry.seat} · " if entry.seat else ""
        embed = compose(entry.command.title, notices, Colour.DEED, f"{who}{campaign.game.title} · entry {entry.seq}")
        why = entry.seq if any(readings(event) for event in entry.events) else None
        return {"embed": embed, **self.buttons(outcome.id, campaign, why)}

    def buttons(self, id_: int, campaign: Campaign, why: int | None = None) -> dict[str, Any]:
        """What may be done next in a campaign, as far as everybody may know it; ``why`` is an entry that read
        tables."""
        with_hand = not campaign.is_ended and ("hand" in campaign.game.shows)
        view = public_buttons(id_, campaign.open_offers(), with_hand=with_hand, why=why)
        return {"view": view} if view is not None else {}

    # ---- hands ----

    async def show_hand(self, interaction: Interaction, id_: int | None = None) -> None:
        """Show a player what they hold, and nobody else."""
        table = await self._table(interaction, id_)
        private = self._hand(table.id, table.campaign, interaction.user.id, [])
        await interaction.response.send_message(**private, ephemeral=True)

    async def choose(self, interaction: Interaction, id_: int, about: str) -> None:
        """Show the hand with the buttons of another thing in it."""
        table = await self._table(interaction, id_)
        private = self._hand(table.id, table.campaign, interaction.user.id, [], about)
        await interaction.response.edit_message(**_edited(private))

    def _hand(
        self, id_: int, campaign: Campaign, user: int, told: list[Secret], about: str | None = None
    ) -> dict[str, Any]:
        seats = campaign.seats_of(user)
        if not seats:
            raise NotYours("You hold no seat in this campaign: take one with `/campaign join`.")
        hands = [(seat, [*campaign.game.hand(campaign.state, seat)]) for seat in campaign.acts_for(user)]
        held = [(seat, notice) for seat, hand in hands for notice in hand]
        many = sum(bool(hand) for _, hand in hands) > 1
        offers = [offer for offer in campaign.offers(user) if offer.secret]
        focus = focus_of(offers, about)
        lines = [*told]
        for seat, notice in held:
            head = f"{HELD}: {seat}" if many else HELD
            lines.append(notice if notice.section else notice.under(Shown(head)))
        footer = f"The buttons are about {focus}." if focus else ""
        embed = compose(HAND_TITLE, lines, Colour.SECRET, footer)
        if not lines:
            embed.description = "You hold nothing in secret."
        view = private_buttons(id_, offers, focus)
        return {"embed": embed} | ({"view": view} if view is not None else {})

    # ---- answers to questions, for the asker alone ----

    async def explain(self, interaction: Interaction, id_: int, seq: int) -> None:
        """Show the tables that an entry of the log read, each with its cell marked."""
        table = await self._campaigns.table(id_)
        entries = await self._campaigns.newest(table, 1, seq + 1)
        tables = table.campaign.game.data
        if not entries or not isinstance(tables, PrintedData):
            raise NotThere("That entry is not in the log.")
        lines = [
            line for event in entries[0].events for each in readings(event) for line in explain(tables, each)
        ]  # fmt: skip
        await self.tell_seat(interaction, compose(f"Why: entry {seq}", lines, Colour.ANSWER))

    async def tell_seat(self, interaction: Interaction, embed: discord.Embed, **more: Any) -> None:
        """Answer a question privately."""
        await interaction.response.send_message(embed=embed, ephemeral=True, **more)

    async def _table(self, interaction: Interaction, id_: int | None) -> Table:
        if id_ is not None:
            return await self._campaigns.table(id_)
        return await self._campaigns.table_in(interaction.channel_id or 0)


async def refuse(interaction: Interaction, sentence: str) -> None:
    """Say one sentence privately, whether or not the interaction was answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


def _edited(private: dict[str, Any]) -> dict[str, Any]:
    """A private message as an edit of the one before it: buttons that it lacks go away."""
    return {"view": None} | private


def _is_hand(interaction: Interaction) -> bool:
    """Whether the interaction comes from a shown hand, which the answer replaces."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and any(e.title == HAND_TITLE for e in message.embeds)
