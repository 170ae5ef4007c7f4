"""What a side has ordered ahead: what it does when it is asked, and on what condition."""

from rules.frozen import Frozen


class Order(Frozen):
    """An order of a seat, by the names that its game has for conditions and for what can be done.

    The seat does what ``do`` names, if the condition ``when`` holds and, where one is named, at the place ``where``;
    without them always. ``note`` says what the game cannot know of it. It holds until the turn ends, or, if it
    ``lasts``, in every turn.
    """

    do: str
    when: str = ""
    where: str = ""
    note: str = ""
    lasts: bool = False

    @property
    def is_bound(self) -> bool:
        """Whether it depends on anything."""
        return bool(self.when or self.where)
