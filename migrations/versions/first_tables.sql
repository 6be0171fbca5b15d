CREATE TABLE accounts (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    skeleton TEXT NOT NULL,
    kind TEXT NOT NULL,
    password_hash TEXT,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    suspended_until TIMESTAMP WITH TIME ZONE,
    suspension_reason TEXT,
    portrait TEXT DEFAULT '' NOT NULL,
    role TEXT DEFAULT '' NOT NULL,
    learned TEXT[] DEFAULT '{}' NOT NULL,
    CONSTRAINT pk_accounts PRIMARY KEY (id),
    CONSTRAINT ck_accounts_id_has_22_characters CHECK (char_length(id) = 22),
    CONSTRAINT ck_accounts_kind CHECK (kind IN ('guest', 'member', 'gone')),
    CONSTRAINT ck_accounts_only_members_have_passwords
        CHECK ((kind = 'member') = (password_hash IS NOT NULL)),
    CONSTRAINT ck_accounts_suspension_has_a_reason
        CHECK (suspended_until IS NULL OR suspension_reason IS NOT NULL),
    CONSTRAINT ck_accounts_portrait_is_a_code CHECK (portrait ~ '^([a-z][0-9][0-9]s?)?$'),
    CONSTRAINT ck_accounts_role
        CHECK (role = '' OR kind = 'member' AND role IN ('moderator', 'administrator'))
);

CREATE INDEX ix_accounts_created_at ON accounts (created_at);
CREATE INDEX ix_accounts_name ON accounts USING gin (name gin_trgm_ops);
CREATE INDEX ix_accounts_suspended ON accounts (created_at) WHERE suspension_reason IS NOT NULL;
CREATE UNIQUE INDEX uq_accounts_skeleton_of_members ON accounts (skeleton) WHERE kind = 'member';

CREATE TABLE audit_trims (
    number BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    trimmed_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_audit_trims PRIMARY KEY (number),
    CONSTRAINT ck_audit_trims_hash_has_32_bytes CHECK (octet_length(hash) = 32)
);

CREATE TABLE retention_runs (
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed JSONB NOT NULL,
    CONSTRAINT pk_retention_runs PRIMARY KEY (started_at),
    CONSTRAINT ck_retention_runs_in_order CHECK (finished_at >= started_at)
);

CREATE TABLE rooms (
    id TEXT NOT NULL,
    code TEXT NOT NULL,
    live BOOLEAN DEFAULT true NOT NULL,
    secret TEXT NOT NULL,
    game TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    stage TEXT NOT NULL,
    match_id UUID,
    people TEXT[] NOT NULL,
    state JSONB NOT NULL,
    state_version INTEGER NOT NULL,
    epoch INTEGER DEFAULT 1 NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    owner INTEGER,
    CONSTRAINT pk_rooms PRIMARY KEY (id),
    CONSTRAINT ck_rooms_id_has_22_characters CHECK (char_length(id) = 22),
    CONSTRAINT ck_rooms_stage CHECK (stage IN ('gathering', 'playing')),
    CONSTRAINT ck_rooms_versions CHECK (epoch >= 1 AND state_version >= 1),
    CONSTRAINT uq_rooms_secret UNIQUE (secret)
);

CREATE INDEX ix_rooms_match_id ON rooms (match_id);
CREATE INDEX ix_rooms_people ON rooms USING gin (people);
CREATE UNIQUE INDEX uq_rooms_code_of_live ON rooms (code) WHERE live;
CREATE INDEX ix_rooms_owner ON rooms (owner) WHERE owner IS NOT NULL;

CREATE TABLE audit_log (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    done_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    admin_id TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL,
    hash BYTEA NOT NULL,
    CONSTRAINT pk_audit_log PRIMARY KEY (number),
    CONSTRAINT ck_audit_log_hash_has_32_bytes CHECK (octet_length(hash) = 32),
    CONSTRAINT fk_audit_log_admin_id FOREIGN KEY(admin_id) REFERENCES accounts (id)
);

