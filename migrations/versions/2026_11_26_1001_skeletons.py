"""Skeletons by the whole of Unicode's table of look-alikes.

A member whose new skeleton another member has keeps the old one, and the name; see
app/store/people/accounts.py.
"""

import sqlalchemy as sa
from alembic import op

from app.text.lookalikes import skeleton

revision: str = "1001"
down_revision: str | None = "1000"

_BEYOND_ASCII = sa.text(
    "SELECT id, name FROM accounts WHERE kind = 'member' AND name ~ '[^ -~]' ORDER BY created_at"
)
_UPDATE = sa.text(
    "UPDATE accounts SET skeleton = :new WHERE id = :id AND skeleton <> :new AND NOT EXISTS"
    " (SELECT FROM accounts AS others WHERE others.skeleton = :new AND others.kind = 'member')"
)


def upgrade() -> None:
    db = op.get_bind()
    for account, name in db.execute(_BEYOND_ASCII).all():
        db.execute(_UPDATE, {"id": account, "new": skeleton(name)})


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
