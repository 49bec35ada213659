"""The three tables of the store, the same on SQLite and PostgreSQL."""

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
)
"""A fight's beginning. A row here never changes."""

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

links = Table(
    "links",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("fight", String(32), ForeignKey("fights.id"), nullable=False),
    Column("role", String(20), nullable=False),
    Index("links_by_fight", "fight"),
)
"""Secret links, as the SHA-256 of each; the secrets themselves are never kept."""