CREATE INDEX ix_audit_log_admin_id ON audit_log (admin_id, number);
CREATE INDEX ix_audit_log_done_at ON audit_log (done_at);
CREATE INDEX ix_audit_log_subject_done_at ON audit_log (subject, done_at);

CREATE TABLE chat_lines (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    room_id TEXT NOT NULL,
    account_id TEXT,
    name TEXT,
    text TEXT,
    said_at TIMESTAMP WITH TIME ZONE NOT NULL,
    about TEXT[],
    code TEXT,
    arguments JSONB,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_chat_lines PRIMARY KEY (number),
    CONSTRAINT ck_chat_lines_person_or_code
        CHECK (num_nulls(account_id, name, text) = 0 AND num_nonnulls(code, about, arguments) = 0 OR num_nonnulls(account_id, name, text) = 0 AND num_nulls(code, about, arguments) = 0),
    CONSTRAINT fk_chat_lines_room_id FOREIGN KEY(room_id) REFERENCES rooms (id)
);

CREATE INDEX ix_chat_lines_about ON chat_lines USING gin (about);
CREATE INDEX ix_chat_lines_account_id ON chat_lines (account_id);
CREATE INDEX ix_chat_lines_room_id_number ON chat_lines (room_id, number);

CREATE TABLE lifted_waits (
    account_id TEXT NOT NULL,
    lifted_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_lifted_waits PRIMARY KEY (account_id),
    CONSTRAINT fk_lifted_waits_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);

CREATE TABLE matches (
    id UUID NOT NULL,
    room_id TEXT NOT NULL,
    code TEXT NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options JSONB NOT NULL,
    seats INTEGER NOT NULL,
    ranked BOOLEAN NOT NULL,
    state TEXT DEFAULT 'running' NOT NULL,
    epoch INTEGER DEFAULT 1 NOT NULL,
    ply INTEGER DEFAULT 0 NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    outcome JSONB,
    stop_reason TEXT,
    void_reason TEXT,
    secret BYTEA,
    month DATE
        GENERATED ALWAYS AS (date_trunc('month', started_at AT TIME ZONE 'UTC')::date)
        STORED NOT NULL,
    archived_at TIMESTAMP WITH TIME ZONE,
    archived_hash BYTEA,
    question JSONB,
    CONSTRAINT pk_matches PRIMARY KEY (id),
    CONSTRAINT ck_matches_state CHECK (state IN ('running', 'finished', 'stopped', 'voided')),
    CONSTRAINT ck_matches_fence CHECK (ply >= 0 AND epoch >= 1),
    CONSTRAINT ck_matches_ended_unless_running CHECK ((state = 'running') = (ended_at IS NULL)),
    CONSTRAINT ck_matches_finished_has_an_outcome
        CHECK (state <> 'finished' OR outcome IS NOT NULL),
    CONSTRAINT ck_matches_voided_has_a_reason
        CHECK ((state = 'voided') = (void_reason IS NOT NULL)),
    CONSTRAINT ck_matches_has_seats CHECK (seats > 0),
    CONSTRAINT ck_matches_hash_of_an_archived_match
        CHECK (archived_hash IS NULL OR archived_at IS NOT NULL),
    CONSTRAINT ck_matches_secret_has_32_bytes CHECK (octet_length(secret) = 32),
    CONSTRAINT fk_matches_room_id FOREIGN KEY(room_id) REFERENCES rooms (id)
) WITH (fillfactor = 70);

CREATE INDEX ix_matches_code ON matches (code);
CREATE INDEX ix_matches_game ON matches (game, started_at, id);
CREATE INDEX ix_matches_room_id ON matches (room_id);
CREATE INDEX ix_matches_running ON matches (id) WHERE state = 'running';
CREATE INDEX ix_matches_started_at ON matches (started_at, id);
CREATE INDEX ix_matches_state ON matches (state, started_at, id);
CREATE INDEX ix_matches_voided ON matches (id) WHERE state = 'voided';
CREATE INDEX ix_matches_stopped ON matches (game, started_at, id) WHERE state = 'stopped';

