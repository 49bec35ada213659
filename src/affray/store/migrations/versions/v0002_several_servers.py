"""The tables that several servers share, the log, and the mark of a chosen seed.

Databases from the development of 0.2.0 have some of them already, but no number. Existing tables
and columns stay unchanged.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables, the column and the index that are missing."""
    found = sa.inspect(op.get_bind())
    tables = set(found.get_table_names())
    if "seed_chosen" not in {column["name"] for column in found.get_columns("fights")}:
        op.add_column(
            "fights", sa.Column("seed_chosen", sa.Integer, nullable=False, server_default="0")
        )
    if "fights_by_parent" not in {index["name"] for index in found.get_indexes("fights")}:
        op.create_index("fights_by_parent", "fights", ["parent"])
    if "log_entries" not in tables:
        op.create_table(
            "log_entries",
            sa.Column("fight", sa.String(32), sa.ForeignKey("fights.id"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("text", sa.Text, nullable=False),
        )
    if "unfinished" not in tables:
        op.create_table(
            "unfinished",
            sa.Column("fight", sa.String(32), sa.ForeignKey("fights.id"), primary_key=True),
            sa.Column("server", sa.String(32), nullable=False),
            sa.Column("lease_until", sa.Float, nullable=False),
        )
    if "jobs" not in tables:
        op.create_table(
            "jobs",
            sa.Column("digest", sa.String(64), primary_key=True),
            sa.Column("server", sa.String(32), nullable=False),
            sa.Column("updated", sa.Float, nullable=False),
            sa.Column("stop", sa.Integer, nullable=False, server_default="0"),
            sa.Column("data", sa.Text, nullable=False),
        )
    if "heartbeats" not in tables:
        op.create_table(
            "heartbeats",
            sa.Column("server", sa.String(32), primary_key=True),
            sa.Column("at", sa.Float, nullable=False),
        )
