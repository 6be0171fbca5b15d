"""Pictures of matches and evenings that players share."""

from alembic import op

revision: str = "1024"
down_revision: str | None = "1023"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE pictures (
            match_id UUID NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            told JSONB,
            made_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            taken_back_at TIMESTAMP WITH TIME ZONE,
            CONSTRAINT pk_pictures PRIMARY KEY (match_id, kind),
            CONSTRAINT uq_pictures_key UNIQUE (key),
            CONSTRAINT ck_pictures_kind CHECK (kind IN ('match', 'evening')),
            CONSTRAINT ck_pictures_key_has_22_characters CHECK (char_length(key) = 22),
            CONSTRAINT ck_pictures_taken_back_keeps_nothing
                CHECK ((taken_back_at IS NULL) = (told IS NOT NULL)),
            CONSTRAINT fk_pictures_match_id FOREIGN KEY (match_id) REFERENCES matches (id)
                ON DELETE CASCADE
        )
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
