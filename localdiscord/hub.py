"""The parts of one server, under their names: what handlers and endpoints are built from."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from localdiscord.errors import RejectedRequest
from localdiscord.gateway.gateway import Gateway
from localdiscord.gateway.settings import GatewaySettings
from localdiscord.idle import RequestMonitor
from localdiscord.interactions.registry import Interactions
from localdiscord.interactions.responses import Responses
from localdiscord.rates import RateLimiter, Rates
from localdiscord.sabotage import Sabotage
from localdiscord.state.clock import Clock
from localdiscord.state.state import State
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
    state: State
    gateway: Gateway
    sabotage: Sabotage
    interactions: Interactions
    responses: Responses
    actions: UserActions
    monitor: RequestMonitor
    limiter: RateLimiter
    rejected: list[RejectedRequest] = field(default_factory=list)
    watchers: list[Callable[[RequestRecord], None]] = field(default_factory=list)


def build_hub(state: State, settings: GatewaySettings, rates: Rates | None, *, ack_timeout: float) -> Hub:
    """The hub around a state."""
    sabotage = Sabotage()
    gateway = Gateway(state, settings, sabotage)
    interactions = Interactions(state, gateway, sabotage, ack_timeout=ack_timeout)
    return Hub(
        token=settings.token,
        clock=state.clock,
        state=state,
        gateway=gateway,
        sabotage=sabotage,
        interactions=interactions,
        responses=Responses(state, interactions),
        actions=UserActions(state, interactions),
        monitor=RequestMonitor(lambda: gateway.online),
        limiter=RateLimiter(rates),
    )
