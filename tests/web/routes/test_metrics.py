"""The numbers for operators: who may read them, what they count, and what is made of them."""

import json
import re
from collections.abc import Iterator

import httpx2
import pytest

from app.settings import ROOT
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import ANSWER_SECONDS

TOKEN = "0123456789abcdefghijklmnop"
ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}
"""As a proxy tells of a visitor from elsewhere."""
HOSTING = ROOT / "docs/hosting"
METRIC = re.compile(r"\b((?:pecking_order|process)_[a-z_]+)\b")


@pytest.fixture(scope="module")
def scraped_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server whose numbers may be read from elsewhere."""
    with new_server(PECKING_ORDER_METRICS_TOKEN=TOKEN) as server:
        yield server


def scrape(server: ServerProcess, *authorization: str) -> httpx2.Response:
    """The answer to a scraper on another machine."""
    headers = [*ELSEWHERE.items(), *(("Authorization", value) for value in authorization)]
    return httpx2.get(f"{server.base_url}/metrics", headers=headers, timeout=ANSWER_SECONDS)


def families(text: str) -> dict[str, str]:
    """Each metric's type, by its name."""
    return dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))


def queryable(text: str) -> set[str]:
    """The names that a query may use."""
    found = set[str]()
    for name, kind in families(text).items():
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        found |= {f"{name}{end}" for end in ends}
    return found


