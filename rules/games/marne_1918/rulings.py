"""The rulings of Marne 1918, and the answers to each. Their words stand in the data."""

from rules.ruling import Answer, NumberRuling, Rulings, WordRuling


class MustOccurInHand(Answer):
    """Whether an @ marker that waits for its moment counts against the hand limit."""

    NO = "no"
    YES = "yes"


class MustOccur(Answer):
    """How an @ marker in hand occurs when its moment comes."""

    BY_ITSELF = "by_itself"
    WHEN_PLAYED = "when_played"


class RetakenWithMangin(Answer):
    """For how many victory hexes retaken in the turn of Mangin's force the Germans lose points."""

    ONCE = "once"
    FOR_EACH = "for_each"


class FirstToMove(Answer):
    """The side that moves first in an operational sequence."""

    GERMANS = "Germans"
    ALLIES = "Allies"


class HeroicDefenseEntry(Answer):
    """How many Heroic Defense markers enter on each of their turns."""

    TWO_AND_ONE = "two_and_one"
    ONE_AND_TWO = "one_and_two"


class CantignyEntry(Answer):
    """The turn on which Cantigny enters."""

    TURN_1 = "turn_1"
    TURN_2 = "turn_2"


class OffensivesEntry(Answer):
    """The Offensive markers that enter first."""

    MARNE_AND_CHAMPAGNE = "marne_and_champagne"
    OURCQ_AND_AISNE = "ourcq_and_aisne"


class ClemenceauAndTheFlight(Answer):
    """The flight of the Government that Clemenceau cancels."""

    A_LATER_FLIGHT = "a_later_flight"
    AN_EARLIER_FLIGHT_TOO = "an_earlier_flight_too"


class ClemenceauCancels(Answer):
    """What of the flight Clemenceau cancels."""

    EVERYTHING = "everything"
    POINTS_ALONE = "points_alone"


class ShakeupsTakenOff(Answer):
    """Where a Command Shakeup goes that the flight takes off the track."""

    OUT_OF_THE_GAME = "out_of_the_game"
    BACK_TO_THE_POOL = "back_to_the_pool"


class EvolvingMoment(Answer):
    """When the Allies reach the Evolving Doctrine."""

    BY_ITSELF = "by_itself"
    WHEN_ADOPTED = "when_adopted"


class CombatEvents(Answer):
    """How the sides declare events before the dice of a combat."""

    SEALED = "sealed"
    CALLED = "called"


class MarneRulings(Rulings):
    """What the source of Marne 1918 leaves open."""

    draws_a_turn: NumberRuling
    allied_hand_limit: NumberRuling
    german_hand_limit: NumberRuling
    must_occur_in_hand: WordRuling[MustOccurInHand]
    must_occur: WordRuling[MustOccur]
    retaken_with_mangin: WordRuling[RetakenWithMangin]
    first_to_move: WordRuling[FirstToMove]
    heroic_defense_entry: WordRuling[HeroicDefenseEntry]
    cantigny_entry: WordRuling[CantignyEntry]
    offensives_entry: WordRuling[OffensivesEntry]
    shakeups_for_evolving: NumberRuling
    clemenceau_and_the_flight: WordRuling[ClemenceauAndTheFlight]
    clemenceau_cancels: WordRuling[ClemenceauCancels]
    shakeups_taken_off: WordRuling[ShakeupsTakenOff]
    evolving_moment: WordRuling[EvolvingMoment]
    combat_events: WordRuling[CombatEvents]
    heroic_markers: NumberRuling
