"""A second, plain evaluator, written from section 4.7 of the rules; it shares only card codes.

It tries every five cards in every order, every letter for a wild card, and compares lists of ranks.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from app.games.scroker.cards import Card
from app.games.scroker.claims import HandRules

ORDER = (
    "li:C D E J K M N O S V X Y Z|le:A B F H I L N P Q R S T W|ch:E1 O1 U1 A2 I2 O2 A3 E3 I3 E4 O4 "
    "A5 E5|an:A D E G I L M N O R S T U"
)
RANK = {
    f"{row[:2]}:{face}": number
    for number, (row, face) in enumerate(
        (row, face) for row in ORDER.split("|") for face in row[3:].split()
    )
}
VALUE = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 4, (3, 2): 5, (5,): 7}
Key = tuple[int, int, int, list[int]]


def best_key(cards: Sequence[Card], rules: HandRules, words: frozenset[str]) -> Key:
    """The best key (category, natural, peppers, ranks) of any five of the cards."""
    spelled = {
        subset: _words([str(card) for card in subset], rules, words)
        for size in range(2, 6)
        for subset in combinations(cards, size)
    }
    keys = []
    for five in combinations(cards, 5):
        keys += list(_keys(five, rules, spelled))
    return max(keys)


def _keys(
    five: tuple[Card, ...], rules: HandRules, spelled: dict[tuple[Card, ...], list[Any]]
) -> Iterator[Key]:
    codes = [str(card) for card in five]
    ranked = [code for code in codes if code[:2] != "sc"]
    yield 0, 1, _peppers(ranked, rules), _ranks(ranked, rules)
    for count in range(6):
        for wilds in combinations([code for code in codes if _wild(code, rules)], count):
            faces = [code for code in codes if code not in wilds]
            if faces and len({code[:2] for code in faces}) == 1 and faces[0][:2] != "sc":
                yield 6, int(not wilds), _peppers(faces, rules), _ranks(faces, rules)
    inside = [
        (subset, word)
        for subset, found in spelled.items()
        if set(subset) <= set(five)
        for word in found
    ]
    for subset, (natural, eligible, faces) in inside:
        flies = len(subset) == 5 and "an:U" in faces
        yield (
            8 if flies else VALUE[len(subset),],
            natural,
            _peppers(faces + _rest(codes, subset, rules), rules),
            _ranks(eligible, rules),
        )
    for (one, word), (other, second) in combinations(inside, 2):
        lengths = tuple(sorted((len(one), len(other)), reverse=True))
        if lengths in ((2, 2), (3, 2)) and not set(one) & set(other):
            both = word[1] + second[1]
            yield (
                VALUE[lengths],
                min(word[0], second[0]),
                _peppers(word[2] + second[2] + _rest(codes, one + other, rules), rules),
                _ranks(both, rules),
            )


def _words(
    codes: list[str], rules: HandRules, words: frozenset[str]
) -> list[tuple[int, list[str], list[str]]]:
    """(natural, eligible, at face value) for each use of the wild cards that gives a word."""
    found = []
    for uses in product(*([False, True] if _wild(code, rules) else [False] for code in codes)):
        faces = [code for code, used in zip(codes, uses, strict=True) if not used]
        if any(code[:2] == "sc" for code in faces):
            continue
        suits = {code[:2] for code in faces}
        chilis = [code for code in faces if code[:2] == "ch"]
        sour = bool(suits & {"le", "li"})
        if "an" in suits and len(suits) > 1:
            continue
        if {"le", "li"} <= suits and not rules.mix_juice:
            continue
        if sour and len(chilis) > rules.hot_n_sour:
            continue
        if not _spells(codes, uses, words):
            continue
        natural = not any(uses) and not (sour and chilis)
        found.append(
            (int(natural), [code for code in faces if not (sour and code in chilis)], faces)
        )
    return found


def _spells(codes: list[str], uses: tuple[bool, ...], words: frozenset[str]) -> bool:
    fixed = sorted(code[3] for code, used in zip(codes, uses, strict=True) if not used)
    if not any(uses):
        return any("".join(order) in words for order in permutations(fixed))
    return any(_covers(word, fixed) for word in words if len(word) == len(codes))


def _covers(word: str, fixed: list[str]) -> bool:
    left = list(word)
    for letter in fixed:
        if letter not in left:
            return False
        left.remove(letter)
    return True


def _rest(codes: list[str], used: tuple[Card, ...], rules: HandRules) -> list[str]:
    """The other cards of the five, where the peppers of the whole hand count."""
    return [code for code in codes if code not in used] if rules.hot == "hand" else []


def _wild(code: str, rules: HandRules) -> bool:
    return code[:2] == "sc" or code in rules.wild


def _peppers(codes: list[str], rules: HandRules) -> int:
    return sum(int(code[4]) for code in codes if code[:2] == "ch") if rules.hot else 0


def _ranks(codes: list[str], rules: HandRules) -> list[int]:
    return sorted((RANK[code] + 100 * (code in rules.ruling) for code in codes), reverse=True)
