"""One guild: its object and its members."""

from dataclasses import dataclass, field

from localdiscord.errors import Json


@dataclass(eq=False, slots=True)
class GuildState:
    """A guild as Discord's guild object, and its members by user id."""

    body: Json
    members: dict[str, Json] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the guild, which is also the id of its @everyone role."""
        return str(self.body["id"])

    @property
    def roles(self) -> dict[str, Json]:
        """Its roles by id."""
        return {role["id"]: role for role in self.body["roles"]}

    def human_users(self) -> list[Json]:
        """Every member except the bot, in the order in which they joined."""
        return [member["user"] for member in self.members.values() if not member["user"].get("bot")]
