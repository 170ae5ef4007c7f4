"""On which terms a campaign begins."""

from datetime import timedelta

import pytest
from pydantic import ValidationError

from rules.campaign.state.terms import DEMO_LASTS, Patience, Terms, is_past_demo
from tests.games import BEGIN


def test_terms_that_are_not_named_are_as_they_always_were() -> None:
    assert Terms.model_validate_json("{}") == Terms()
    assert Terms().patience == Patience(3, 14, 0)
    assert (Terms().language, Terms().pictures, Terms().demo) == ("en", True, False)


def test_they_are_read_as_they_were_written() -> None:
    terms = Terms(language="fr", patience=Patience(1, 2, 3), demo=True)
    assert Terms.model_validate_json(terms.model_dump_json(exclude_defaults=True)) == terms
    with pytest.raises(ValidationError):
        Terms.model_validate_json('{"language":"french"}')


def test_a_demo_ends_when_nobody_has_acted_for_long() -> None:
    demo = Terms(demo=True)
    assert not is_past_demo(demo, BEGIN, BEGIN + DEMO_LASTS - timedelta(seconds=1))
    assert is_past_demo(demo, BEGIN, BEGIN + DEMO_LASTS)
    assert not is_past_demo(Terms(), BEGIN, BEGIN + 10 * DEMO_LASTS)
    assert not is_past_demo(demo, None, BEGIN), "nobody knows when somebody has"
