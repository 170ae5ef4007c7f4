"""The numbers of the effects: the rules count with them, and the texts of the event types name them."""

from typing import Annotated

from pydantic import Field

from rules.frozen import Frozen
from rules.notice import Text

Count = Annotated[int, Field(ge=1)]


class EffectNumbers(Frozen):
    """The numbers of an effect: the rules count with them, and the texts of its event types name them."""

    source: Text


class ExchangeNumbers(EffectNumbers):
    """Heroic Assault and Heroic Defense: more hit points, and what tactical coordination gains or loses."""

    hits: Count
    tactical: Count


class MoraleNumbers(EffectNumbers):
    """Belleau Wood and Cantigny: by how much American morale rises."""

    rise: Count


class ClemenceauNumbers(EffectNumbers):
    """Clemenceau: how many more markers the Allies can keep."""

    markers: Count


class FlightNumbers(EffectNumbers):
    """The Government flees: from how many German points it is possible and occurs, and what they gain by it."""

    possible_from: Count
    occurs_from: Count
    points: Count


class ShakeupNumbers(EffectNumbers):
    """Command Shakeup: within how many hexes it costs how much tactical coordination."""

    hexes: Count
    tactical: Count


class ManginNumbers(EffectNumbers):
    """Mangin: his force, how near the lost hex and how far from the enemy it arrives, the attacks that it must make,
    and the German victory points for each that is missing and for a hex retaken.
    """

    divisions: Count
    tanks: Count
    support: Count
    hexes: Count
    from_the_enemy: Count
    attacks: Count
    points_an_attack: Count
    points_retaken: Count


class OrganizationNumbers(EffectNumbers):
    """Improved Organization: units that advance, or extra transport points."""

    units: Count
    transport: Count


class PershingNumbers(EffectNumbers):
    """Pershing: American morale in command range, and at most; the die on which the Americans leave, and what a
    captured victory hex adds to it.
    """

    morale: Count
    most_morale: Count
    leaves_on: Count
    captured: Count


class AllNumbers(Frozen):
    """The numbers of the effects, by the names of ``Effect``."""

    exchange: ExchangeNumbers
    morale: MoraleNumbers
    clemenceau: ClemenceauNumbers
    flight: FlightNumbers
    shakeup: ShakeupNumbers
    mangin: ManginNumbers
    organization: OrganizationNumbers
    pershing: PershingNumbers
