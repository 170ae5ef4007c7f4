"""7.5-S: what the commands of the Central Powers' action phase have in common."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.sequence import check_step, is_at
from rules.games.fields_of_despair.state import FieldsCommand, Offensive, Stage, State
from rules.notice import Public


class CpPhaseCommand(FieldsCommand):
    """A command of the Central Powers' action phase: it answers the question of its ``stage``.

    The bot finds what `/cp-offensive` offers by this class.
    """

    stage: ClassVar[Stage]

    @classmethod
    @abstractmethod
    def ask(cls) -> Iterable[Public]:
        """The question that it answers, with its section."""

    def check(self, data: FieldsData, state: State) -> None:
        """Raise ``NotNow`` unless the phase is waiting for this command."""
        check_step(data, state, "central")
        if state.cp.stage is not self.stage:
            raise NotNow("The Central Powers' action phase is waiting for something else. See `/cp-offensive`.")


def waits_for(data: FieldsData, state: State, stage: Stage) -> bool:
    """Whether the Central Powers' action phase is waiting in a stage."""
    return is_at(data, state, "central") and state.cp.stage is stage


def target_of(state: State) -> Offensive:
    """The offensive that is being resolved: from its target on there is one."""
    assert state.cp.current is not None, "an offensive has a target"
    return state.cp.current
