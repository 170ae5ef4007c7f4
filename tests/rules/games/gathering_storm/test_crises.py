"""Crises: every power declares its secret support at once, under seal, whether or not it holds any."""

import pytest
from pydantic import ValidationError

from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.standing_orders import declaring, with_order
from tests.rules.games.gathering_storm.harness import storm


def test_data_without_the_order_of_declaration_still_reads() -> None:
    document = storm().data.model_dump(mode="json")
    old = {name: part for name, part in document.items() if name != "crises"}
    read = StormData.model_validate(with_order(old))
    assert [declaring(read, each) for each in POWERS] == [declaring(storm().data, each) for each in POWERS]
    assert with_order(document) == document


def test_a_power_that_is_none_is_refused_in_the_data() -> None:
    document = storm().data.model_dump(mode="json")
    document["crises"]["at_the_ultimatum"] = ["Peru"]
    with pytest.raises(ValidationError, match="there is no power Peru"):
        StormData.model_validate(document)