CREATE TABLE password_resets (
    account_id TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_password_resets PRIMARY KEY (account_id),
    CONSTRAINT ck_password_resets_token_hash_has_32_bytes CHECK (octet_length(token_hash) = 32),
    CONSTRAINT fk_password_resets_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_password_resets_token_hash UNIQUE (token_hash)
);

CREATE TABLE ratings (
    game TEXT NOT NULL,
    account_id TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    matches INTEGER NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    ordinal DOUBLE PRECISION GENERATED ALWAYS AS (mu - 3 * sigma) STORED NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (game, account_id),
    CONSTRAINT fk_ratings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);

CREATE INDEX ix_ratings_account_id ON ratings (account_id);
CREATE INDEX ix_ratings_ordinal ON ratings (game, ordinal);

CREATE TABLE sessions (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    last_seen_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    user_agent TEXT NOT NULL,
    CONSTRAINT pk_sessions PRIMARY KEY (id),
    CONSTRAINT ck_sessions_id_has_22_characters CHECK (char_length(id) = 22),
    CONSTRAINT ck_sessions_token_hash_has_32_bytes CHECK (octet_length(token_hash) = 32),
    CONSTRAINT fk_sessions_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT uq_sessions_token_hash UNIQUE (token_hash)
);

CREATE INDEX ix_sessions_account_id ON sessions (account_id);
CREATE INDEX ix_sessions_last_seen_at ON sessions (last_seen_at);

CREATE TABLE totals (
    account_id TEXT NOT NULL,
    game TEXT NOT NULL,
    deals INTEGER DEFAULT 0 NOT NULL,
    best INTEGER DEFAULT 0 NOT NULL,
    last INTEGER DEFAULT 0 NOT NULL,
    salary BIGINT DEFAULT 0 NOT NULL,
    matches INTEGER DEFAULT 0 NOT NULL,
    won INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_totals PRIMARY KEY (account_id, game),
    CONSTRAINT fk_totals_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);

CREATE INDEX ix_totals_best ON totals (game, best);
CREATE INDEX ix_totals_deals ON totals (game, deals);
CREATE INDEX ix_totals_salary ON totals (game, salary);
CREATE INDEX ix_totals_won ON totals (game, won);

CREATE TABLE device_transfers (
    session_id TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    room_id TEXT NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_device_transfers PRIMARY KEY (session_id),
    CONSTRAINT ck_device_transfers_token_hash_has_32_bytes CHECK (octet_length(token_hash) = 32),
    CONSTRAINT fk_device_transfers_session_id FOREIGN KEY(session_id)
        REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT uq_device_transfers_token_hash UNIQUE (token_hash)
);

CREATE INDEX ix_device_transfers_expires_at ON device_transfers (expires_at);

CREATE TABLE entries (
    match_id UUID NOT NULL,
    ply INTEGER NOT NULL,
    month DATE NOT NULL,
    epoch INTEGER NOT NULL,
    seat INTEGER,
    body JSONB NOT NULL,
    command TEXT,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    hash BYTEA NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (match_id, ply, month),
    CONSTRAINT ck_entries_fence CHECK (ply >= 0 AND epoch >= 1),
    CONSTRAINT ck_entries_seat CHECK (seat >= 0),
    CONSTRAINT ck_entries_hash_has_32_bytes CHECK (octet_length(hash) = 32),
    CONSTRAINT ck_entries_type
        CHECK (body ->> 'type' IN ('played', 'shuffled', 'expired', 'reseated', 'last-deal')),
    CONSTRAINT fk_entries_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
) PARTITION BY RANGE (month);

CREATE UNIQUE INDEX uq_entries_match_id_command
    ON entries (match_id, command, month) WHERE command IS NOT NULL;

CREATE TABLE places (
    match_id UUID NOT NULL,
    seat INTEGER NOT NULL,
    account_id TEXT,
    bot TEXT,
    name TEXT NOT NULL,
    finish INTEGER,
    points INTEGER,
    CONSTRAINT pk_places PRIMARY KEY (match_id, seat),
    CONSTRAINT ck_places_person_or_bot CHECK ((account_id IS NULL) <> (bot IS NULL)),
    CONSTRAINT ck_places_seat CHECK (seat >= 0),
    CONSTRAINT ck_places_finish CHECK (finish >= 1),
    CONSTRAINT fk_places_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
    CONSTRAINT fk_places_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);