def value(text: str, sample: str) -> float:
    """The value of one sample; 0 where it is missing."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_the_operators_token_reads_the_numbers_from_elsewhere(
    scraped_server: ServerProcess,
) -> None:
    for authorization in (f"Bearer {TOKEN}", f"bearer  {TOKEN}"):
        answer = scrape(scraped_server, authorization)
        assert answer.status_code == 200
        assert "pecking_order_tables" in answer.text
        assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "authorization",
    [
        (),
        ("Bearer",),
        ("Bearer wrong",),
        (f"Bearer {TOKEN}x",),
        (f"Bearer {TOKEN[:-1]}",),
        (f"Basic {TOKEN}",),
        (TOKEN,),
        (f"Bearer {TOKEN}", f"Bearer {TOKEN}"),
        ("Bearer ümläüt",),
    ],
)
def test_without_the_token_nobody_elsewhere_reads_them(
    scraped_server: ServerProcess, authorization: tuple[str, ...]
) -> None:
    headers = [(b"x-forwarded-for", b"203.0.113.7")]
    headers += [(b"authorization", value.encode()) for value in authorization]
    answer = httpx2.get(
        f"{scraped_server.base_url}/metrics", headers=headers, timeout=ANSWER_SECONDS
    )
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "pecking_order" not in answer.text


def test_where_no_token_is_set_there_is_nothing_elsewhere(web_server: ServerProcess) -> None:
    assert scrape(web_server, f"Bearer {TOKEN}").status_code == 404
    assert scrape(web_server, "Bearer x").status_code == 404


def test_this_machine_needs_no_token(scraped_server: ServerProcess) -> None:
    answer = httpx2.get(f"{scraped_server.base_url}/metrics", timeout=ANSWER_SECONDS)
    assert answer.status_code == 200


def test_pages_are_counted_and_timed_by_route_and_name_nobody(visitor: NewVisitor) -> None:
    person = visitor()
    room = person.open_room("Countedperson")
    person.get(f"/table/{room}")
    person.get("/nothing/here")
    person.get("/static/css/base.css")
    person.http.get("/", headers=[("Host", "evil.example")])
    text = person.get("/metrics").text
    for sample in (
        'pecking_order_pages_total{route="/table/{room}",status="200"}',
        'pecking_order_pages_total{route="none",status="404"}',
        'pecking_order_pages_total{route="none",status="421"}',
        'pecking_order_pages_total{route="/static/",status="200"}',
        'pecking_order_page_seconds_count{route="/table/{room}"}',
    ):
        assert value(text, sample) >= 1, sample
    assert room not in text
    assert "Countedperson" not in text
    assert "/nothing" not in text


def test_an_entry_takes_part_in_one_bucket_and_all_above(visitor: NewVisitor) -> None:
    person = visitor()
    person.get("/healthz")
    text = person.get("/metrics").text
    counts = [
        float(count)
        for count in re.findall(
            r'^pecking_order_page_seconds_bucket\{le="[^"]+",route="/healthz"\} (\S+)$',
            text,
            re.MULTILINE,
        )
    ]
    assert len(counts) == 11
    assert counts == sorted(counts)
    assert counts[-1] == value(text, 'pecking_order_page_seconds_count{route="/healthz"}')


def test_logins_are_counted_by_result(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Countedlogin")
    before = person.get("/metrics").text
    person.post("/login", {"name": "Countedlogin", "password": "wrong wrong"})
    person.post("/login", {"name": "Nobodyatall", "password": "wrong wrong"})
    after = person.get("/metrics").text
    failed = 'pecking_order_logins_total{result="failed"}'
    assert value(after, failed) - value(before, failed) == 2
    assert value(after, 'pecking_order_logins_total{result="ok"}') >= 0


def test_the_machine_is_measured(scraped_server: ServerProcess) -> None:
    text = scrape(scraped_server, f"Bearer {TOKEN}").text
    assert value(text, "process_resident_memory_bytes") > 20e6
    assert value(text, "pecking_order_tasks") >= 4, "its own three, and the request"
    assert 5 < value(text, "process_open_fds") <= value(text, "process_max_fds")
    assert value(text, 'pecking_order_pool_limit{pool="orm"}') == 15
    for state in ("used", "idle"):
        sample = f'pecking_order_pool_connections{{pool="orm",state="{state}"}}'
        assert 0 <= value(text, sample) <= 15
        assert sample in text


# -- what is made of them


def dashboard_queries() -> list[str]:
    made = json.loads((HOSTING / "grafana-dashboard.json").read_text())
    return [target["expr"] for panel in made["panels"] for target in panel["targets"]]


def alerts() -> list[str]:
    """The text of each rule."""
    return (HOSTING / "alerts.yml").read_text().split("- alert: ")[1:]


def test_every_metric_that_the_dashboard_and_the_alerts_name_is_there(
    scraped_server: ServerProcess,
) -> None:
    known = queryable(scrape(scraped_server, f"Bearer {TOKEN}").text)
    queries = [*dashboard_queries(), *(rule.partition("labels:")[0] for rule in alerts())]
    named = {name for query in queries for name in METRIC.findall(query)}
    assert len(named) > 15
    assert named - known == set()


def test_every_metric_of_ours_has_a_reader(scraped_server: ServerProcess) -> None:
    ours = {
        name
        for name in families(scrape(scraped_server, f"Bearer {TOKEN}").text)
        if name.startswith("pecking_order") and not name.endswith("_created")
    }
    page = (ROOT / "docs/hosting.md").read_text()
    shown = " ".join((*dashboard_queries(), *alerts(), page))
    of_bench_and_proof = {"pecking_order_commits_total", "pecking_order_job_failures_total"}
    assert {name for name in ours - of_bench_and_proof if name not in shown} == set()


def test_an_alert_says_what_happened_and_what_to_do() -> None:
    assert len(alerts()) >= 10
    for rule in alerts():
        for part in ("expr: ", "labels: {severity: ", "summary: ", "action: "):
            assert rule.count(part) == 1, rule


def test_a_histogram_is_queried_by_its_parts() -> None:
    text = "# TYPE pecking_order_page_seconds histogram\n# TYPE process_open_fds gauge\n"
    assert queryable(text) == {
        "pecking_order_page_seconds_bucket",
        "pecking_order_page_seconds_sum",
        "pecking_order_page_seconds_count",
        "process_open_fds",
    }
