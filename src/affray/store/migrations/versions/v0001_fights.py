"""The tables of Affray 0.1.0: fights, their journals and their links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "fights",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("ruleset", sa.String(60), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("seed", sa.String(16), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("gm", sa.String(60), nullable=False),
        sa.Column("parent", sa.String(32), nullable=True),
        sa.Column("parent_at", sa.Integer, nullable=True),
    )
    op.create_table(
        "answers",
        sa.Column("fight", sa.String(32), sa.ForeignKey("fights.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("fight", sa.String(32), sa.ForeignKey("fights.id"), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
    )
    op.create_index("links_by_fight", "links", ["fight"])
