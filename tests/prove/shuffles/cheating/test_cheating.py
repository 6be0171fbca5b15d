"""Each attack on the shuffle once, beside the same match of an honest server; honest crashes."""

from collections.abc import Iterator

import pytest

from tests.prove.shuffles.cheating.all_attacks import ATTACKS
from tests.prove.shuffles.cheating.honest_crashes import crashed
from tests.prove.shuffles.cheating.pages import PageProcess, searched
from tests.prove.shuffles.cheating.proof import FOOLED
from tests.prove.shuffles.cheating.trial import complaints


@pytest.fixture(scope="module")
def pages() -> Iterator[PageProcess]:
    with PageProcess() as process:
        yield process


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_noticed_where_the_table_says_so(pages: PageProcess, name: str) -> None:
    assert list(complaints(pages, ATTACKS[name], "1")) == []


@pytest.mark.parametrize("seed", range(30))
def test_honest_trouble_accuses_nobody(pages: PageProcess, seed: int) -> None:
    suffered = crashed(pages, f"crash {seed}")
    assert suffered.accusations == []
    assert suffered.troubles > 0


def test_no_order_can_be_chosen_while_a_page_shows_nothing() -> None:
    tried = searched(6, "1")
    assert tried["faults"] == []
    assert tried["most"] == 1
    assert tried["checked"] > 0, "some deals were as an honest server's"


@pytest.mark.parametrize("plant", FOOLED)
def test_a_way_to_fool_a_page_is_found_once_it_is_put_back(plant: str) -> None:
    assert any(searched(30, f"{seed}", plant)["faults"] for seed in range(3))
