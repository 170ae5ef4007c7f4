"""``/cp-offensive``, ``/odds`` and the menu of ``/enter``: the Central Powers of Fields of Despair."""

from typing import Literal

from discord import app_commands

from bot.chat.answering.menus import Here, entry
from bot.chat.client import Adjutant
from bot.chat.commands import Cog, Menu, needs
from bot.engine.sessions import Session
from bot.messages.autocomplete import Choices, choices
from bot.messages.buttons import public_view
from bot.messages.forms import DICE as DICE_FIELD
from bot.messages.forms import offer_form
from bot.messages.interaction import Interaction, tell_privately
from rules.command import Offer
from rules.dice import read_faces
from rules.errors import NotNow, WrongDice
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.board_facts import Item
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.odds_report import tell_attack, tell_odds
from rules.games.fields_of_despair.picture import draw_odds
from rules.games.fields_of_despair.setup import ALREADY
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.status import SET_UP_FIRST, question
from rules.games.fields_of_despair.status import front as tell_front

Written = app_commands.Range[str, 1, 300]
Sps = app_commands.Range[int, 0, 400]
Reason = app_commands.Range[str, 0, 200]
DICE = "Dice rolled on your table, e.g. 4 3 6"


class FieldsOfDespairCog(Cog):
    """The Central Powers."""

    @app_commands.command(name="cp-offensive", extras=needs("cp_blocks"))
    @app_commands.describe(dice=DICE)
    async def cp_offensive(self, interaction: Interaction, dice: str | None = None) -> None:
        """Continue the Central Powers' action phase (7.5-S)"""
        session, game, state = await _campaign(self.bot, interaction)
        every = session.campaign.offers(interaction.user.id)
        offers = [offer for offer in every if isinstance(offer.command, CpPhaseCommand) and not offer.minor]
        if dice is not None and offers:
            await self._with_dice(interaction, session, offers, dice)
            return
        if len(offers) == 1:
            await self.bot.responder.take_offer(interaction, session.id, offers[0].key)
            return
        view = public_view(session.id, offers, with_hand=False, by_hand=session.campaign.dice_kind == "physical")
        below = {"view": view} if view is not None else {}
        await tell_privately(interaction, "The Central Powers' action phase", question(game.data, state), **below)

    async def _with_dice(self, interaction: Interaction, session: Session, offers: list[Offer], dice: str) -> None:
        """Take the offer that the dice fit, or open its form with them filled in. Raises ``WrongDice`` if none fits."""
        faces, rolling = read_faces(dice), [offer for offer in offers if offer.dice]
        if session.campaign.dice_kind == "sealed":
            raise WrongDice("This campaign rolls sealed dice, so leave `dice` empty.")
        if len(rolling) != 1:
            raise WrongDice("These dice do not match any one step. Use `/cp-offensive` without dice and choose first.")
        if not rolling[0].inputs:
            await self.bot.responder.take_offer(interaction, session.id, rolling[0].key, faces)
            return
        form = offer_form(session.id, rolling[0], with_dice=True, typed={DICE_FIELD: dice[:100]})
        await interaction.response.send_modal(form)

    @app_commands.command(extras=needs("odds"))
    @app_commands.describe(attack="One Allied attack, e.g. B05 4+18: what it meets, and the chance of 2:1")
    async def odds(self, interaction: Interaction, attack: app_commands.Range[str, 1, 40] | None = None) -> None:
        """See the exact odds: the CP's next action phase, or one Allied attack"""
        session, game, state = await _campaign(self.bot, interaction)
        if not state.is_set_up:
            raise NotNow(SET_UP_FIRST)
        if attack is not None:
            await tell_privately(interaction, "Odds", tell_attack(game.data, state, attack))
            return
        told, chart = [*tell_odds(game.data, state)], None
        if interaction.app_permissions.attach_files:
            chart = await self.bot.gallery.soon(self.bot.gallery.chart(session, lambda: draw_odds(game.data, state)))
        await tell_privately(interaction, "Odds", told, **({"file": chart} if chart else {}))


def _with_blocks(here: Here) -> Choices:
    """Return the hexes with CP blocks."""
    state = here.session.campaign.state if here.session else None
    return choices(sorted(state.hexes) if isinstance(state, State) else (), "")


