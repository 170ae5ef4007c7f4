"""What the answers to a ruling cost: what the Central Powers can expect under each, counted exactly as the odds are."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import LiteralString

from rules.errors import NotNow
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.assumptions import AIR, ALLIED, ARTILLERY, WhatIf
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.odds_report import standing
from rules.games.fields_of_despair.pieces import Attack, Counters
from rules.games.fields_of_despair.state import State
from rules.line import Line, Listed, line
from rules.notice import Public, Text, tell_section

TITLE: LiteralString = "What each answer costs"
DIFFICULTIES: LiteralString = "What each difficulty changes"
SMALL, LARGE = 5, 20
"""Allied SPs of two more attacks, for which rulings of their own decide."""


def prices(data: FieldsData, state: State, name: str) -> Iterator[Public]:
    """What the Central Powers can expect under each answer to a ruling, as the campaign stands; only what differs."""
    ruling = data.rulings[name]
    told = [*_told(TITLE, {ruling.said(id_): data.with_choice(name, id_) for id_ in ruling.ids}, state)]
    yield from told or [tell_section(TITLE, "As the campaign stands, no answer changes a number.")]


def difficulty_prices(data: FieldsData, state: State) -> Iterator[Public]:
    """What the Central Powers can expect at each difficulty, as the campaign stands; only what differs."""
    under = {each.title: data.at_difficulty(id_) for id_, each in data.difficulties.items()}
    yield from _told(DIFFICULTIES, under, state)


def _told(title: LiteralString, under: Mapping[Text, FieldsData], state: State) -> Iterator[Public]:
    """Each mean that is not the same under all."""
    every = {words: means(data, state) for words, data in under.items()}
    for what in next(iter(every.values()), {}):
        shown = {words: f"{float(each[what]):.2f}" for words, each in every.items()}
        if len({*shown.values()}) > 1:
            answers = (line("“{answer}” {mean}", answer=words, mean=mean) for words, mean in shown.items())
            yield tell_section(title, "{what}, mean: {answers}", what=what, answers=Listed(answers))


def means(data: FieldsData, state: State) -> Mapping[Line, Fraction]:
    """The means of what the Central Powers do, with all their counters available, in SPs."""
    hidden, total = state.hidden, state.total
    usual = Attack(hex="A01", artillery=ARTILLERY, blocks=ALLIED - ARTILLERY)
    artillery, air = state.artillery.refresh(), state.air.refresh()
    found: dict[Line, Fraction] = {}
    with suppress(NotNow):  # no action phase of theirs is left
        now = standing(data, state, WhatIf())
        found[line("SPs of the next CP action phase")] = odds.whole_phase(data, now.to_come, now.at_launch).mean
    found[line("CP artillery against an attack of {sps} SPs", sps=ALLIED)] = odds.artillery(
        data, artillery, usual, previous_n=False
    ).mean
    found[line("CP artillery in a Major Offensive against {sps} SPs", sps=ALLIED)] = odds.artillery(
        data, artillery, usual, previous_n=False, offensive="Major"
    ).mean
    found[line("CP air against {air}", air=AIR)] = odds.dogfight(data, air, AIR, previous_n=False).mean
    for value in sorted({*state.artillery.values}, reverse=True):
        lone = odds.artillery(data, Counters(values=(value,)), usual, previous_n=False)
        found[line("CP artillery {value} left alone, against {sps} SPs", value=value, sps=ALLIED)] = lone.mean
    for value in sorted({*state.air.values}, reverse=True):
        lone = odds.dogfight(data, Counters(values=(value,)), AIR, previous_n=False)
        found[line("CP air {value} left alone, against {air}", value=value, air=AIR)] = lone.mean
    for allied in (SMALL, LARGE):
        held = odds.sps_in_hex(data, hidden, total, allied)
        found[line("SPs in a hex attacked by {sps} SPs", sps=allied)] = held.mean
    held = odds.sps_in_hex(data, hidden, total, ALLIED)
    reinforced = odds.reinforcement_after(data, held, hidden, usual)
    found[line("CP reinforcement against {sps} SPs", sps=ALLIED)] = reinforced * data.rulings.reinforcement_sps.answer
    return found
