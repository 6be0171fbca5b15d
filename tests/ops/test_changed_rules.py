"""A release with other rules: doctor and the start say which running matches it would stop."""

from app.games import BY_SLUG, GAMES
from app.ops.changed_rules import warning_of
from app.store.database.base import new_id
from tests.conftest import NewDatabase, NewServer, run
from tests.database import execute
from tests.ops.called_command import called


def with_running_matches(url: str, version: int, count: int) -> str:
    room = new_id()
    statements = [
        "SET session_replication_role = replica",
        *(
            "INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked)"
            f" VALUES (gen_random_uuid(), '{room}', 'ABCDE', '{GAMES[0].slug}', {version}, '{{}}',"
            " 3, false)"
            for _ in range(count)
        ),
    ]
    run(execute(url, *statements))
    return url


def test_nothing_is_said_of_matches_by_the_rules_of_today(new_database: NewDatabase) -> None:
    url = with_running_matches(new_database(), GAMES[0].rules_version, 2)
    assert run(warning_of(url, BY_SLUG)) is None


def test_doctor_and_the_start_say_how_many_matches_would_be_stopped(
    new_database: NewDatabase, new_server: NewServer
) -> None:
    url = with_running_matches(new_database(), GAMES[0].rules_version + 7, 3)
    says = f"3 running matches were begun by other rules (3 of {GAMES[0].title})."
    assert says in called("doctor", DATABASE_URL=url).stdout
    with new_server(DATABASE_URL=url) as server:
        assert says in server.logged.read_text()


def test_nothing_is_said_of_an_empty_database(postgres_url: str) -> None:
    assert run(warning_of(postgres_url, BY_SLUG)) is None
