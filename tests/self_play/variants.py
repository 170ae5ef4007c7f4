"""The ways to answer the rulings that are compared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.games.fields_of_despair.data import FieldsData
from rules.ruling import RulingChoice


@dataclass(frozen=True, slots=True)
class Variant:
    """Some rulings; ``is_whole`` unless it is a single one beside the defaults."""

    name: str
    answers: tuple[tuple[str, RulingChoice], ...] = ()
    is_whole: bool = False

    @property
    def rulings(self) -> Mapping[str, RulingChoice]:
        """The answers by ruling."""
        return MappingProxyType(dict(self.answers))


def variants(data: FieldsData) -> Iterator[Variant]:
    """As printed first, then the other difficulties; then every other answer to each ruling."""
    for level, difficulty in data.difficulties.items():
        yield Variant(difficulty.title, tuple(data.answers_of(level).items()), is_whole=True)
    for name, ruling in data.rulings.by_name.items():
        for id_ in ruling.ids:
            if id_ != ruling.default:
                yield Variant(f"`{name}`: {ruling.said(id_)}", ((name, id_),))
