"""Reading what earlier versions wrote: small steps from one schema version to the next."""

from collections.abc import Mapping
from typing import Any

from rules.command import Upcaster

Upcasters = Mapping[tuple[str, int], Upcaster]


def upcast(given: Mapping[str, Any], upcasters: Upcasters) -> dict[str, Any]:
    """The fields of a command or event as today's class reads them.

    ``v`` is the schema version that wrote them. An upcaster takes the fields of one version, ``type`` and ``v``
    included, and returns those of a later one; the steps are taken as long as there is one.
    """
    fields = dict(given)
    while step := upcasters.get((fields.get("type", ""), fields.get("v", 0))):
        fields = step(fields)
    fields.pop("v", None)
    return fields
