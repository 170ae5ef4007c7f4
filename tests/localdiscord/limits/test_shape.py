"""The vocabulary of the limits: values of the wrong type, and how violations are nested."""

import re
from typing import Any

import pytest

from localdiscord.errors import ApiError
from localdiscord.limits.messages import ChoiceValue
from localdiscord.limits.shape import List, Number, Object, OneOf, Shape, Text, Url, Variant, check, duplicates

POINT = Object({"x": Number(9)}, ("x",))


@pytest.mark.parametrize(
    ("shape", "value", "codes"),
    [
        (Text(5), 5, ["STRING_TYPE_CONVERT"]),
        (Text(5, 2), "x", ["BASE_TYPE_BAD_LENGTH"]),
        (Text(5, 1), " ", ["BASE_TYPE_REQUIRED"]),
        (Number(5), "five", ["NUMBER_TYPE_COERCE"]),
        (Number(5), None, ["NUMBER_TYPE_COERCE"]),
        (Number(5), "5", []),
        (OneOf((1, 2)), 3, ["BASE_TYPE_CHOICES"]),
        (Url(), "http://[", ["URL_TYPE_INVALID_SCHEME"]),
        (Url(), "https://example.org/a b", ["URL_TYPE_INVALID_URL"]),
        (Text(5, 0), "", []),
        (Text(5, 1), "x" * 6, ["BASE_TYPE_MAX_LENGTH"]),
        (Text(9, 1, re.compile("[a-z]+")), "ab!", ["STRING_TYPE_REGEX"]),
        (Number(5, 1), 0, ["NUMBER_TYPE_MIN"]),
        (Number(5, 1), [], ["NUMBER_TYPE_COERCE"]),
        (ChoiceValue(), 1 - 2**53, []),
        (ChoiceValue(), -(2**53), ["NUMBER_TYPE_MIN"]),
        (ChoiceValue(), 2**53 - 1, []),
        (ChoiceValue(), 2**53, ["NUMBER_TYPE_MAX"]),
        (ChoiceValue(), -(2.0**53), []),
        (ChoiceValue(), -(2.0**53) - 2, ["NUMBER_TYPE_MIN"]),
        (ChoiceValue(), 2.0**53, []),
        (ChoiceValue(), 2.0**53 + 2, ["NUMBER_TYPE_MAX"]),
        (Object({"x": Text(2, 1)}), {"x": None}, []),
        (List(POINT, 2), {}, ["LIST_TYPE_CONVERT"]),
        (POINT, [], ["MODEL_TYPE_CONVERT"]),
        (POINT, {"x": None}, ["BASE_TYPE_REQUIRED"]),
        (POINT, {"x": 1, "unknown": "x"}, []),
        (Variant({1: POINT}), {"type": "1", "x": 1}, ["UNION_TYPE_CHOICES"]),
    ],
)
def test_a_value_of_the_wrong_type(shape: Shape, value: Any, codes: list[str]) -> None:
    assert [found.code for found in shape.violations(value)] == codes


def test_an_unknown_type_is_named_at_its_field() -> None:
    (found,) = List(Variant({1: POINT}), 9).violations([{"type": 1, "x": 1}, {"type": 7}])
    assert (found.path, found.message) == ((1, "type"), "Value of field “type” must be one of (1,).")


def test_duplicates_are_the_later_ones() -> None:
    assert duplicates("abcab") == [3, 4]


def test_a_refusal_names_every_limit_that_is_broken() -> None:
    both = Object({"x": Number(9), "name": Text(2)}, ("x",))
    with pytest.raises(ApiError) as refused:
        check(List(both, 1), [{"x": 10, "name": "long"}, {}])
    number = {"code": "NUMBER_TYPE_MAX", "message": "Number value should be less than or equal to 9."}
    length = {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2 or fewer in length."}
    required = {"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}
    assert refused.value.errors == {
        "_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be between 0 and 1 in length."}],
        "0": {"x": {"_errors": [number]}, "name": {"_errors": [length]}},
        "1": {"x": {"_errors": [required]}},
    }
    check(List(both, 1), [{"x": 9, "name": "ab"}])
