"""What stands in the file of a campaign's record, part by part. ``docs/record.schema.json`` is made from it."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rules.dice import CHAINS, Roll
from rules.frozen import Frozen

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Salt = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Whole = Annotated[int, Field(ge=0, lt=2**63, strict=True)]
Time = Annotated[int, Field(ge=0, lt=32_503_680_000_000, strict=True)]  # before the year 3000
Name = Annotated[str, StringConstraints(max_length=100)]


class Beginning(Frozen):
    """A campaign as it was founded.

    ``seal`` is the SHA-256 of the ``heads``, a line each: those of its 64 chains of keys, and the SHA-256 of its seed.
    ``data`` is that of the game's data, which stands among the documents. ``at`` is in milliseconds since 1970.
    """

    at: Time
    data: Hash | Literal[""]
    dice: Literal["sealed", "physical"]
    founder: Whole
    game: Name
    heads: Annotated[list[Hash], Field(min_length=CHAINS + 1, max_length=CHAINS + 1)]
    name: Name
    rules: Name
    seal: Hash
    seat: Name
    terms: dict[str, Any]


class Content(Frozen):
    """What an entry of the log holds: who gave which command, when, and what came of it."""

    at: Time
    command: dict[str, Any]
    dice: list[Roll]
    events: list[dict[str, Any]]
    rules: Name
    seat: Name | None
    undoes: Annotated[Whole, Field(ge=1)] | None
    user: Whole


class Recorded(Frozen):
    """An entry in a record, under seal.

    ``seal`` is the SHA-256 of the salt, a space, and the content as canonical JSON. Where somebody was ``forgotten``,
    the seal is that of the content as it was, and there is no salt.
    """

    content: Content | None = None
    forgotten: Literal[True] | None = None
    salt: Salt | None = None
    seal: Hash


class Deed(Recorded):
    """A private deed: an entry that only one side saw. It stands in open records alone, and has no hash."""


class Told(Frozen):
    """The open dice that fell with an entry: its time in milliseconds since 1970, and the key of each die."""

    at: Time
    dice: Annotated[list[Roll], Field(min_length=1)]
    keys: Annotated[list[Hash], Field(min_length=1)]


class Link(Recorded):
    """An entry in the chain. In the record of a game that goes on it has neither content nor salt.

    ``told`` are its open dice.
    ``deeds`` is the HMAC-SHA256 of the seals of the private deeds since the link before, with the seed as key; ``hash``
    is the SHA-256 of the hash before, the seal, ``deeds``, and the object of ``told``, if it is there, as canonical
    JSON, with spaces between them.
    """

    deeds: Hash
    hash: Hash
    told: Told | None = None


TOLD = sorted(Link.model_fields.keys() - Recorded.model_fields.keys() - {"deeds", "hash"})
"""What a record tells of an entry's dice, by name."""


class Ending(Frozen):
    """What stands behind the entries.

    ``hash`` is that of the last link; without one, that with which the chain begins. ``seed`` is there once the game is
    over, and ``deeds``, the digest of the private deeds after the last link.
    """

    deeds: Hash | None = None
    format: Literal[3]
    hash: Hash
    seed: Hash | None = None


class Start(Frozen):
    """What stands before the entries.

    ``start`` is the SHA-256 of the campaign as canonical JSON; the chain begins with the SHA-256 of it, a space, and
    the seal of the dice. Where its founder was ``forgotten``, it is that of the campaign as it was.
    """

    campaign: Beginning
    forgotten: Literal[True] | None = None
    start: Hash


class RecordFile(Start, Ending):
    """The record of a campaign: what stands before the entries, the entries, and what stands behind them."""

    documents: dict[Hash, str]
    entries: list[Link | Deed]
