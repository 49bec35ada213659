"""The tables of the store, for SQLite and PostgreSQL."""

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
"""The beginnings of fights. A row never changes; it is deleted when the fight expires."""

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
"""The journals. The key of fight and number lets only one of two simultaneous answers succeed."""

log_entries = Table(
    "log_entries",
    metadata,
    Column("fight", String(32), ForeignKey("fights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""The log for the journal's lines up to this number, as JSON: [[at, round, kind, text], …].

It is read if the tape can no longer be played, because the rules have changed."""

links = Table(
    "links",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("fight", String(32), ForeignKey("fights.id"), nullable=False),
    Column("role", String(20), nullable=False),
    Index("links_by_fight", "fight"),
)
"""Secret links, as SHA-256 digests; the secrets themselves are never stored."""

join_codes = Table(
    "join_codes",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("fight", String(32), ForeignKey("fights.id"), nullable=False, unique=True),
)
"""The short codes with which people join fights while their tables are open."""

unfinished = Table(
    "unfinished",
    metadata,
    Column("fight", String(32), ForeignKey("fights.id"), primary_key=True),
    Column("server", String(32), nullable=False),
    Column("lease_until", Float, nullable=False),
)
"""Fights that wait for no person, with the server that plays them on. When its lease has run out,
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
"""Jobs by the SHA-256 of their secret id, so that every server can report on them."""

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""The time of each server's last write test."""
