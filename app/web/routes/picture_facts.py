"""The facts of pictures, from stored matches and from accounts as they are now."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.rules.game import AnyGame
from app.store.matches.summaries import MatchSummary, PlaceSummary
from app.store.people.rows import Account
from app.web.pictures import portraits
from app.web.pictures.facts import Course, EveningFacts, PictureFacts, Step
from app.web.replay.marks import mark_of
from app.web.routes.matches import face_elsewhere


def facts_of(
    match: MatchSummary, game: AnyGame, told: Mapping[str, Any], people: Mapping[str, Account]
) -> PictureFacts:
    """`told`: a story with marks in place of names. `people`: accounts by id, as they are now."""
    finished = [place for place in match.places if place.finish is not None]
    finishes = [place.finish for place in finished]
    steps = [
        step_of(place, people, finishes.count(place.finish) > 1)
        for place in sorted(finished, key=lambda place: (place.finish or 0, place.seat))
    ]
    winners = [mark_of(step.seat) for step in steps if step.place == 1]
    rarest = next(iter(told["lines"]), None)
    return PictureFacts(
        game=game.title,
        length=length_of(told["deals"], told["minutes"]),
        head=told["winner"] or f"{' and '.join(winners) or 'Nobody'} on top",
        line=(told["loser"] or "") if rarest is None else rarest["text"],
        rare="" if rarest is None else f"once in {round(rarest['hands'])} hands",
        unit=game.points_name,
        steps=tuple(steps),
        leavers=tuple(
            (place.seat, *public_face(place, people))
            for place in match.places
            if place.finish is None
        ),
    )


def step_of(place: PlaceSummary, people: Mapping[str, Account], shared: bool) -> Step:
    name, portrait = public_face(place, people)
    return Step(name, portrait, place.finish or 0, shared, place.points, place.seat)


def public_face(place: PlaceSummary, people: Mapping[str, Account]) -> tuple[str, str]:
    """The name and the portrait that anybody may see; no name of guests and who wants none."""
    face = face_elsewhere(place, people.get(place.account_id or ""))
    plain = face["id"] == f"seat {place.seat}"
    return "" if plain else place.name, portraits.code_of(face["id"], face["portrait"])


def length_of(deals: int, minutes: int | None) -> str:
    """ "9 deals, 70 minutes"."""
    played = "one deal" if deals == 1 else f"{deals} deals"
    if not minutes:
        return played
    return f"{played}, {'one minute' if minutes == 1 else f'{minutes} minutes'}"


def evening_facts(
    matches: Sequence[MatchSummary], games: Mapping[str, AnyGame], people: Mapping[str, Account]
) -> EveningFacts:
    """`matches`: at least one, oldest first. Each person is drawn as in their last match."""
    orders = list(map(order_of, matches))
    everybody = dict.fromkeys(one for order in reversed(orders) for one in order)
    last = matches[-1].game
    courses = []
    for one in everybody:
        held = [order.get(one) for order in orders]
        name, portrait = public_face([place for place in held if place is not None][-1], people)
        courses.append(
            Course(
                name,
                portrait,
                tuple(list(order).index(one) if one in order else None for order in orders),
                won=sum(place is not None and place.finish == 1 for place in held),
                points=sum(
                    place.points
                    for place, match in zip(held, matches, strict=True)
                    if place is not None and match.game == last
                ),
            )
        )
    titles = dict.fromkeys(games[match.game].title for match in matches)
    return EveningFacts(
        games=f"{matches_in_words(len(matches))}, {' and '.join(titles)}",
        head=evening_head([one.won for one in courses], len(matches)),
        unit=games[last].points_name,
        courses=tuple(courses),
    )


def order_of(match: MatchSummary) -> dict[str, PlaceSummary]:
    """The places by person or bot, best first, as the ledger of the page has them."""
    order: dict[str, PlaceSummary] = {}
    for place in sorted(
        match.places, key=lambda place: (place.finish or len(match.places), -place.points)
    ):
        order.setdefault(place.account_id or f"bot:{place.name}", place)
    return order


def evening_head(won: Sequence[int], matches: int) -> str:
    """The sentence over the lines; `won`: by course."""
    most = max(won, default=0)
    first = [mark_of(course) for course, own in enumerate(won) if own == most]
    if not most:
        return "Nobody won"
    if len(first) == 1:
        return f"{first[0]} won {most} of {matches} matches"
    return f"{', '.join(first[:-1])} and {first[-1]} won {most} each"


def matches_in_words(number: int) -> str:
    return "one match" if number == 1 else f"{number} matches"
