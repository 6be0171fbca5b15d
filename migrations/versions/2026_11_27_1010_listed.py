"""The public tables that each process lists, and the rooms that it gives back at its end."""

from alembic import op

revision: str = "1010"
down_revision: str | None = "1009"


def upgrade() -> None:
    op.execute("ALTER TABLE processes ADD COLUMN listed JSONB DEFAULT '[]'::jsonb NOT NULL")
    op.execute("CREATE INDEX ix_rooms_owner ON rooms (owner) WHERE owner IS NOT NULL")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
