"""The seal of an answer can be worked out by anybody, and prints nothing of it before."""

from hashlib import sha256

from rules.campaign.state.sealed import Sealed, seal_of
from rules.secrets import Hidden


def test_the_seal_is_the_sha256_of_salt_and_answer() -> None:
    # printf '%s' '00ff Verdun – à 5 h' | sha256sum
    assert seal_of("00ff", "Verdun – à 5 h") == sha256("00ff Verdun – à 5 h".encode()).hexdigest()
    assert seal_of("00ff", "x") != seal_of("00fe", "x")


def test_a_sealed_answer_does_not_print() -> None:
    assert "Verdun" not in repr(Sealed(Hidden("Verdun"), Hidden("00ff")))
