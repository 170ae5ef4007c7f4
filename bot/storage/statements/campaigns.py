"""Campaigns: their homes, data and lengths. The statements are the same for every kind of database."""

from bot.storage.rows import CampaignRow, HomeRow, pair
from bot.storage.statements.messages import ServerRows

HOME = ", ".join(HomeRow._fields)
CAMPAIGN = ", ".join(f"{'home' if name in ('guild', 'channel') else 'campaign'}.{name}" for name in CampaignRow._fields)
CAMPAIGNS = f"SELECT {CAMPAIGN} FROM campaign JOIN home ON home.campaign = campaign.id AND home.until IS NULL "
CHANNELS = (
    "SELECT guild, channel FROM home WHERE until IS NULL GROUP BY guild, channel ORDER BY max(campaign) DESC LIMIT $1"
)
HEAD = (
    "SELECT campaign, (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.campaign = home.campaign) FROM home"
    " WHERE channel = $1 AND until IS NULL ORDER BY since DESC, campaign DESC LIMIT 1"
)
RULES = (
    "SELECT rules FROM campaign UNION SELECT entry.rules FROM campaign JOIN entry ON entry.campaign = campaign.id"
    " AND entry.seq = (SELECT max(seq) FROM entry WHERE entry.campaign = campaign.id)"
)


class HomeRows(ServerRows):
    """The campaigns of channels and servers."""

    async def length(self, campaign: int) -> int:
        """Return the ``seq`` of the newest entry, 0 if there is none."""
        rows = await self._read("SELECT coalesce(max(seq), 0) FROM entry WHERE campaign = $1", campaign)
        return int(rows[0][0])

    async def head(self, channel: int) -> tuple[int, int] | None:
        """Return the campaign that came last to a channel or thread, and the length of its log."""
        return next((pair(*row) for row in await self._read(HEAD, channel)), None)

    async def campaign(self, id_: int) -> CampaignRow | None:
        """Return a campaign by its id."""
        return next(iter(await self._campaigns("WHERE id = $1", id_)), None)

    async def campaign_by(self, interaction: int) -> CampaignRow | None:
        """Return the campaign that an interaction founded."""
        return next(iter(await self._campaigns("WHERE interaction = $1", interaction)), None)

    async def campaigns_in(self, channel: int) -> list[CampaignRow]:
        """Return all campaigns of a channel or thread, the newest first."""
        return await self._campaigns("WHERE home.channel = $1 ORDER BY id DESC", channel)

    async def campaigns_on(self, guild: int, number: int) -> list[CampaignRow]:
        """At most so many of the newest campaigns of a server."""
        condition = "WHERE home.guild = $1 ORDER BY id DESC LIMIT $2"
        return await self._campaigns(condition, guild, number)

    async def rules(self) -> set[str]:
        """Return the versions of the rules that decided the newest entry of each campaign, or founded one."""
        return {str(version) for (version,) in await self._read(RULES)}

    async def homes(self, campaign: int) -> list[HomeRow]:
        """Return where a campaign has been played, the newest last."""
        sql = f"SELECT {HOME} FROM home WHERE campaign = $1 ORDER BY since"
        return [HomeRow(*row) for row in await self._read(sql, campaign)]

    async def moved_from(self, channel: int) -> int | None:
        """Return the campaign that has last moved away from a channel."""
        sql = "SELECT campaign FROM home WHERE channel = $1 AND until IS NOT NULL ORDER BY until DESC LIMIT 1"
        return next((int(id_) for (id_,) in await self._read(sql, channel)), None)

    async def channels(self, number: int) -> list[tuple[int, int]]:
        """Return the guilds and channels of at most so many of the newest campaigns, each once."""
        return [pair(*row) for row in await self._read(CHANNELS, number)]

    async def _campaigns(self, condition: str, *values: int) -> list[CampaignRow]:
        return [CampaignRow(*row) for row in await self._read(CAMPAIGNS + condition, *values)]
