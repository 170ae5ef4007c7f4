"""The Discord client: its intents, what it loads, and what it says when something goes wrong."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime, timedelta
from typing import Any, assert_never

import discord
from discord import app_commands
from discord.ext import commands
from typing_extensions import override

from bot.base.deeds import Standing, Work, log_bug, second_step, standing
from bot.base.language import language_of, reading, words_of
from bot.base.metrics import Metrics
from bot.chat.answering.board_check import Boards
from bot.chat.answering.forget_me import ForgetButton
from bot.chat.answering.gate import Admission, Gate, TooFast
from bot.chat.answering.menus import ENTRY_FORM, Menus
from bot.chat.answering.move_check import open_place
from bot.chat.answering.private_views import Looks
from bot.chat.answering.record_views import Answers, DiceChecks
from bot.chat.answering.responder import LOGGED, Responder, refuse
from bot.chat.answering.rewind_preview import RewindButton, Rewinds
from bot.chat.channel_access import LOST
from bot.chat.onboarding.start_campaign import Starts
from bot.chat.onboarding.welcome import Welcome
from bot.chat.posting.panel import Panels
from bot.chat.posting.poster import Poster
from bot.chat.posting.step_message import Results
from bot.chat.startup_errors import FOR_GOOD, CannotStart, is_for_good, of_commands
from bot.engine.outbox import POLL_SECONDS, Outbox
from bot.engine.request import TooLate
from bot.engine.service import CampaignService, NotWritten
from bot.engine.sessions import NoCampaign
from bot.journal.files import Files
from bot.messages.buttons import ITEMS, is_known
from bot.messages.forms import PREFIX
from bot.messages.hand_message import OrderMenu
from bot.messages.interaction import Buttons, Interaction, form_id, old_button, old_form
from bot.messages.menu_items import MENU_ITEMS
from bot.messages.pictures.gallery import Gallery
from bot.messages.start_buttons import BEGIN_ITEMS, FORM, SERVER_FORM, SeatButton
from bot.storage import StoreFault
from rules.campaign.decider.waiting import waits
from rules.campaign.life.settings import mention
from rules.campaign.seats.seating import free_seats
from rules.errors import Closed, NotNow, NotSeated, RuleError
from rules.line import Line, Listed, line
from rules.secrets import quote

log = logging.getLogger(__name__)

MORE_ITEMS = (*BEGIN_ITEMS, *MENU_ITEMS, OrderMenu, ForgetButton, RewindButton)

# no voice: silence the library's warnings about missing voice packages
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

# Discord's codes for expired or already answered interactions
GONE = {10008, 10015, 10062, 40060, 50027}
TOO_LARGE = 40005


TYPED = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""It stays the same in all languages, so that a table of several can help each other."""
COMMAND = 1
"""The type of a slash command, as Discord counts them."""
SYNC_SECONDS = 300.0
KEPT_AWAKE = timedelta(days=90)
"""So long after its last entry a campaign's thread is kept open."""
MOST_THREADS = 10
"""So many threads of a channel are looked through for a campaign."""
STANDS: Mapping[Standing, Line] = {
    Standing.NOTHING: line("Nothing was done. Try again later."),
    Standing.UNKNOWN: line("The bot cannot tell whether it was done. Look before you try it again."),
    Standing.KEPT: line("What you did is done."),
    Standing.LOGGED: line(LOGGED),
}
"""What a sentence about an error may say of what was asked for; nobody else says so."""


class Translator(app_commands.Translator):
    """Says what commands and options do, and what can be chosen, in every language that has a catalogue."""

    @override
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a description in a language, or None if it is the same as in English."""
        if context.location in TYPED:
            return None
        said = words_of(language_of(locale.value)).find(string.message)
        return said[:100] if said != string.message else None


class Tree(app_commands.CommandTree["Adjutant"]):
    """The slash commands, each noted as work while it is being answered."""

    async def _call(self, interaction: discord.Interaction["Adjutant"]) -> None:
        kind = "autocompletion" if interaction.type is discord.InteractionType.autocomplete else None
        with (
            self.client.work.on(interaction.id, kind or _name(interaction)),
            reading(language_of(interaction.locale.value)),
        ):
            await super()._call(interaction)

    async def interaction_check(self, interaction: discord.Interaction["Adjutant"], /) -> bool:
        """Return whether the command is answered at all."""
        if not await self.client.admits(interaction):
            return False
        if interaction.type is discord.InteractionType.application_command:
            await self._understand(interaction)
        return True

    async def _understand(self, interaction: discord.Interaction["Adjutant"]) -> None:
        """Put the value that a list offers in the place of the name that it shows: some apps of Discord send the name,
        and so does whoever types it.
        """
        data: Any = interaction.data
        if data.get("type", COMMAND) != COMMAND:
            return
        command, options = self._get_app_command_options(data)
        lists = {each.display_name: each.autocomplete for each in command._params.values() if each.autocomplete}
        given: list[Any] = [each for each in options if each["name"] in lists]
        for option in given:
            choose: Any = lists[option["name"]]
            bound = (command.binding,) if getattr(choose, "pass_command_binding", False) else ()
            try:
                shown = await choose(*bound, interaction, option["value"])
            except Exception as error:  # whatever it is, the player is answered, as where the command itself fails
                raise app_commands.CommandInvokeError(command, error) from error
            if option["value"] not in [each.value for each in shown]:
                wanted = option["value"].casefold()
                option["value"] = next(
                    (each.value for each in shown if each.name.casefold() == wanted), option["value"]
                )


def _name(interaction: Interaction) -> str:
    """Return the command of an interaction, or its kind."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    return "form" if interaction.type is discord.InteractionType.modal_submit else "button"


