"""The audit log: each line says in plain words who did what to whom, with names beside ids."""

from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match
from tests.web.visitors import Visitor

PASSWORD = "a long enough secret"


def own_id(visitor: Visitor) -> str:
    return visitor.get("/account").text.split("/people/")[1].split('"')[0]


def rows_of(page: str, id_: str) -> list[str]:
    """The rows about that id, newest first."""
    return [row for row in page.split("<tr>")[2:] if id_ in row.split("</tr>")[0]]


def test_an_account_is_named_as_it_is_called_now(visitor: NewVisitor, admin: Visitor) -> None:
    person = visitor()
    person.sign_up("Rowena O'Dea", PASSWORD)
    id_ = own_id(person)
    admin.post(f"/admin/people/{id_}/suspend", {"reason": "Shouting", "until": "2999-01-01"})
    admin.post(f"/admin/people/{id_}/lift", {"reason": "Said sorry"})
    visitor().post("/login", {"name": "Rowena O'Dea", "password": PASSWORD})
    lifted, suspended = rows_of(admin.get("/admin/audit").text, id_)[:2]
    for row, deed in ((lifted, "lifted the suspension of"), (suspended, "suspended")):
        assert f">{deed}</td>" in row
        assert f'<a href="/admin/people/{id_}"><bdi>Rowena O&#39;Dea</bdi></a>' in row
        assert f"{id_[:6]}…" in row
    assert "<bdi>Rowena O&#39;Dea</bdi>" in rows_of(admin.get(f"/admin/people/{id_}").text, id_)[0]


def test_a_deleted_account_is_called_that_and_links_to_no_missing_page(
    visitor: NewVisitor, admin: Visitor
) -> None:
    person = visitor()
    person.sign_up("Shortlived One", PASSWORD)
    id_ = own_id(person)
    admin.post(f"/admin/people/{id_}/suspend", {"reason": "Shouting", "until": "2999-01-01"})
    admin.post(f"/admin/people/{id_}/lift", {"reason": "Said sorry"})
    again = visitor()
    again.post("/login", {"name": "Shortlived One", "password": PASSWORD})
    assert again.post("/account/delete", {"confirm": PASSWORD}).status_code == 303
    assert admin.get(f"/admin/people/{id_}").status_code == 404
    row = rows_of(admin.get("/admin/audit").text, id_)[0]
    assert "a deleted account" in row
    assert f"/admin/people/{id_}" not in row
    assert f"{id_[:6]}…" in row


def test_a_match_is_named_by_game_table_and_day(visitor: NewVisitor, admin: Visitor) -> None:
    scene = finished_match(visitor)
    assert (
        admin.post(f"/admin/matches/{scene.match}/void", {"reason": "Not right"}).status_code == 303
    )
    for page in (
        admin.get("/admin/audit", params={"subject": f"match:{scene.match}"}).text,
        admin.get(f"/admin/matches/{scene.match}").text,
    ):
        row = next(row for row in rows_of(page, scene.match) if ">voided</td>" in row)
        assert f'href="/admin/matches/{scene.match}"' in row
        assert f"table {scene.code}" in row
        assert f"{scene.match[:6]}…" in row
