"""The parts of one server, under their names: what handlers and endpoints are built from."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from localdiscord.errors import RejectedRequest
from localdiscord.faults import Fault
from localdiscord.gateway.gateway import Gateway
from localdiscord.idle import RequestMonitor
from localdiscord.interactions.registry import Interactions
from localdiscord.interactions.responses import Responses
from localdiscord.state.clock import Clock
from localdiscord.state.guild import GuildState
from localdiscord.users.actions import UserActions


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """A request of the bot that was accepted, and the response to it; `path` is the route's."""

    method: str
    path: str
    body: Any
    status: int
    response: Any


@dataclass(frozen=True, slots=True)
class Hub:
    """The parts of one server."""

    token: str
    clock: Clock
    state: GuildState
    gateway: Gateway
    interactions: Interactions
    responses: Responses
    actions: UserActions
    monitor: RequestMonitor = field(default_factory=RequestMonitor)
    faults: list[Fault] = field(default_factory=list)
    rejected: list[RejectedRequest] = field(default_factory=list)
    watchers: list[Callable[[RequestRecord], None]] = field(default_factory=list)


def build_hub(token: str, state: GuildState, gateway: Gateway, *, ack_timeout: float) -> Hub:
    """The hub around a state and a gateway."""
    interactions = Interactions(state, gateway, ack_timeout=ack_timeout)
    return Hub(
        token=token,
        clock=state.clock,
        state=state,
        gateway=gateway,
        interactions=interactions,
        responses=Responses(state, interactions),
        actions=UserActions(state, interactions),
    )