CREATE INDEX ix_places_account_id ON places (account_id, match_id);
CREATE INDEX ix_places_name ON places USING gin (name gin_trgm_ops);

CREATE TABLE rating_inputs (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    match_id UUID NOT NULL,
    game TEXT NOT NULL,
    ranking JSONB NOT NULL,
    before JSONB,
    counted BOOLEAN DEFAULT false NOT NULL,
    CONSTRAINT pk_rating_inputs PRIMARY KEY (number),
    CONSTRAINT uq_rating_inputs_match_id UNIQUE (match_id),
    CONSTRAINT fk_rating_inputs_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);

CREATE INDEX ix_rating_inputs_game_number ON rating_inputs (game, number);
CREATE INDEX ix_rating_inputs_uncounted ON rating_inputs (game, number) WHERE NOT counted;

CREATE TABLE reports (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    filed_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    accused_id TEXT,
    moment_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    room_id TEXT NOT NULL,
    match_id UUID,
    step INTEGER,
    said TEXT NOT NULL,
    noted TEXT NOT NULL,
    closed_at TIMESTAMP WITH TIME ZONE,
    closed_by TEXT,
    answer TEXT,
    CONSTRAINT pk_reports PRIMARY KEY (number),
    CONSTRAINT ck_reports_kind CHECK (kind IN ('fault', 'people')),
    CONSTRAINT ck_reports_closed_has_an_answer CHECK ((closed_at IS NULL) = (answer IS NULL)),
    CONSTRAINT ck_reports_step_of_a_match CHECK (step IS NULL OR match_id IS NOT NULL),
    CONSTRAINT ck_reports_accused_is_another
        CHECK (accused_id IS NULL OR (kind = 'people' AND accused_id <> account_id)),
    CONSTRAINT fk_reports_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_reports_accused_id FOREIGN KEY(accused_id) REFERENCES accounts (id),
    CONSTRAINT fk_reports_room_id FOREIGN KEY(room_id) REFERENCES rooms (id),
    CONSTRAINT fk_reports_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
    CONSTRAINT fk_reports_closed_by FOREIGN KEY(closed_by) REFERENCES accounts (id)
);

CREATE INDEX ix_reports_account_id ON reports (account_id, number);
CREATE INDEX ix_reports_accused_id ON reports (accused_id);
CREATE INDEX ix_reports_closed_by ON reports (closed_by);
CREATE INDEX ix_reports_match_id ON reports (match_id);
CREATE INDEX ix_reports_open ON reports (number) WHERE closed_at IS NULL;
CREATE INDEX ix_reports_room_id ON reports (room_id);

CREATE TABLE standings (
    match_id UUID NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    account_id TEXT,
    game TEXT NOT NULL,
    rank INTEGER NOT NULL,
    ranked_seats INTEGER NOT NULL,
    points INTEGER NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_standings PRIMARY KEY (match_id, deal, seat),
    CONSTRAINT fk_standings_match_id_seat FOREIGN KEY(match_id, seat)
        REFERENCES places (match_id, seat),
    CONSTRAINT ck_standings_deal CHECK (deal >= 1),
    CONSTRAINT ck_standings_rank_of_a_seat CHECK (rank BETWEEN 1 AND ranked_seats),
    CONSTRAINT fk_standings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);

CREATE INDEX ix_standings_account_id
    ON standings (account_id, game, ended_at, match_id, deal, seat)
    INCLUDE (rank, ranked_seats, points);

CREATE TABLE backups (
    checksum BYTEA NOT NULL,
    taken_at TIMESTAMP WITH TIME ZONE NOT NULL,
    size BIGINT NOT NULL,
    checked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_backups PRIMARY KEY (checksum),
    CONSTRAINT ck_backups_checksum_has_32_bytes CHECK (octet_length(checksum) = 32)
);

