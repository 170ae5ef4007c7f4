"""What the gateway asks of a bot, and what it offers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """The settings of a gateway.

    `shards` and `max_concurrency` are what it recommends to a bot. `privileged_intents` are the bits that the
    application was granted. A bot sends a heartbeat every `heartbeat_interval` seconds, and can resume a session for
    `resume_timeout` seconds.
    """

    token: str
    shards: int = 1
    max_concurrency: int = 16
    privileged_intents: int = 0
    heartbeat_interval: float = 41.25
    resume_timeout: float = 120.0
