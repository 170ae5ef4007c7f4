"""What is wrong in data, as whoever wrote it reads it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rules.line import Line, line
from rules.secrets import likeness, most_like, plain

MESSAGES = MappingProxyType(
    {
        "missing": "this is missing",
        "extra_forbidden": "there is no such field",
        "int_type": "it must be a whole number",
        "int_parsing": "it must be a whole number",
        "int_from_float": "it must be a whole number",
        "string_type": "it must be text",
        "bool_type": "it must be true or false",
        "bool_parsing": "it must be true or false",
        "greater_than_equal": "it must be at least {ge}",
        "less_than_equal": "it must be at most {le}",
        "string_too_short": "it needs at least {min_length} {min_length:character|characters}",
        "string_too_long": "it can have at most {max_length} {max_length:character|characters}",
        "string_pattern_mismatch": "it must be written as {pattern}",
        "too_short": "it needs at least {min_length} {min_length:entry|entries}",
        "too_long": "it can have at most {max_length} {max_length:entry|entries}",
        "literal_error": "it must be one of {expected}",
        "enum": "it must be one of {expected}",
        "union_tag_invalid": "{tag} is none of {expected_tags}",
        "union_tag_not_found": "its kind is missing",
        "tuple_type": "it must be a list",
        "list_type": "it must be a list",
        "dict_type": "it must be a table",
        "mapping_type": "it must be a table",
        "model_type": "it must be a table",
        "model_attributes_type": "it must be a table",
    }
)
"""What is said of the faults that pydantic finds by itself, by their types."""


def message_of(error: Mapping[str, Any], fields: Iterable[str] = ()) -> Line:
    """Return the message of a fault that pydantic found: our own where a check of ours found it. Of a field that there
    is not, it names the one of some ``fields`` that is most like it.
    """
    name = str(error["loc"][-1]) if error["type"] == "extra_forbidden" else ""
    near = most_like(name, [each for each in fields if each != name]) if name else ""
    if near and likeness(name, near) >= len(near):
        return line("there is no such field. Did you mean `{near}`?", near=plain(near))
    values = error.get("ctx", {})
    cause = values.get("error")
    if isinstance(cause, ValueError):
        (said,) = cause.args
        return said if isinstance(said, Line) else Line(str(said))
    template = MESSAGES.get(error["type"])
    if template is None:
        return Line(str(error["msg"]))
    return line(
        template, **{name: each if isinstance(each, int) else plain(str(each)) for name, each in values.items()}
    )