CREATE TABLE table_notes (
    account_id TEXT NOT NULL,
    room_id TEXT NOT NULL,
    number BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
    noted_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_table_notes PRIMARY KEY (account_id, room_id),
    CONSTRAINT uq_table_notes_number UNIQUE (number),
    CONSTRAINT fk_table_notes_account_id FOREIGN KEY(account_id)
        REFERENCES accounts (id) ON DELETE CASCADE,
    CONSTRAINT fk_table_notes_room_id FOREIGN KEY(room_id)
        REFERENCES rooms (id) ON DELETE CASCADE
);

CREATE INDEX ix_table_notes_room_id ON table_notes (room_id);

CREATE TABLE event_lines (
    match_id UUID NOT NULL,
    entries INTEGER NOT NULL,
    lines BYTEA NOT NULL,
    CONSTRAINT pk_event_lines PRIMARY KEY (match_id),
    CONSTRAINT fk_event_lines_match_id FOREIGN KEY(match_id)
        REFERENCES matches (id) ON DELETE CASCADE
);

CREATE TABLE mutes (
    account_id TEXT NOT NULL,
    other_id TEXT NOT NULL,
    blocked BOOLEAN NOT NULL,
    since TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_mutes PRIMARY KEY (account_id, other_id),
    CONSTRAINT fk_mutes_account_id FOREIGN KEY(account_id)
        REFERENCES accounts (id) ON DELETE CASCADE,
    CONSTRAINT fk_mutes_other_id FOREIGN KEY(other_id)
        REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE INDEX ix_mutes_other_id ON mutes (other_id);

CREATE TABLE processes (
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    build TEXT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    listed JSONB DEFAULT '[]' NOT NULL,
    draining BOOLEAN DEFAULT false NOT NULL,
    told JSONB DEFAULT '{}' NOT NULL,
    CONSTRAINT pk_processes PRIMARY KEY (number)
);

CREATE TABLE wrong_passwords (
    key BYTEA NOT NULL,
    count INTEGER NOT NULL,
    last_at TIMESTAMP WITH TIME ZONE NOT NULL,
    full_at TIMESTAMP WITH TIME ZONE NOT NULL,
    lifted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_wrong_passwords PRIMARY KEY (key),
    CONSTRAINT ck_wrong_passwords_key_has_32_bytes CHECK (octet_length(key) = 32)
);

CREATE INDEX ix_wrong_passwords_last_at ON wrong_passwords (last_at);

CREATE TABLE news (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    transaction BIGINT DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
    awaits INTEGER[] DEFAULT '{}' NOT NULL,
    noted_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_news PRIMARY KEY (number)
);

CREATE INDEX ix_news_transaction ON news (transaction);
CREATE INDEX ix_news_noted_at ON news (noted_at);

CREATE TABLE notes (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    account_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    read_at TIMESTAMP WITH TIME ZONE,
    until TIMESTAMP WITH TIME ZONE,
    about TEXT,
    skeleton TEXT,
    undone_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_notes PRIMARY KEY (number),
    CONSTRAINT fk_notes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_notes_author_id FOREIGN KEY(author_id) REFERENCES accounts (id)
);

CREATE INDEX ix_notes_account_id ON notes (account_id, number);
CREATE INDEX ix_notes_author_id ON notes (author_id);
CREATE INDEX ix_notes_unread
    ON notes (account_id) WHERE kind IN ('warning', 'name') AND read_at IS NULL;
CREATE INDEX ix_notes_silences
    ON notes (account_id, until) WHERE kind = 'silence' AND undone_at IS NULL;
CREATE INDEX ix_notes_taken_names ON notes (skeleton) WHERE kind = 'name' AND undone_at IS NULL;

CREATE TABLE switches (
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    state JSONB NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_switches PRIMARY KEY (number),
    CONSTRAINT ck_switches_is_the_only_row CHECK (number = 1)
);

CREATE TABLE recovery_codes (
    account_id TEXT NOT NULL,
    code_hash BYTEA NOT NULL,
    made_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_recovery_codes PRIMARY KEY (account_id),
    CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY(account_id)
        REFERENCES accounts (id),
    CONSTRAINT uq_recovery_codes_code_hash UNIQUE (code_hash),
    CONSTRAINT ck_recovery_codes_code_hash_has_32_bytes
        CHECK (octet_length(code_hash) = 32)
);

CREATE TABLE cases (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    kind TEXT NOT NULL,
    account_id TEXT,
    report_number BIGINT,
    about TEXT,
    opened_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    taken_by TEXT,
    taken_until TIMESTAMP WITH TIME ZONE,
    closed_at TIMESTAMP WITH TIME ZONE,
    closed_by TEXT,
    outcome TEXT,
    CONSTRAINT pk_cases PRIMARY KEY (number),
    CONSTRAINT uq_cases_report_number UNIQUE (report_number),
    CONSTRAINT ck_cases_kind CHECK (kind IN ('report', 'name', 'again')),
    CONSTRAINT ck_cases_report_of_its_kind
        CHECK ((kind = 'report') = (report_number IS NOT NULL)),
    CONSTRAINT ck_cases_closed_has_an_outcome
        CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT fk_cases_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_cases_report_number FOREIGN KEY(report_number)
        REFERENCES reports (number) ON DELETE CASCADE,
    CONSTRAINT fk_cases_taken_by FOREIGN KEY(taken_by) REFERENCES accounts (id),
    CONSTRAINT fk_cases_closed_by FOREIGN KEY(closed_by) REFERENCES accounts (id)
);

CREATE INDEX ix_cases_open ON cases (due_at, number) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX uq_cases_open_of_person
    ON cases (account_id, kind) WHERE closed_at IS NULL AND kind <> 'report';
CREATE INDEX ix_cases_account_id ON cases (account_id);
CREATE INDEX ix_cases_closed ON cases (kind, number) WHERE closed_at IS NOT NULL;
CREATE INDEX ix_cases_taken_by ON cases (taken_by) WHERE taken_by IS NOT NULL;
CREATE INDEX ix_cases_closed_by ON cases (closed_by);

CREATE TABLE screens (
    id TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    code TEXT NOT NULL,
    session_id TEXT,
    room_id TEXT,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_screens PRIMARY KEY (id),
    CONSTRAINT uq_screens_token_hash UNIQUE (token_hash),
    CONSTRAINT uq_screens_code UNIQUE (code),
    CONSTRAINT ck_screens_token_hash_has_32_bytes CHECK (octet_length(token_hash) = 32),
    CONSTRAINT ck_screens_allowed_for_a_room
        CHECK ((session_id IS NULL) = (room_id IS NULL)),
    CONSTRAINT fk_screens_session_id FOREIGN KEY(session_id)
        REFERENCES sessions (id) ON DELETE CASCADE
);

CREATE INDEX ix_screens_session_id ON screens (session_id);
CREATE INDEX ix_screens_room_id ON screens (room_id);
CREATE INDEX ix_screens_expires_at ON screens (expires_at);

CREATE TABLE hourly_counts (
    hour TIMESTAMP WITH TIME ZONE NOT NULL,
    people INTEGER NOT NULL,
    tables INTEGER NOT NULL,
    CONSTRAINT pk_hourly_counts PRIMARY KEY (hour),
    CONSTRAINT ck_hourly_counts_no_fewer_than_none CHECK (people >= 0 AND tables >= 0)
);

CREATE TABLE invitations (
    room_id TEXT NOT NULL,
    to_id TEXT NOT NULL,
    from_id TEXT NOT NULL,
    state TEXT DEFAULT 'open' NOT NULL,
    sent_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_invitations PRIMARY KEY (room_id, to_id),
    CONSTRAINT ck_invitations_state
        CHECK (state IN ('open', 'accepted', 'declined', 'void')),
    CONSTRAINT ck_invitations_of_somebody_else CHECK (from_id <> to_id),
    CONSTRAINT fk_invitations_room_id FOREIGN KEY(room_id)
        REFERENCES rooms (id) ON DELETE CASCADE,
    CONSTRAINT fk_invitations_to_id FOREIGN KEY(to_id)
        REFERENCES accounts (id) ON DELETE CASCADE,
    CONSTRAINT fk_invitations_from_id FOREIGN KEY(from_id)
        REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE INDEX ix_invitations_from_id ON invitations (from_id, sent_at);
CREATE INDEX ix_invitations_to_id ON invitations (to_id, sent_at);

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
    CONSTRAINT fk_pictures_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
        ON DELETE CASCADE
);

CREATE TABLE clubs (
    room_id TEXT NOT NULL,
    host_id TEXT NOT NULL,
    name TEXT NOT NULL,
    weekday INTEGER,
    minute INTEGER,
    zone TEXT,
    founded_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_clubs PRIMARY KEY (room_id),
    CONSTRAINT ck_clubs_evening
        CHECK (weekday BETWEEN 0 AND 6 AND minute BETWEEN 0 AND 1439),
    CONSTRAINT ck_clubs_whole_evening CHECK (
        (weekday IS NULL) = (minute IS NULL) AND (weekday IS NULL) = (zone IS NULL)
    ),
    CONSTRAINT fk_clubs_room_id FOREIGN KEY(room_id)
        REFERENCES rooms (id) ON DELETE CASCADE,
    CONSTRAINT fk_clubs_host_id FOREIGN KEY(host_id) REFERENCES accounts (id)
);

CREATE INDEX ix_clubs_host_id ON clubs (host_id);

CREATE TABLE club_members (
    room_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    joined_at TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT pk_club_members PRIMARY KEY (room_id, account_id),
    CONSTRAINT fk_club_members_room_id FOREIGN KEY(room_id)
        REFERENCES clubs (room_id) ON DELETE CASCADE,
    CONSTRAINT fk_club_members_account_id FOREIGN KEY(account_id)
        REFERENCES accounts (id)
);

CREATE INDEX ix_club_members_account_id ON club_members (account_id);

CREATE TABLE slow_rooms (
    room_id TEXT NOT NULL,
    wakes_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_slow_rooms PRIMARY KEY (room_id),
    CONSTRAINT fk_slow_rooms_room_id FOREIGN KEY(room_id)
        REFERENCES rooms (id) ON DELETE CASCADE
);

CREATE INDEX ix_slow_rooms_wakes_at ON slow_rooms (wakes_at);

CREATE TABLE slow_seats (
    room_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    due TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_slow_seats PRIMARY KEY (room_id, account_id),
    CONSTRAINT fk_slow_seats_room_id FOREIGN KEY(room_id)
        REFERENCES slow_rooms (room_id) ON DELETE CASCADE,
    CONSTRAINT fk_slow_seats_account_id FOREIGN KEY(account_id)
        REFERENCES accounts (id)
);

CREATE INDEX ix_slow_seats_account_id ON slow_seats (account_id);

CREATE TABLE push_subscriptions (
    session_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    made_at TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT pk_push_subscriptions PRIMARY KEY (session_id),
    CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint),
    CONSTRAINT ck_push_subscriptions_p256dh_is_a_point CHECK (octet_length(p256dh) = 65),
    CONSTRAINT ck_push_subscriptions_auth_has_16_bytes CHECK (octet_length(auth) = 16),
    CONSTRAINT fk_push_subscriptions_session_id FOREIGN KEY(session_id)
        REFERENCES sessions (id) ON DELETE CASCADE
);

-- No statistics of words that people write: they would outlive those words.
ALTER TABLE accounts
    ALTER COLUMN name SET STATISTICS 0,
    ALTER COLUMN skeleton SET STATISTICS 0,
    ALTER COLUMN suspension_reason SET STATISTICS 0;
ALTER TABLE chat_lines
    ALTER COLUMN name SET STATISTICS 0,
    ALTER COLUMN text SET STATISTICS 0,
    ALTER COLUMN arguments SET STATISTICS 0;
ALTER TABLE places ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE reports
    ALTER COLUMN said SET STATISTICS 0,
    ALTER COLUMN noted SET STATISTICS 0,
    ALTER COLUMN answer SET STATISTICS 0;
ALTER TABLE rooms ALTER COLUMN state SET STATISTICS 0;
ALTER TABLE sessions ALTER COLUMN user_agent SET STATISTICS 0;
