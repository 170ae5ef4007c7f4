"""What a user can name in a channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from localdiscord.errors import Json


@dataclass(frozen=True, slots=True)
class Known:
    """The users, members, channels and roles that a user can pick from, by id."""

    users: Mapping[str, Json]
    members: Mapping[str, Json] = field(default_factory=dict)
    channels: Mapping[str, Json] = field(default_factory=dict)
    roles: Mapping[str, Json] = field(default_factory=dict)
