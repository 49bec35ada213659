"""What the service can be told: where fights are kept, and how much it takes from anybody."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a service is set up. Zero switches a limit off."""

    store: str = "sqlite:///affray.db"
    body_limit: int = 1_000_000
    """Bytes of a request."""
    scenario_limit: int = 100_000
    """Characters of a scenario."""
    answer_limit: int = 50_000
    """Answers of one fight: enough for a battle, too few to fill a disk."""
    job_limit: int = 3
    """Simulations at once."""
    job_fights: int = 1_000_000
    """Fights of one simulation."""
    job_seconds: float = 600.0
    """How long one simulation may work."""
    stream_limit: int = 2_000
    """Pages that listen at once."""
    rate: float = 40.0
    """Requests a second from one address, in the long run."""
    burst: int = 400
    """Requests from one address at once."""
    workers: int = 2
    """Processes for simulations and for players who think long."""
    poll: float = 5.0
    """Seconds after which a stream looks in the store by itself, in case another server wrote."""
