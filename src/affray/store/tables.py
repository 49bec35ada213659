"""The tables of the store, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

fights = Table(
    "fights",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made", Float, nullable=False),
    Column("name", String(200), nullable=False),
    Column("scenario", Text, nullable=False),
    Column("ruleset", String(60), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("seed", String(16), nullable=False),
    Column("players", Text, nullable=False),
    Column("gm", String(60), nullable=False),
    Column("parent", String(32), nullable=True),
    Column("parent_at", Integer, nullable=True),
    Column("seed_chosen", Integer, nullable=False, server_default="0"),
)
"""A fight's beginning. A row here never changes; it is deleted when the fight expires."""

branches_by_parent = Index("fights_by_parent", fights.c.parent)

answers = Table(
    "answers",
    metadata,
    Column("fight", String(32), ForeignKey("fights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("made", Float, nullable=False),
)
"""The journal. Its key, the fight and the number, is what lets one of two answers win."""

log_entries = Table(
    "log_entries",
    metadata,
    Column("fight", String(32), ForeignKey("fights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""What was told for the journal's lines up to this number, as JSON: [[at, round, kind, text], …].

It is read where a tape can no longer be played, because the rules have changed since."""

links = Table(
    "links",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("fight", String(32), ForeignKey("fights.id"), nullable=False),
    Column("role", String(20), nullable=False),
    Index("links_by_fight", "fight"),
)
"""Secret links, as the SHA-256 of each; the secrets themselves are never stored."""

join_codes = Table(
    "join_codes",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("fight", String(32), ForeignKey("fights.id"), nullable=False, unique=True),
)
"""The short code with which somebody joins a fight, as long as its table is open."""

unfinished = Table(
    "unfinished",
    metadata,
    Column("fight", String(32), ForeignKey("fights.id"), primary_key=True),
    Column("server", String(32), nullable=False),
    Column("lease_until", Float, nullable=False),
)
"""Fights that wait for no person, and the server that plays them on. Where its lease has run out,
another server takes over."""

jobs = Table(
    "jobs",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("server", String(32), nullable=False),
    Column("updated", Float, nullable=False),
    Column("stop", Integer, nullable=False, server_default="0"),
    Column("data", Text, nullable=False),
)
"""Jobs by the SHA-256 of their secret id, as any server may be asked for them."""

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""When each server last tried whether it can write."""
