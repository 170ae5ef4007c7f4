"""Messages in channels."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
