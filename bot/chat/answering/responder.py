"""Responds to interactions: public notices go to the channel, secret ones only to their owner."""

import contextlib
from dataclasses import dataclass
from typing import Any

import discord

from bot.base.deeds import log_bug, second_step, standing
from bot.base.language import say
from bot.chat.channel_access import LOST
from bot.chat.posting.panel import Panels
from bot.chat.posting.poster import Poster
from bot.chat.posting.step_message import Results
from bot.engine.outbox import Outbox
from bot.engine.request import Caller, Correct, FormWanted, Request, TakeOffer, about, filled
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.messages.buttons import FixButton
from bot.messages.confirm import asked_command, asked_dice, sure_message
from bot.messages.embeds import cut
from bot.messages.forms import dice_form, offer_form, read_form, refused_form, reopened_form, typed_in
from bot.messages.hand_message import Look, as_edit, hand_message, orders_message
from bot.messages.interaction import Buttons, Interaction, answer_privately, read_fields, server_of, tell_privately
from bot.messages.result_message import LONGEST, as_posted, private_notices, public_message, public_notices
from bot.messages.start_buttons import SeatMenu, welcome
from bot.storage import StoreFault
from rules.campaign import Campaign
from rules.campaign.questions.orders import OrderCommand
from rules.campaign.seats.away import CameBack
from rules.campaign.seats.seating import Joined, free_seats
from rules.command import Offer
from rules.dice import read_faces
from rules.errors import DiceWanted, NotNow, NotYours, RuleError, Unsure
from rules.line import line
from rules.notice import Public, tell_all
from rules.seat import REFEREE

RECORDED = (
    "That is done and is entry {entry} of the log, but the bot could not show it here (error {bug})."
    " `/record find` shows it."
)

LOGGED = "What you did is in the log, and its result is posted here."
WAITING = (None, discord.InteractionResponseType.deferred_channel_message)
"""How an interaction is answered that waits for its answer."""
OUTSIDE = (*LOST, StoreFault)
"""What Discord, the way to it, or the database can do to what follows a result."""


def caller_of(interaction: Interaction) -> Caller:
    """Return who calls, and from where."""
    user, channel = interaction.user, interaction.channel
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    return Caller(
        interaction.id,
        interaction.created_at,
        server_of(interaction),
        interaction.channel_id or 0,
        interaction.user.id,
        interaction.permissions.manage_guild,
        roles,
        channel.parent_id if isinstance(channel, discord.Thread) else None,
        is_awaited=not interaction.response.is_done(),
    )


