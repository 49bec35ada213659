"""What the service can be told: where fights are stored, and how much it takes from anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from affray.core.problems import InvalidDataError, Problem

PREFIX = "AFFRAY_"
"""What the environment variable of a setting begins with: AFFRAY_MAX_FIGHTS."""


@dataclass(frozen=True)
class Settings:
    """How a service is set up. Zero switches a limit off."""

    store: str = "sqlite:///affray.db"

    # --- requests ---
    body_limit: int = 1_000_000
    """Bytes of a request."""
    body_seconds: float = 10.0
    """How long a request's headers, and then its body, may take to arrive."""
    rate: float = 40.0
    """Requests a second from one address, in the long run. Zero also lifts the limits on wishes,
    new fights and streams of one address."""
    burst: int = 400
    """Requests from one address at once."""
    connection_limit: int = 5_000
    """Connections at once."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose word is taken for where a request comes from."""
    host_names: tuple[str, ...] = ()
    """Names under which browsers may reach the service, beside `public_address`, IP addresses and
    names of local networks; `*` allows every name."""
    metrics: str = ""
    """Where Prometheus finds figures, as ADDRESS:PORT; nowhere if empty."""

    public_address: str = ""
    """Where other machines reach the page, such as http://192.168.1.20:8000; what a browser was
    told is used where it is empty."""

    # --- fights ---
    scenario_limit: int = 100_000
    """Characters of a scenario."""
    answer_limit: int = 50_000
    """Answers of one fight: enough for a battle, too few to fill a disk."""
    new_fights_per_minute: float = 30.0
    """Fights begun or branched from one address, in the long run."""
    onlooker_branches: int = 50
    """Branches of one fight that onlookers may make."""
    wishes_per_minute: float = 4.0
    """Wishes to take back of one side."""
    seat_limit: int = 40
    """Seats at one table."""
    chat_per_minute: float = 30.0
    """Lines that one role says."""
    code_tries_per_minute: float = 20.0
    """Codes that one address tries."""
    expire_days: float = 0.0
    """Fights to which nothing was added for so many days are deleted."""
    max_fights: int = 0
    """More fights than this are not stored: the oldest are deleted."""

    # --- rooms and streams ---
    room_bytes: int = 256_000_000
    """Memory for open fights, about; those not used the longest are let go."""
    room_idle_seconds: float = 900.0
    """After so long without use an open fight is let go."""
    stream_limit: int = 4_000
    """Pages that listen at once."""
    link_stream_limit: int = 1_500
    """Pages that listen with one link at once."""
    address_stream_limit: int = 200
    """Pages that listen from one address at once."""
    heartbeat_seconds: float = 15.0
    """How often a stream says that it is still there."""
    silent_seconds: float = 20.0
    """After so long a connection is given up whose other end takes nothing of what is sent: whoever
    left the network without a word is shown as gone after this and a heartbeat, at most."""

    # --- work in other processes ---
    workers: int = 2
    """Processes for odds and for players who think."""
    worker_bytes: int = 150_000_000
    """Memory that a worker may take for a task."""
    reading_seconds: float = 1.5
    """Processor time to read, check or write a scenario or a tape."""
    odds_seconds: float = 20.0
    """Processor time for the odds of a question."""
    decision_seconds: float = 60.0
    """Processor time for a decision of a player who thinks."""
    job_workers: int = 0
    """Processes for simulations and studies; as many as there are cores if it is 0."""
    job_limit: int = 3
    """Simulations at once, and of one address altogether."""
    job_fights: int = 1_000_000
    """Fights of one simulation."""
    job_seconds: float = 600.0
    """How long one simulation may work."""
    job_bytes: int = 1_000_000_000
    """Memory that a simulation may take."""

    # --- several servers ---
    lease_seconds: float = 10.0
    """A server that was not heard of for so long no longer plays on its unfinished fights."""


def settings_from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that environment variables give, by name.

    AFFRAY_MAX_FIGHTS is `max_fights`. Raise InvalidDataError for a value of the wrong kind, and for
    a name that is nearly a setting's.
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    defaults = {field.name: field.default for field in fields(Settings)}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX):
            continue
        if name not in defaults:
            for near in get_close_matches(name, defaults, n=1, cutoff=0.8):
                meant = f"{PREFIX}{near.upper()}"
                problems.append(Problem(variable, f"there is no such setting; is it {meant}?"))
            continue
        try:
            found[name] = setting_from_text(text, defaults[name])
        except ValueError:
            kind = "a whole number" if isinstance(defaults[name], int) else "a number"
            problems.append(Problem(variable, f"expected {kind}, 0 or more, not {text!r}"))
    if problems:
        raise InvalidDataError(problems)
    return found


def setting_from_text(text: str, default: Any) -> Any:
    """Return a setting's value from its text, of its default's type; raise ValueError."""
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, str):
        return text
    value = type(default)(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value
