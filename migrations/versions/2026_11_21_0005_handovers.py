"""Handovers: how a login goes on on another device."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "handovers",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name=op.f("fk_handovers_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_handovers")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_handovers_token_hash")),
    )
    op.create_index(op.f("ix_handovers_ends"), "handovers", ["ends"])


def downgrade() -> None:
    op.drop_table("handovers")