@dataclass
class Responder:
    """From an interaction to its response."""

    service: CampaignService
    outbox: Outbox
    results: Results
    poster: Poster
    panels: Panels

    # ---- actions ----

    async def execute(
        self,
        interaction: Interaction,
        command: str,
        /,
        *,
        dice: str | None = None,
        id_: int | None = None,
        **fields: Any,
    ) -> None:
        """Execute the command of that type in the channel's campaign, or that of an id. ``dice`` fell on the table."""
        session = await self.service.session_in(interaction.channel_id or 0, id_)
        await self.execute_in(interaction, session, {"type": command, **fields}, read_faces(dice) if dice else None)

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
        session = await self.service.session(id_)
        await self.execute_in(interaction, session, TakeOffer(key), faces, in_hand=in_hand)

    async def pick(
        self, interaction: Interaction, id_: int, key: str, chosen: tuple[str, ...], *, in_hand: bool = False
    ) -> None:
        """Take the offer of a menu with what was chosen there."""
        session = await self.service.session(id_)
        offer = session.campaign.when(interaction.created_at).find_offer(interaction.user.id, key)
        await self.execute_in(interaction, session, TakeOffer(key, {offer.menu or "": chosen}), in_hand=in_hand)

    async def take_seat(self, interaction: Interaction, id_: int) -> None:
        """Take the free seat of a campaign, or ask which of several. Raises ``NotNow`` where none is free."""
        session = await self.service.session(id_)
        seats = session.campaign.game.seats
        free = free_seats(session.campaign) or (seats if len(seats) == 1 else ())
        if not free:
            raise NotNow("No seat is free. `/campaign join` asks to share one.")
        if len(free) == 1:
            await self.join(interaction, free[0], id_)
        else:
            await answer_privately(interaction, view=Buttons(SeatMenu(id_, free)))

    async def join(self, interaction: Interaction, seat: str, id_: int | None = None) -> None:
        """Take a seat, or ask those who hold it. The seat of who has left the server is free then."""
        await self.execute(interaction, "join", id_=id_, seat=seat)
        session = await self.service.session_in(interaction.channel_id or 0, id_)
        await self.poster.reminders.free_left(session, [seat])

    async def execute_about(self, interaction: Interaction, command: str, subject: str, **chosen: str) -> None:
        """Execute a command about a thing in the hand, by its own name. If that asks for more, the form opens first."""
        session = await self.service.session_in(interaction.channel_id or 0)
        offers = session.campaign.when(interaction.created_at).offers(interaction.user.id)
        await self.execute_in(interaction, session, about(offers, command, subject, **chosen))

    async def submit_form(self, interaction: Interaction, custom_id: str) -> None:
        """Execute what a filled form asks for. One that is refused can be opened again as it was filled in."""
        data: Any = interaction.data
        filled, typed = read_form(custom_id, data), typed_in(data)
        session = await self.service.session(filled.campaign)
        if isinstance(filled.request, Correct):
            entry = await self.service.numbered(session, filled.request.number)
            made = await self.service.results.corrected(session, entry, interaction.user.id, filled.request.answers)
            await self.execute_in(interaction, session, made)
            return
        try:
            faces = read_faces(filled.dice) if filled.dice is not None else None
            await self.execute_in(interaction, session, filled.request, faces, in_hand=filled.in_hand)
        except RuleError as error:
            if isinstance(error, NotYours) or not isinstance(filled.request, TakeOffer):
                raise
            user, key = interaction.user.id, filled.request.key
            offer = _known_offer(session.campaign.when(interaction.created_at), user, key)
            view = {"view": Buttons(FixButton(session.id, key, in_hand=filled.in_hand))} if offer else {}
            # one that no longer stands cannot be opened again, and shows what was typed
            earlier = (_known_offer(each, user, key) for each in reversed(session.history.kept))
            offer = offer or next(filter(None, earlier), None)
            if offer is None:
                raise
            await answer_privately(interaction, embed=refused_form(offer, typed, error.text, standing()), **view)

    async def reopen_form(self, interaction: Interaction, id_: int, key: str, *, in_hand: bool) -> None:
        """Open a form that was refused, filled in as it was."""
        session = await self.service.session(id_)
        campaign = session.campaign.when(interaction.created_at)
        offer = campaign.find_offer(interaction.user.id, key)
        message, by_hand = interaction.message, campaign.dice_kind == "physical"
        refusal: Any = message.embeds[0].to_dict() if message and message.embeds else {}
        form = reopened_form(id_, offer, refusal, by_hand=by_hand, in_hand=in_hand)
        await interaction.response.send_modal(form)

    async def execute_in(
        self,
        interaction: Interaction,
        session: Session,
        request: Request,
        faces: tuple[int, ...] | None = None,
        *,
        in_hand: bool = False,
        sure: bool = False,
    ) -> None:
        """Execute what is asked for in a campaign, or ask first for what it needs."""
        session.check_here(interaction.channel_id)
        await self.results.recall(session)
        try:
            result = await self.service.execute(caller_of(interaction), session, request, faces, sure=sure)
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
        self,
        interaction: Interaction,
        session: Session,
        request: Request,
        unsure: Unsure,
        faces: tuple[int, ...] | None,
    ) -> None:
        """Ask the user in private whether to go on. The button repeats the command."""
        if isinstance(request, TakeOffer):
            now = session.campaign.when(interaction.created_at)
            request = filled(now.find_offer(interaction.user.id, request.key), request.answers or {})
        command = session.campaign.read_command(request)
        await answer_privately(
            interaction, **sure_message(session.id, session.campaign, command, unsure, faces, interaction.user.id)
        )

    async def go_on(self, interaction: Interaction, id_: int, actions: int, given: str) -> None:
        """Give a command of a player who is sure. Raises ``NotNow`` where the game went on in the meantime."""
        session = await self.service.session(id_)
        if session.campaign.actions != actions:
            raise NotNow("Too late: the game has gone on since. `/act` lists what you can do now.")
        request = asked_command(session.campaign, read_fields(given), interaction.message)
        await self.execute_in(interaction, session, request, asked_dice(interaction.message), sure=True)

    async def _respond(self, interaction: Interaction, result: Result, *, in_hand: bool) -> None:
        """Answer with a result that is in the log. Whatever of it does not reach the channel is posted by the outbox,
        and nothing that follows can take the answer back.
        """
        try:
            posted = await self._show(interaction, result, in_hand=in_hand)
        except OUTSIDE:
            raise  # what is lost is posted later, and said so
        except Exception:  # noqa: BLE001 (it is logged)
            bug = log_bug("the result of an entry cannot be shown")
            await refuse(interaction, line(RECORDED, entry=result.campaign.number, bug=bug))
            return
        with second_step("the message before a result", OUTSIDE):
            if result.entry.moves_house:
                await self.results.leave(interaction, result.id)
            elif posted is not None:
                await self.results.follow(interaction, result, posted)
        if self.results.calling.get(result.id):
            with second_step("calls that were answered", OUTSIDE):
                await self.results.settle(interaction, result)
        if result.entry.undone:
            with second_step("messages of what was undone", OUTSIDE):
                await self.results.strike(interaction, result)
        with second_step("the panel", OUTSIDE):
            self.panels.touch(result.id)
        if any(isinstance(each, CameBack) for each in result.entry.events):
            with second_step("an absence that is over", OUTSIDE):
                await self.service.people.change(interaction.user.id, away=None, stand_in=None)
        await self._welcome(interaction, result)
        if self.outbox.stopped or self.outbox.forbidden:
            with second_step("what was not posted", OUTSIDE):
                await self._try_stopped(interaction, result)
        if interaction.user.id not in self.service.people.reachable:
            with second_step("closed DMs", OUTSIDE):
                await self._tell_closed(interaction)

    async def _welcome(self, interaction: Interaction, result: Result) -> None:
        """Tell a player who has just taken a seat what it does."""
        for each in result.entry.events:
            if isinstance(each, Joined) and each.player == interaction.user.id:
                with second_step("a welcome", OUTSIDE):
                    await answer_privately(interaction, **welcome(result.id, result.campaign, each.seat))

    async def _show(self, interaction: Interaction, result: Result, *, in_hand: bool) -> int | None:
        """Show a result in the channel and its secret part to its player. Return the new message, if any."""
        try:
            return await self._shown(interaction, result, in_hand=in_hand)
        except TimeoutError:  # at a rate limit, say: the outbox looks whether it is there, and nobody waits for that
            private = self._private(interaction, result) if private_notices(result) else {"content": say(LOGGED)}
            await answer_privately(interaction, **private)
            return None

    async def _shown(self, interaction: Interaction, result: Result, *, in_hand: bool) -> int | None:
        id_, seq = result.id, result.entry.seq
        with self.outbox.answering(id_, seq):
            public = public_notices(result)
            if not public:
                self.outbox.note(id_, seq, None)
                self.results.pass_over(id_, seq)
            joined = await self._join(interaction, result, public, in_hand=in_hand)
            return None if joined else await self._post(interaction, result, public, in_hand=in_hand)

    async def _join(self, interaction: Interaction, result: Result, public: list[Public], *, in_hand: bool) -> bool:
        """Add a result to the message before it, if it belongs there, and tell its player the rest."""
        found = await self.results.joins(result, public) if public else None
        if found is None or not await self.results.join(interaction, *found):
            return False
        last, _ = found
        self.outbox.note(result.id, result.entry.seq, last.message)
        self.results.note(result.id, last.joined_by(result))
        if in_hand:
            await interaction.response.edit_message(**as_edit(self._private(interaction, result)))
        elif private_notices(result):
            await answer_privately(interaction, **self._private(interaction, result))
        elif interaction.response.type in WAITING:
            session = await self.service.session(result.id)
            there = tell_all("Done: see it [here]({link}).", link=session.link(last.message))
            await tell_privately(interaction, "", [there])
        return True

    def _private(self, interaction: Interaction, result: Result) -> dict[str, Any]:
        user, done = interaction.user.id, result.entry.command
        if isinstance(done, OrderCommand):
            return orders_message(result.id, result.campaign, user, private_notices(result))
        # whoever does something unseen often does more of it
        alike = (each for each in result.campaign.offers(user) if each.secret and type(each.command) is type(done))
        subject = next((each.subject for each in alike if not each.minor), None) if done.is_private else None
        return hand_message(result.id, result.campaign, user, private_notices(result), Look(subject))

    async def _post(
        self, interaction: Interaction, result: Result, public: list[Public], *, in_hand: bool
    ) -> int | None:
        """Post a result's public part in the channel and tell its player the rest. Return the new message, if any."""
        respond, private = interaction.response, self._private
        posted: int | None = None
        if in_hand:
            await respond.edit_message(**as_edit(private(interaction, result)))
            if public:
                posted = (await interaction.followup.send(**as_posted(public_message(result, public)), wait=True)).id
        elif public and respond.is_done():  # the line that says that the bot thinks is its user's alone
            await answer_privately(interaction, content=say(LOGGED))
            posted = (await interaction.followup.send(**as_posted(public_message(result, public)), wait=True)).id
        elif public:
            posted = (await respond.send_message(**as_posted(public_message(result, public)))).message_id
        else:
            await answer_privately(interaction, **private(interaction, result))
        if posted is not None:
            self.outbox.note(result.id, result.entry.seq, None if result.entry.moves_house else posted)
        if public and private_notices(result) and not in_hand:
            await answer_privately(interaction, **private(interaction, result))
        return posted

    async def _try_stopped(self, interaction: Interaction, result: Result) -> None:
        """Try what the channel refused once more, and tell a referee what is missing there."""
        session = await self.service.session(result.id)
        told = await self.poster.try_again(session, interaction.app_permissions)
        if told is not None and interaction.user.id in result.campaign.roster[REFEREE]:
            await refuse(interaction, told)

    async def _tell_closed(self, interaction: Interaction) -> None:
        """Tell a player once that their DMs are closed. If the answer is lost, the next one tells it."""
        people, user = self.service.people, interaction.user.id
        sentence = await people.untold(user)
        if sentence is not None:
            await refuse(interaction, sentence)
            await people.told(user)


def _known_offer(campaign: Campaign, user: int, key: str) -> Offer | None:
    """Return the offer of a key that a user has in a campaign, or None if they have none."""
    with contextlib.suppress(RuleError):
        return campaign.find_offer(user, key)
    return None


async def refuse(interaction: Interaction, sentence: str, **below: Any) -> None:
    """Send a refusal privately, whether or not the interaction was answered before. ``below`` it can be a view."""
    await answer_privately(interaction, content=cut(say(sentence), LONGEST), **below)
