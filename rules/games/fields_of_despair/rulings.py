"""The rulings of Fields of Despair, and the answers to each. Their words stand in the data."""

from rules.ruling import Answer, NumberRuling, Rulings, WordRuling


class RevealedByAnOffensive(Answer):
    """By how much the revealed SPs rise where an offensive of X SPs enters a hex with a block."""

    X_MINUS_1 = "x_minus_1"
    X_UNTIL_THE_RESET = "x_until_the_reset"


class MajorBelow21(Answer):
    """The table of a Major Offensive with fewer than 21 hidden SPs."""

    MINOR_TABLE = "minor_table"
    FIRST_COLUMN_CAPPED = "first_column_capped"


class CpTotal25(Answer):
    """The band of a total of exactly 25 CP SPs."""

    AS_BELOW_25 = "as_below_25"
    AS_26_TO_50 = "as_26_to_50"
    NONE = "none"


class AlliedSps20(Answer):
    """The modifier of exactly 20 Allied SPs."""

    PLUS_2 = "plus_2"
    PLUS_1 = "plus_1"


class ArtilleryInTheCpTurn(Answer):
    """The modifiers of artillery response that count in the Central Powers' action phase."""

    ALL_THAT_APPLY = "all_that_apply"
    ONLY_THE_MAJOR_OFFENSIVES = "only_the_major_offensives"


class CountersThatDoNotFit(Answer):
    """The counters that are placed where none sum to the value."""

    LARGEST_SUM_BELOW = "largest_sum_below"
    SMALLEST_SUM_ABOVE = "smallest_sum_above"


class SpsWithBlocksPlaced(Answer):
    """The blocks for which SPs are rolled where some were placed before."""

    REMAINING_BLOCKS = "remaining_blocks"
    ALL_BLOCKS_TOGETHER = "all_blocks_together"


class SmallAttack(Answer):
    """The limits that apply to a small attack."""

    LIMITS_OF_1_AND_2_BLOCKS = "limits_of_1_and_2_blocks"
    NONE = "none"


class RatioCounts(Answer):
    """The Allied SPs that count in the ratio of the reinforcement check."""

    ARTILLERY_AND_BLOCKS = "artillery_and_blocks"
    BLOCKS_ONLY = "blocks_only"


class ChitsGoBack(Answer):
    """When a drawn objective chit goes back."""

    NOT_IN_THIS_ACTION_PHASE = "not_in_this_action_phase"
    AT_ONCE = "at_once"


class BreakoutNatures(Answer):
    """What the first letter of a breakout's nature stands for."""

    CAUTIOUS_AGGRESSIVE = "cautious_aggressive"
    JUST_THE_LETTERS = "just_the_letters"


class BreakoutDirections(Answer):
    """What the letters of a breakout's direction stand for."""

    SHORTEST_ROUTE_WEAKEST_HEX = "shortest_route_weakest_hex"
    JUST_THE_LETTERS = "just_the_letters"


class FieldsRulings(Rulings):
    """What the source of Fields of Despair leaves open."""

    revealed_by_an_offensive: WordRuling[RevealedByAnOffensive]
    major_below_21: WordRuling[MajorBelow21]
    cp_total_25: WordRuling[CpTotal25]
    allied_sps_20: WordRuling[AlliedSps20]
    artillery_in_the_cp_turn: WordRuling[ArtilleryInTheCpTurn]
    counters_that_do_not_fit: WordRuling[CountersThatDoNotFit]
    sps_with_blocks_placed: WordRuling[SpsWithBlocksPlaced]
    small_attack: WordRuling[SmallAttack]
    ratio_counts: WordRuling[RatioCounts]
    reinforcement_sps: NumberRuling
    shelled_blocks: NumberRuling
    wiped_out_blocks: NumberRuling
    chits: WordRuling[ChitsGoBack]
    breakout_natures: WordRuling[BreakoutNatures]
    breakout_directions: WordRuling[BreakoutDirections]
