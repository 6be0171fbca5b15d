"""Matches without a secret: their shuffles have no proof, and nobody says that they have one."""

from alembic import op

revision: str = "1700"
down_revision: str | None = "1000"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.execute("ALTER TABLE matches ALTER COLUMN secret DROP NOT NULL")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
