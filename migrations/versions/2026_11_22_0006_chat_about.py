"""Chat lines of the server say which people they are about, so that one can be erased alone."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("chat_lines", sa.Column("about", ARRAY(sa.Text()), nullable=True))


def downgrade() -> None:
    op.drop_column("chat_lines", "about")
