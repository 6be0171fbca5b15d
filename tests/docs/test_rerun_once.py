"""The second try of browser tests, and its limit for a run (decision 103)."""

from pathlib import Path

import pytest

from tests import rerun_once

pytest_plugins = ["pytester"]

STUMBLES = """
    from pathlib import Path

    import pytest


    @pytest.mark.parametrize("n", range({many}))
    def test_stumbles(n, request):
        been = Path(request.config.rootpath, f"been-{{n}}")
        if not been.exists():
            been.touch()
            raise AssertionError("the first time")
"""


def run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, folder: str, many: int
) -> pytest.RunResult:
    monkeypatch.setattr(rerun_once, "TESTS", pytester.path)
    story = Path(pytester.mkdir(folder), "test_story.py")
    story.write_text(pytester.makepyfile(STUMBLES.format(many=many)).read_text())
    return pytester.runpytest_inprocess("-p", "tests.rerun_once", "-p", "no:schemathesis", story)


def test_a_browser_test_that_failed_once_is_named_with_its_failure(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run(pytester, monkeypatch, "browser", many=rerun_once.MAX_RERUNS)
    assert result.ret == pytest.ExitCode.OK
    result.assert_outcomes(passed=rerun_once.MAX_RERUNS)
    result.stdout.fnmatch_lines(
        [
            f"*failed once: {rerun_once.MAX_RERUNS} *",
            "*browser/test_story.py::test_stumbles*",
            "E*the first time",
            "* rerun *",
        ]
    )


def test_too_many_that_failed_once_fail_the_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run(pytester, monkeypatch, "browser", many=rerun_once.MAX_RERUNS + 1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*so the run has failed*"])


def test_a_test_outside_the_browser_has_one_try(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(pytester, monkeypatch, "rules", many=1).assert_outcomes(failed=1)