class CpMenu(Menu, name="cp", description="What the bot is told of the Central Powers and the Allies"):
    """What the board shows, and the answers of the Central Powers to it."""

    @app_commands.command(extras=entry("Set up as turn 7 begins…"))
    async def setup(self, interaction: Interaction) -> None:
        """Enter what the Central Powers have on the board as turn 7 begins"""
        await self._open_form(interaction, "set_up")

    @app_commands.command(extras=entry("Dogfights…"))
    @app_commands.describe(
        hexes="All hexes with the Allied counters there, e.g. A05 3+1, B06 1; leave empty to answer the next", dice=DICE
    )
    async def dogfight(self, interaction: Interaction, hexes: Written | None = None, dice: str | None = None) -> None:
        """Let the CP air force answer Allied squadrons, strongest hex first (7.1.2-S)"""
        if hexes is None:
            await self.bot.responder.execute(interaction, "answer_air", dice=dice)
        else:
            await self.bot.responder.execute(interaction, "dogfight", dice=dice, hexes=hexes)

    @app_commands.command(extras=entry("Recon…", offered={"hex": _with_blocks}, others=frozenset({"hex"})))
    @app_commands.describe(
        hex="The hex, e.g. I06",
        air="The surviving Allied air value there",
        limit="The shaded limit on your aid, for air 1 or 2",
        dice=DICE,
    )
    async def recon(
        self,
        interaction: Interaction,
        hex: Written,
        air: app_commands.Range[int, 1, 50],
        limit: app_commands.Range[int, 1, 400] | None = None,
        dice: str | None = None,
    ) -> None:
        """Reveal CP blocks with surviving Allied squadrons (7.1.3-S)"""
        await self.bot.responder.execute(interaction, "recon", dice=dice, hex=hex, air=air, limit=limit)

    @app_commands.command(extras=entry("Combat…"))
    @app_commands.describe(
        attacks="All attacks, artillery + blocks, e.g. A05 4+18, B06 0+12; leave empty to answer the next",
        losses="SPs that the CP lost in the current combat",
        taken="With losses: whether the Allies took the hex",
        limit="The shaded limit on your aid",
        dice=DICE,
    )
    async def combat(
        self,
        interaction: Interaction,
        attacks: Written | None = None,
        losses: Sps | None = None,
        taken: bool = False,
        limit: app_commands.Range[int, 1, 400] | None = None,
        dice: str | None = None,
    ) -> None:
        """Declare Allied attacks, let the CP answer the next one, or enter its losses (7.3-S)"""
        if attacks is not None:
            await self.bot.responder.execute(interaction, "combat", dice=dice, hexes=attacks)
        elif losses is not None:
            await self.bot.responder.execute(interaction, "losses", dice=dice, sps=losses, taken=taken)
        else:
            await self.bot.responder.execute(interaction, "answer_attack", dice=dice, limit=limit)

    @app_commands.command(extras=entry("Economic points…"))
    async def economy(self, interaction: Interaction) -> None:
        """Spend the CP economic points by the Economic Guide (6.5-S)"""
        await self._open_form(interaction, "economy")

    @app_commands.command(extras=entry("Reset the CP blocks…"))
    async def reset(self, interaction: Interaction) -> None:
        """Reset the CP blocks at the end of an action phase (7.5-S 10)"""
        await self._open_form(interaction, "cp_reset")

    @app_commands.command(extras=entry("The front"))
    async def front(self, interaction: Interaction) -> None:
        """See the front as your group told it"""
        _, game, state = await _campaign(self.bot, interaction)
        await tell_privately(interaction, "The front", tell_front(game.data, state))

    @app_commands.command(extras=entry("Allied SPs…"))
    @app_commands.describe(sps="Artillery + blocks of many hexes, e.g. A05 4+18, B06 0+12; the bot keeps them")
    async def allied(self, interaction: Interaction, sps: app_commands.Range[str, 1, 600]) -> None:
        """Enter the Allied SPs of many hexes at once"""
        await self.bot.responder.execute(interaction, "allied", sps=sps)

    @app_commands.command(extras=entry("Correct a hex…"))
    @app_commands.describe(
        hex="The hex to correct",
        owner="Whose hex it is",
        sps="Allied SPs there, artillery + blocks, e.g. 4+18",
        fortress="Whether it holds a fortress",
        reason="Why it changes",
    )
    async def hex(
        self,
        interaction: Interaction,
        hex: str,
        owner: Literal["Allies", "Central Powers"] | None = None,
        sps: str = "",
        fortress: bool | None = None,
        reason: Reason = "",
    ) -> None:
        """Correct a hex of the front"""
        await self.bot.responder.execute(
            interaction, "note_hex", hex=hex, owner=owner, sps=sps, fortress=fortress, reason=reason
        )

    @app_commands.command(extras=entry("Correct a number…"))
    @app_commands.describe(
        what="What to correct", value="The right value, e.g. 96, I06 12, 5 4 2, none", reason="Why it changes"
    )
    async def adjust(self, interaction: Interaction, what: Item, value: str = "", reason: Reason = "") -> None:
        """Correct the bot's numbers, or enter what the core rules changed"""
        await self.bot.responder.execute(interaction, "adjust", what=what, value=value, reason=reason)

    async def _open_form(self, interaction: Interaction, command: str) -> None:
        """Open the form of a command."""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        campaign = session.require(command)
        campaign.check_seated(interaction.user.id)
        offers = campaign.offers(interaction.user.id)
        offer = next((offer for offer in offers if offer.command.type == command and offer.inputs), None)
        if offer is None:
            is_done = command == "set_up" and session.campaign.state.is_set_up
            raise NotNow(ALREADY if is_done else "You cannot do that yet. `/act` lists what you can do now.")
        await self.bot.responder.take_offer(interaction, session.id, offer.key)


async def _campaign(bot: Adjutant, interaction: Interaction) -> tuple[Session, FieldsOfDespair, State]:
    """Return the channel's campaign with its game and state. Raises ``NotThere`` in a campaign of another game."""
    session = await bot.service.session_in(interaction.channel_id or 0)
    return session, session.game(FieldsOfDespair), session.campaign.state
