"""The state of each process in its own words, for administrators."""

from alembic import op

revision: str = "1014"
down_revision: str | None = "1013"


def upgrade() -> None:
    op.execute("ALTER TABLE processes ADD COLUMN told JSONB DEFAULT '{}'::jsonb NOT NULL")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
