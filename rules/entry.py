"""A place in the log, as everybody names it."""


class Entry(int):
    """An entry of the log. A notice holds its place, and its reader reads its number, which counts no private deed."""

    __slots__ = ()
