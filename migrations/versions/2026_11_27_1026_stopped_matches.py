"""Stopped matches by game: few, and an administrator looks for those of one game."""

from alembic import op

revision: str = "1026"
down_revision: str | None = "1025"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_matches_stopped")
        op.execute(
            "CREATE INDEX CONCURRENTLY ix_matches_stopped"
            " ON matches (game, started_at, id) WHERE state = 'stopped'"
        )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
