"""The lessons that a person has learned."""

from alembic import op

revision: str = "1017"
down_revision: str | None = "1016"


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN learned TEXT[] NOT NULL DEFAULT '{}'")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
