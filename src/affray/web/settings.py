"""The settings of the service: the address of the store, and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from affray.core.problems import InvalidDataError, Problem

PREFIX = "AFFRAY_"
"""The prefix of a setting's environment variable, such as AFFRAY_MAX_FIGHTS."""


@dataclass(frozen=True)
class Settings:
    """The settings of a service. Zero switches a limit off."""

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
    """Addresses or networks of proxies that are trusted to say where a request comes from."""
    host_names: tuple[str, ...] = ()
    """Names under which browsers may reach the service, beside `public_address`, IP addresses and
    names of local networks; `*` allows every name."""
    metrics: str = ""
    """Where Prometheus finds metrics, as ADDRESS:PORT; nowhere if empty."""

    public_address: str = ""
    """The address at which other machines reach the page, such as http://192.168.1.20:8000. If it
    is empty, the address in the browser is used."""

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
    """Lines of the chat that one role sends."""
    code_tries_per_minute: float = 20.0
    """Codes that one address tries."""
    expire_days: float = 0.0
    """Fights are deleted after this many days without a new line in the journal."""
    max_fights: int = 0
    """The largest number of stored fights; beyond it, the oldest are deleted."""

    # --- rooms and streams ---
    room_bytes: int = 256_000_000
    """Approximate memory for open fights; beyond it, the least recently used are closed."""
    room_idle_seconds: float = 900.0
    """Seconds without use after which an open fight is closed."""
    stream_limit: int = 4_000
    """Pages that listen at once."""
    link_stream_limit: int = 1_500
    """Pages that listen with one link at once."""
    address_stream_limit: int = 200
    """Pages that listen from one address at once."""
    heartbeat_seconds: float = 15.0
    """Seconds between two heartbeats of a stream."""
    silent_seconds: float = 20.0
    """Seconds after which a connection is closed whose other end acknowledges nothing. A person who
    left the network is shown as gone at most this time and a heartbeat later."""

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
    """Processes that one simulation or study uses; 0 is one for each core."""
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
    """Seconds without a sign of life after which other servers take over a server's unfinished
    fights."""


def settings_from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in environment variables, by name.

    AFFRAY_MAX_FIGHTS sets `max_fights`. Raise InvalidDataError for a value of the wrong type, and
    for a name that is close to a setting's name.
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
    """Convert a text to a setting's value of the default's type; raise ValueError."""
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, str):
        return text
    value = type(default)(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value
