"""The rulings of Gathering Storm, and the answers to each. Their words stand in the data."""

from rules.ruling import Answer, NumberRuling, Rulings, WordRuling


class EmptyPile(Answer):
    """What happens when every card of a pile has been drawn."""

    NO_EVENT_IS_DEALT = "no_event_is_dealt"
    SHUFFLED_AGAIN = "shuffled_again"


class ExtraCardsFaceUp(Answer):
    """Whether the public events lie face up from which a power chooses."""

    NO = "no"
    YES = "yes"


class OnlyEventUnplayed(Answer):
    """What happens to an only event that is unplayed when its phase ends."""

    IT_TAKES_EFFECT = "it_takes_effect"
    IT_IS_DISCARDED = "it_is_discarded"


class IneffectiveDiplomacy(Answer):
    """How much support a diplomatic event without effect becomes."""

    PRINTED_NUMBER = "printed_number"
    ONE = "one"


class CivilWarFifth(Answer):
    """Which events count towards the five that remove a counter in a civil war."""

    ONLY_EARLIER_EVENTS = "only_earlier_events"
    THE_EVENT_ITSELF_TOO = "the_event_itself_too"


class BattleshipDoubling(Answer):
    """How many points of battleship design are doubled."""

    UP_TO_THREE = "up_to_three"
    ALL = "all"


class AtomicSurplus(Answer):
    """Whether the surplus of a doubling can go into atomic research before it is permitted."""

    YES = "yes"
    NO = "no"


class RadarCategory(Answer):
    """The category of radar."""

    AIR = "air"
    NAVAL = "naval"
    MILITARY = "military"


class JetsCategory(Answer):
    """The category of jets."""

    AIR = "air"
    MILITARY = "military"


class SurplusUntil(Answer):
    """Until when the surplus of a doubling can be reassigned."""

    END_OF_THE_RESEARCH_PHASE = "end_of_the_research_phase"
    END_OF_THE_TURN = "end_of_the_turn"


class JetsRadarResults(Answer):
    """Whether results in jets and radar count in a category."""

    DO_NOT_COUNT = "do_not_count"
    COUNT_IN_THEIR_CATEGORY = "count_in_their_category"


class ResultsCount(Answer):
    """What counts of the research results in one project."""

    ONE_FOR_EACH_PROJECT = "one_for_each_project"
    EVERY_RESULT = "every_result"


class DoubledGifts(Answer):
    """Whether steps that an event gave are doubled."""

    DOUBLED_AS_WELL = "doubled_as_well"
    ONLY_ASSIGNED_POINTS = "only_assigned_points"


class ResearchSecrecy(Answer):
    """Who learns of a research project that an event lets its player choose."""

    EVERYBODY = "everybody"
    ITS_SIDE_ALONE = "its_side_alone"


class GreyCards(Answer):
    """The national events of the starter deck that are secret."""

    AS_THE_STARTER_DECK = "as_the_starter_deck"
    AS_THE_AID_SHOWS = "as_the_aid_shows"
    EVERY_NATIONAL_EVENT = "every_national_event"


class MixedEvents(Answer):
    """When the parts of a national event take effect that belong to different phases."""

    AS_A_WHOLE = "as_a_whole"
    EACH_PART_IN_ITS_OWN_PHASE = "each_part_in_its_own_phase"


class HeldBack(Answer):
    """Until when an only event can be held back that can be played at any time."""

    UNTIL_THE_TURN_ENDS = "until_the_turn_ends"
    UNTIL_THE_LAST_PHASE_BEGINS = "until_the_last_phase_begins"


class SeveralLeft(Answer):
    """Which of several events takes effect that are left as the turn ends."""

    THE_LAST_DEALT = "the_last_dealt"
    ITS_PLAYER_CHOOSES = "its_player_chooses"


class ConversionFloor(Answer):
    """Whether an event can reduce the cost of factory conversion below zero."""

    NO = "no"
    YES = "yes"


class RocketsAndRadar(Answer):
    """Whether the Allies have rockets, and Russia radar."""

    YES = "yes"
    NO = "no"


class StormRulings(Rulings):
    """What the source of Gathering Storm leaves open."""

    empty_pile: WordRuling[EmptyPile]
    extra_cards_face_up: WordRuling[ExtraCardsFaceUp]
    only_event_unplayed: WordRuling[OnlyEventUnplayed]
    ineffective_diplomacy: WordRuling[IneffectiveDiplomacy]
    civil_war_fifth: WordRuling[CivilWarFifth]
    battleship_doubling: WordRuling[BattleshipDoubling]
    atomic_surplus: WordRuling[AtomicSurplus]
    radar_category: WordRuling[RadarCategory]
    jets_category: WordRuling[JetsCategory]
    surplus_until: WordRuling[SurplusUntil]
    jets_radar_results: WordRuling[JetsRadarResults]
    results_count: WordRuling[ResultsCount]
    doubled_gifts: WordRuling[DoubledGifts]
    research_secrecy: WordRuling[ResearchSecrecy]
    grey_cards: WordRuling[GreyCards]
    mixed_events: WordRuling[MixedEvents]
    held_back: WordRuling[HeldBack]
    several_left: WordRuling[SeveralLeft]
    subversion_value: NumberRuling
    conversion_floor: WordRuling[ConversionFloor]
    rockets_and_radar: WordRuling[RocketsAndRadar]
