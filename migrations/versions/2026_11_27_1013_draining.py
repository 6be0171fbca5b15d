"""The processes that give their tables to the others."""

from alembic import op

revision: str = "1013"
down_revision: str | None = "1012"


def upgrade() -> None:
    op.execute("ALTER TABLE processes ADD COLUMN draining BOOLEAN DEFAULT false NOT NULL")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
