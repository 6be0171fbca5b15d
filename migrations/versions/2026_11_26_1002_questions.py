"""The question of the coming shuffle, beside its match."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "1002"
down_revision: str | None = "1001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("question", JSONB(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
