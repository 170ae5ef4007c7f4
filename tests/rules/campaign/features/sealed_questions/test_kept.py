"""A sealed answer prints nothing before it is opened."""

from rules.campaign.features.sealed_questions.kept import Sealed
from rules.secrets import Hidden


def test_a_sealed_answer_does_not_print() -> None:
    assert "Verdun" not in repr(Sealed(Hidden("Verdun"), Hidden("00ff")))