class Adjutant(commands.AutoShardedBot):
    """The bot. It listens to interactions and knows guilds and channels; it reads no messages and caches no members."""

    def __init__(
        self,
        service: CampaignService,
        outbox: Outbox,
        gate: Gate,
        metrics: Metrics,
        load: Callable[["Adjutant"], Awaitable[None]],
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=(),
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.service, self.outbox, self.gate, self.metrics, self._load = service, outbox, gate, metrics, load
        self.files, self.answers = Files(service, outbox), Answers(service, outbox)
        self.work = Work(metrics)
        self.sent: deque[Any] = deque(maxlen=100)  # the newest private answers, which can be edited
        results = Results(service, outbox)
        self.looks = Looks(service, results)
        self.gallery = Gallery(service)
        self.panels = Panels(self, service, outbox, self.gallery)
        self.poster = Poster(self, service, results, outbox, self.panels)
        self.reminders = self.poster.reminders
        self.responder = Responder(service, outbox, results, self.poster, self.panels)
        self.rewinds, self.boards = Rewinds(self.looks, self.responder), Boards(self.responder)
        self.menus, self.dice_checks = Menus(service), DiceChecks(service)
        self.welcome = Welcome(self, service, Starts(self, service, outbox, results))
        self.tree.error(self.answer_error)
        self.is_synced = 0 not in (self.shard_ids or [0])

    async def setup_hook(self) -> None:
        """Load everything and register the commands with Discord. A failure stops the start."""
        self.service.servers.exists = self._exists
        self.service.homes.check_open = lambda channel: open_place(self.get_channel(channel))
        await self.tree.set_translator(Translator())
        await self._load(self)
        for command in self.tree.get_commands():  # of every type: what is not about a server can be used in a DM too
            if command.allowed_contexts is None:
                command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True)
                command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
        self.add_dynamic_items(*ITEMS, *MORE_ITEMS)
        if not self.is_synced:  # of several processes one is enough
            await self._sync()

    async def _sync(self) -> None:
        """Register the commands. Discord keeps those of the last start, so one that fails for now is tried again later.
        Raises ``CannotStart`` for what no waiting mends.
        """
        try:
            self.welcome.ids = {command.name: command.id for command in await self.tree.sync()}
            self.is_synced = True
        except LOST as error:
            if isinstance(error, discord.HTTPException) and is_for_good(error):
                raise CannotStart(of_commands(error), FOR_GOOD) from error
            log.warning("the commands are not registered yet: %s", error)
            self.loop.call_later(SYNC_SECONDS, self._sync_again)

    def _sync_again(self) -> None:
        async def later() -> None:
            with second_step("the commands", (CannotStart,)):
                await self._sync()

        self._syncing = self.loop.create_task(later())

    async def on_ready(self) -> None:
        """Log that the bot is connected."""
        log.info("ready in %s guilds", len(self.guilds))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say what the bot is for."""
        await self.welcome.greet(guild)
        await self._look_again(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Catch up with what waited for it."""
        self.panels.look_again()
        await self._look_again(guild)

    async def on_guild_channel_update(
        self, _: object, after: discord.abc.GuildChannel | discord.Role | discord.Member
    ) -> None:
        """Post what a channel refused, if the bot may by now."""
        await self._look_again(after.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel | discord.RawThreadDeleteEvent) -> None:
        """Tell the players of a campaign that its channel is gone."""
        at = channel.thread_id if isinstance(channel, discord.RawThreadDeleteEvent) else channel.id
        with second_step("a channel that is gone", (*LOST, StoreFault, NotNow)):
            for session in await self.service.sessions_in(at):
                if session.channel == at and not session.campaign.is_ended:
                    await self.poster.tell_gone(session)

    on_raw_thread_delete = on_guild_channel_delete

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Keep the thread of a campaign open that waits for somebody: commands and buttons do nothing in one that
        Discord has archived, because nothing was said there for as long as it says. One that people close stays closed.
        """
        kept: Any = event.data["thread_metadata"]
        at = datetime.fromisoformat(kept["archive_timestamp"])
        said = discord.utils.snowflake_time(int(event.data.get("last_message_id") or event.thread_id))
        if not kept["archived"] or kept.get("locked") or at - said < timedelta(minutes=kept["auto_archive_duration"]):
            return
        with second_step("a thread that sleeps", (*LOST, StoreFault, NotNow)):
            for session in await self.service.sessions_in(event.thread_id):
                campaign = session.campaign
                is_played = not campaign.is_ended and campaign.pause is None and not campaign.founding.terms.demo
                lately = campaign.at is not None and at - campaign.at < KEPT_AWAKE
                if session.channel == event.thread_id and is_played and lately and waits(campaign):
                    await self.http.edit_channel(event.thread_id, archived=False)

    on_guild_role_update = on_member_update = on_guild_channel_update

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Post what was refused because of a role: the library still counts what the role denied to the bot."""
        if (me := role.guild.me) and me._roles.has(role.id):
            me._roles.remove(role.id)
        await self._look_again(role.guild)

    async def look_everywhere(self, *_: object) -> None:
        """Post what was refused before the bot began, where it may by now; tell whose server it is no longer on."""
        for guild in (*self.guilds, None):
            await self._look_again(guild)

    on_guild_remove = look_everywhere

    async def _look_again(self, guild: discord.Guild | None) -> None:
        with second_step("what was refused", (*LOST, NotNow)):
            while True:
                try:
                    return await self.poster.look_again(guild)
                except StoreFault:  # until the database answers
                    await asyncio.sleep(POLL_SECONDS)

    def _exists(self, guild: int, id_: int) -> bool:
        """Return whether a server has a channel or role, as far as the bot can know."""
        here = self.get_guild(guild)
        return here is None or here.unavailable or (here.get_channel(id_) or here.get_role(id_)) is not None

    async def on_shard_disconnect(self, _shard: int) -> None:
        """Count it."""
        self.metrics.count("gateway_reconnects")

    @property
    def is_connected(self) -> bool:
        """Whether Discord hears the bot and the bot Discord."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def trouble(self) -> str | None:
        """Return a sentence about commands that Discord does not have yet, or None."""
        return None if self.is_synced else "Discord has not registered the bot's commands yet: see the log."

    async def leave(self) -> None:
        """Refuse new interactions, but let those under way be answered."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages."""

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle forms, whose ids say what they are for, and refuse buttons of other versions."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self.guard(interaction, self._submit(interaction, form_id(custom_id)))
        elif interaction.type is discord.InteractionType.component and not is_known(custom_id, MORE_ITEMS):
            await self.guard(interaction, _refuse_unknown())

    async def _submit(self, interaction: Interaction, custom_id: str) -> None:
        """Do what a form asks for. Raises ``NotNow`` for a form that this bot never made."""
        if custom_id.startswith(PREFIX):
            await self.responder.submit_form(interaction, custom_id)
        elif custom_id.startswith(FORM) or custom_id == SERVER_FORM:
            await self.welcome.submit(interaction, custom_id)
        elif custom_id.startswith(ENTRY_FORM):
            await self.menus.submit(interaction, custom_id)
        else:
            raise old_form()

    async def guard(self, interaction: Interaction, answer: Coroutine[Any, Any, None]) -> None:
        """Await the answer to an interaction; the one error handler reports whatever goes wrong."""
        with self.work.on(interaction.id, _name(interaction)), reading(language_of(interaction.locale.value)):
            if not await self.admits(interaction):
                answer.close()
                return
            try:
                if interaction.message is not None and interaction.message.id in self.outbox.lost:
                    answer.close()
                    raise NotNow("This message counts no more: a backup was restored. `/act` lists what you can do.")
                await answer
                await self._reset(interaction)
            except Exception as error:  # noqa: BLE001 (whatever it is, the one handler answers it)
                await self.answer_error(interaction, error)

    async def _reset(self, interaction: Interaction) -> None:
        """Show a private menu anew that has opened a form: what was chosen in it could not be chosen again."""
        shown, now = interaction.message, interaction.created_at
        is_form = interaction.response.type is discord.InteractionResponseType.modal
        if shown is None or not is_form or "values" not in (interaction.data or ()):
            return
        for sent in (each for each in self.sent if each == shown and now - each.created_at < timedelta(minutes=14)):
            view = (discord.ui.LayoutView if shown.flags.components_v2 else discord.ui.View).from_message(shown)
            view.stop()
            with second_step("a menu", LOST):
                await sent.edit(view=view)

    async def admits(self, interaction: Interaction) -> bool:
        """Return whether to answer an interaction. If it comes too fast or too late, tell the user once."""
        admission = self.gate.admission(interaction)
        match admission:
            case Admission.ANSWERED:
                if interaction.guild_id is None or interaction.is_guild_integration():
                    return True
                await self.answer_error(
                    interaction,
                    NotNow("I am not on this server, so I cannot post here. Play with me in a DM, or invite me."),
                )
            case Admission.TOO_FAST:
                await self.answer_error(interaction, TooFast())
            case Admission.TOO_LATE:
                await self.answer_error(interaction, TooLate())
            case Admission.LEFT_AS_FAST:
                self.metrics.count("failures", "fast")
            case Admission.LEFT_AS_LATE:
                self.metrics.count("failures", "late")
            case Admission.LEFT_AS_KNOWN:
                log.debug("interaction %s was delivered again", interaction.id)
            case _:
                assert_never(admission)
        return False

    async def answer_error(self, interaction: Interaction, error: Exception) -> None:
        """The one error handler, in this order: 1. drop an answer that came too late; 2. say a refusal; 3. say that a
        command has changed since Discord loaded it; 4. log anything else as a bug with an id.
        """
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, discord.HTTPException) and cause.code in GONE:
            self.metrics.count("failures", "late")
            log.warning("interaction %s could not be answered: code %s", interaction.id, cause.code)
            return
        self.metrics.count("failures", _how(cause))
        if isinstance(cause, TooLate) and self.service.lateness.is_gone(interaction.created_at):
            return
        try:
            said = await self._in_threads(interaction, cause) or self._sentence(interaction, cause)
            await refuse(interaction, said, **await self._free_seat(interaction, cause))
        except LOST as failed:
            log.warning("interaction %s could not be answered: %s", interaction.id, type(failed).__name__)

    async def _in_threads(self, interaction: Interaction, cause: Exception) -> Line | None:
        """Return where the campaigns of a channel's threads are, for whoever looks for one in the channel itself."""
        if not isinstance(cause, NoCampaign) or not isinstance(interaction.channel, discord.TextChannel):
            return None
        seen = [each.id for each in interaction.channel.threads if not each.is_private()]
        newest = sorted(seen, reverse=True)[:MOST_THREADS]
        with second_step("a refusal goes without the threads of its channel", (StoreFault,)):
            found = [mention(each) for each in newest if await self.service.campaign_in(each)]
            return line("Campaigns of this channel are played in {threads}.", threads=Listed(found)) if found else None
        return None

    async def _free_seat(self, interaction: Interaction, cause: Exception) -> dict[str, Any]:
        """Return the button of a free seat, for whoever was refused because they hold none."""
        with second_step("a refusal goes without the free seat", (StoreFault,)):
            if isinstance(cause, NotSeated):
                for session in (await self.service.sessions_in(interaction.channel_id or 0))[:1]:
                    if free := free_seats(session.campaign):
                        return {"view": Buttons(SeatButton(session.id, free, is_main=True))}
        return {}

    def _sentence(self, interaction: Interaction, cause: Exception) -> str:
        if isinstance(cause, RuleError):
            return cause.text
        if isinstance(cause, discord.HTTPException) and cause.code == TOO_LARGE:
            return line("The file is larger than Discord takes here.")
        if isinstance(cause, LOST):
            log.warning("the answer to interaction %s was lost: %s", interaction.id, type(cause).__name__)
            return line("Discord lost part of the bot's answer. {so}", so=STANDS[standing()])
        if isinstance(cause, StoreFault):
            log.error("interaction %s: %s", interaction.id, cause)
            return line("{fault}. {so}", fault=line(str(cause)), so=STANDS[standing()])
        if isinstance(cause, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
            return "This command has changed. Reload Discord and use it again."
        if isinstance(cause, app_commands.TransformerError):
            return line("“{value}” is not a valid value here.", value=quote(str(cause.value)))
        if isinstance(cause, app_commands.CheckFailure):
            return "This command works only in a channel or thread of a server."
        bug = log_bug(f"interaction {interaction.id}", cause)
        return line(
            "Sorry, the bot hit an error ({bug}). Check `/record find` to see whether your action was recorded.",
            bug=bug,
        )


def _how(cause: Exception) -> str:
    """Return what an error is to the metrics."""
    if isinstance(cause, TooFast):
        return "fast"
    if isinstance(cause, TooLate):
        return "late"
    if isinstance(cause, LOST):
        return "lost"
    if isinstance(cause, (StoreFault, NotWritten)):
        return "database"
    if isinstance(cause, Closed):
        return "closed"
    return "refusal" if isinstance(cause, (RuleError, app_commands.AppCommandError)) else "bug"


async def _refuse_unknown() -> None:
    raise old_button()
