"""What a player looks at in private: the hand, the reasons of a result, what happened meanwhile."""

from contextlib import suppress

import discord

from bot.base.language import say
from bot.chat.posting.step_message import Results
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.buttons import LookButton, below, reasons_view
from bot.messages.campaign_texts import waiting
from bot.messages.dice_texts import keys_of, sealed
from bot.messages.embeds import Colour, compose
from bot.messages.forms import result_form
from bot.messages.hand_message import Look, as_edit, hand_message, orders_message, playable
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.log_lines import log_lines, news, story
from bot.messages.menu_items import OF_A_CAMPAIGN, MenuButton
from bot.messages.person_texts import must_do, waits_like
from bot.messages.result_message import headline
from rules.campaign.questions.orders import can_order
from rules.campaign.questions.rulings import tell_house_rules
from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.kit.position import CorrectResult
from rules.line import line
from rules.log import LogEntry
from rules.notice import REASONS, Kind, Notice, Public, tell_all
from rules.printed.lookup import explain, readings

PAGE = 50
MOST_ASKED = 25
"""So many buttons fit below a message; of more results, the newest are asked."""
MOST_MISSED = 15
"""So many entries are listed for a player who was away."""


class Looks:
    """Answers that only the asker sees."""

    def __init__(self, service: CampaignService, results: Results) -> None:
        self._service = service
        self._results = results

    async def look(self, interaction: Interaction, what: str, id_: int, number: int) -> None:
        """Show what a button is for; ``number`` is that of the entry that it is about, or how much was read already."""
        client = interaction.client
        match what:
            case "hand":
                await self.show_hand(interaction, id_)
            case "texts" | "page":
                await self.turn_hand(interaction, id_, Look(page=number, in_full=what == "texts"))
            case "orders":
                await self.show_orders(interaction, id_, number)
            case "board":
                await self.tick(interaction, id_, number)
            case "match":
                await client.boards.match(interaction, id_, number)
            case "correct":
                await self.correct(interaction, id_, number)
            case "since":
                await self.catch_up(interaction, id_)
            case _:
                await self._look_at(interaction, what, await self._service.session(id_), number)

    async def _look_at(self, interaction: Interaction, what: str, session: Session, number: int) -> None:
        client = interaction.client
        match what:
            case "why":
                await self.explain(interaction, session.id, (await self._service.numbered(session, number)).seq)
            case "check":
                await client.boards.check(interaction, session)
            case "back":
                await client.rewinds.preview(interaction, session, number)
            case "dice":
                await tell_privately(interaction, "Dice seal", sealed(session))
            case "report":
                await client.answers.show_report(interaction, session)
                if interaction.app_permissions.attach_files:
                    await client.files.send_journal(interaction, session)
            case _:
                await self.show_more(interaction, session)

    async def show_more(self, interaction: Interaction, session: Session) -> None:
        """Show the buttons of what is done seldom."""
        has_board = any(True for _ in session.campaign.game.facts(session.campaign.state))
        items = [LookButton("check", session.id)] if has_board else []
        if can_order(session.campaign, interaction.user.id):
            items.append(LookButton("orders", session.id, 0))
        text = say("Settings, seats and the end of the campaign; the log, redo, the report and the dice.")
        await answer_privately(interaction, content=text, **below([*items, *map(MenuButton, OF_A_CAMPAIGN)]))

    async def show_hand(self, interaction: Interaction, id_: int | None = None) -> None:
        """Show a player their hand, and nobody else."""
        found = self._service.session_in(interaction.channel_id or 0) if id_ is None else self._service.session(id_)
        session = await found
        session.require("hand")
        user = interaction.user.id
        since = await self._since(session, user)
        undone = await self._service.undone(session, since[-1].seq if since else 1)
        told = news(session.campaign, user, since, undone)
        message = hand_message(session.id, session.campaign, user, told)
        await answer_privately(interaction, **message)

    async def _since(self, session: Session, user: int) -> list[LogEntry]:
        """Return the entries from the last one of a user on, the newest first."""
        since = await self._service.newest(session, PAGE)
        while since and since[-1].seq > 1 and all(each.user != user for each in since):
            since += await self._service.newest(session, PAGE, since[-1].seq)
        return since

    async def select_subject(self, interaction: Interaction, id_: int, subject: str) -> None:
        """Show the hand with the buttons of something that is in none of its rows."""
        await self.turn_hand(interaction, id_, Look(subject))

    async def turn_hand(self, interaction: Interaction, id_: int, look: Look) -> None:
        """Show the hand in another way, in its place."""
        session = await self._service.session(id_)
        message = hand_message(session.id, session.campaign, interaction.user.id, look=look)
        await interaction.response.edit_message(**as_edit(message))

    async def show_orders(self, interaction: Interaction, id_: int, chosen: int) -> None:
        """Show a player the orders of their side, in place of the hand from which they come."""
        session = await self._service.session(id_)
        message = orders_message(session.id, session.campaign, interaction.user.id, chosen=chosen)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await interaction.response.edit_message(**as_edit(message))
        else:
            await answer_privately(interaction, **message)

    async def explain(self, interaction: Interaction, id_: int, seq: int) -> None:
        """Show why an entry came out so: each table that it read with its cell marked, the rules and the rulings."""
        result = await self._service.result_of(id_, seq)
        data = result.campaign.game_of(seq).data
        tables = explain(data, [each for event in result.entry.events for each in readings(event)])
        # a proof with a section of its own is a table, which is explained in full
        reasons = (each for each in result.notices if isinstance(each, Public) and each.kind in REASONS)
        rules = [each for each in reasons if each.kind is not Kind.PROOF or each.section is None]
        title = headline(result.notices) or result.entry.title
        house = tell_house_rules(result.campaign, in_phase=True)
        session, number = await self._service.session(id_), result.entry.number
        since = (each.command for each in session.campaign.timeline.standing)
        is_corrected = any(isinstance(each, CorrectResult) and each.mended.of == number for each in since)
        before = [tell_all("This was corrected since: here it is as it was read first.")] if is_corrected else []
        lines = [*before, *tables, *rules, *house, *keys_of(session, result.entry)]
        is_newest, asked = number == result.campaign.number, None  # private deeds since do not show
        with suppress(NotNow):
            await self._service.results.asked(session, result.entry, interaction.user.id)
            asked = number
        view = reasons_view(id_, await self._results.reasons_before(id_, seq), None if is_newest else number, asked)
        await tell_privately(interaction, line("Why: {title}", title=title), lines, **view)

    async def explain_message(self, interaction: Interaction, message: discord.Message) -> None:
        """Show why the results in a message came out so, the newest first."""
        id_, told = await self.told_in(interaction, message)
        for each in reversed(told):
            if await self._results.reasons(id_, each) is not None:
                await self.explain(interaction, id_, each)
                return
        raise NotThere("Nothing was looked up for this result.")

    async def show_entries(self, interaction: Interaction, message: discord.Message) -> None:
        """Show what the log says of the results in a message: who did what, and when."""
        id_, told = await self.told_in(interaction, message)
        session = await self._service.session(id_)
        entries = [await self._service.entry(session, each) for each in told]
        lines = [
            *log_lines(session.campaign, entries, await self._service.undone(session)),
            *(each for entry in entries for each in keys_of(session, entry)),
        ]
        await tell_privately(interaction, "What happened here", lines)

    async def correct_message(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the form of what a message's result took in; of several, ask which. Raises ``NotNow`` if none did."""
        id_, told = await self.told_in(interaction, message)
        session = await self._service.session(id_)
        session.campaign.check_seated(interaction.user.id)
        asked, refused = dict[int, Offer](), NotNow("This message tells no result.")
        for seq in told:
            entry = await self._service.entry(session, seq)
            try:
                asked[entry.number or 0] = await self._service.results.asked(session, entry, interaction.user.id)
            except NotNow as error:
                refused = error
        if len(asked) > 1:
            named = [LookButton("correct", id_, number, each.name) for number, each in asked.items()]
            await answer_privately(interaction, content=say("Which of these was wrong?"), **below(named[-MOST_ASKED:]))
            return
        for number, offer in asked.items():
            await interaction.response.send_modal(result_form(id_, offer, number))
            return
        raise refused

    async def correct(self, interaction: Interaction, id_: int, number: int) -> None:
        """Open the form of what the result of an entry took in."""
        session = await self._service.session(id_)
        entry = await self._service.numbered(session, number)
        offer = await self._service.results.asked(session, entry, interaction.user.id)
        await interaction.response.send_modal(result_form(id_, offer, number))

    async def told_in(self, interaction: Interaction, message: discord.Message) -> tuple[int, list[int]]:
        """Return the campaign and the entries that a message tells. Raises ``NotThere`` if it is no result."""
        for session in await self._service.sessions_in(interaction.channel_id or 0):
            there = await self._results.outbox.messages_of(session.id)
            if told := sorted(seq for seq, at in there.items() if at == message.id != there.get(0)):
                return session.id, told
        raise NotThere("This message is not a result of a campaign. Choose one that I posted.")

    async def catch_up(self, interaction: Interaction, id_: int) -> None:
        """Show a player what they must do and can play, what happened since they last acted, the oldest first, and what
        of it changes their board.
        """
        session, user = await self._service.session(id_), interaction.user.id
        campaign = session.campaign.when(interaction.created_at)  # others act while the log is read
        entries = await self._service.newest_seen(session, PAGE, campaign.seq + 1)
        own = next((place for place, entry in enumerate(entries) if entry.user == user), len(entries))
        missed = entries[:own]
        undone = await self._service.undone(session)
        lines: list[Notice] = [*must_do(campaign, user), *playable(campaign, user)]
        lines += waiting(campaign, besides=waits_like(campaign, user))
        if not missed:
            lines.append(tell_all("Nothing has happened since you last acted."))
        elif own > MOST_MISSED:
            lines.append(tell_all("Earlier things are not listed here: `/record find` shows them all."))
        stand = [each for each in missed[:MOST_MISSED] if each.seq not in undone and not each.undone]
        done = [[each] for each in story(campaign, stand[::-1])]
        slip = await self._service.slips.of(session, user, campaign.number - len(missed))
        board = [tell_all("Your board is up to date.")] if slip.is_kept and not slip.steps else slip.steps
        embed = compose("Since you last acted", board, Colour.ANSWER, before=[lines, *done])
        keeps_slip = slip.steps and session.campaign.seats_of(user)
        view = below([LookButton("board", session.id, slip.through, "Done on my board")] if keeps_slip else [])
        await answer_privately(interaction, embed=embed, **view)

    async def tick(self, interaction: Interaction, id_: int, number: int) -> None:
        """Note that the asker's board stands as after the entry of a number."""
        session = await self._service.session(id_)
        session.campaign.check_seated(interaction.user.id)
        number = min(number, session.campaign.number)
        await self._service.slips.done(session, interaction.user.id, number)
        interaction.client.panels.touch(id_)
        done = tell_all("Noted: your board is as it was after entry {number}.", number=number)
        await interaction.response.edit_message(embed=compose("Your board", [done], Colour.ANSWER), view=None)
