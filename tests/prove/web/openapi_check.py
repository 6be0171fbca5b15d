"""Requests made from the OpenAPI description, with and without a login. T22, T34."""

from typing import Any, Final

import httpx2
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import Failure, FailureGroup

WANTED: Final = ("not_a_server_error", "status_code_conformance", "response_schema_conformance")
SPARED: Final = ("/account/logout", "/account/logout-everywhere", "/account/delete")
"""Routes that end the login; they are asked without one only."""
MAY_BE_AWAY: Final = "/readyz"
"""Its 503 is an answer: the database of a test is not written through to the disk."""


def asked(base_url: str, number: int, first: int, cookie: str = "") -> tuple[int, list[str]]:
    """Sends valid and invalid requests to every address; their number, and the faults.

    Each address gets up to `number` of either kind, with and without the cookie.
    """
    load_all_checks()
    checks = CHECKS.get_by_names(WANTED)
    faults: list[str] = []
    count = 0
    with httpx2.Client(
        base_url=base_url, timeout=60, headers={"Origin": base_url, "Accept": "application/json"}
    ) as client:
        schema = schemathesis.openapi.from_dict(without_pairs(client.get("/openapi.json").json()))
        schema.config.update(base_url=base_url)
        for found in schema.get_all_operations():
            operation = found.ok()  # type: ignore[union-attr]  # raises where an address is described wrongly
            cookies = ("",) if operation.path in SPARED or not cookie else ("", cookie)
            wrong = [GenerationMode.NEGATIVE] if len(operation.body) or len(operation.query) else []
            for mode in (GenerationMode.POSITIVE, *wrong):  # any text may stand in a path

                @seed(first)
                @settings(
                    max_examples=number, deadline=None, database=None, phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )  # fmt: skip
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: Any) -> None:
                    nonlocal count
                    sent = dict(case.as_transport_kwargs(base_url=base_url))
                    sent = {
                        name: sent[name]
                        for name in ("method", "url", "params", "json", "data", "files")
                        if sent.get(name) is not None
                    }
                    more = {
                        name: value
                        for name, value in dict(case.headers or {}).items()
                        if name.lower() not in ("cookie", "origin")
                    }
                    for login in cookies:  # noqa: B023  called before the next round
                        client.cookies.clear()
                        try:
                            answer = client.request(**sent, headers={**more, "Cookie": login})
                        except (httpx2.InvalidURL, UnicodeEncodeError, ValueError, TypeError):
                            return  # nothing that could be sent at all
                        count += 1
                        try:
                            case.validate_response(answer, checks=checks)
                        except (FailureGroup, Failure) as failure:
                            if case.path != MAY_BE_AWAY or answer.status_code != 503:
                                faults.append(
                                    f"{case.method} {case.path}: {answer.status_code}: "
                                    f"{str(failure)[:300]!r}"
                                )

                try:
                    ask()
                except Exception as error:
                    if type(error).__name__ not in ("Unsatisfiable", "SkipTest", "Skipped"):
                        raise  # nothing is wrong about an address that takes nothing
    return count, faults


def without_pairs(schema: Any) -> Any:
    """The schema with `items` for uniform `prefixItems`, which schemathesis 4.32 cannot send."""
    match schema:
        case {"prefixItems": [first, *rest], **more} if all(each == first for each in rest):
            return {**more, "items": without_pairs(first)}
        case dict():
            return {name: without_pairs(value) for name, value in schema.items()}
        case list():
            return [without_pairs(value) for value in schema]
        case _:
            return schema
