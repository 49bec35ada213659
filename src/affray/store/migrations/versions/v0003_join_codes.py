"""The short codes with which people join a fight."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "join_codes",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("fight", sa.String(32), sa.ForeignKey("fights.id"), nullable=False, unique=True),
    )
