"""The questions and offers of Scum: The Masquerade, and the answers that are legal."""

from collections.abc import Iterator
from itertools import combinations

from app.games.scum_the_masquerade import dealing
from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import hands, hands_of, top
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    AnswerConspiracy,
    AskBoon,
    ChooseExtras,
    Confirm,
    Conspire,
    Demand,
    Hunt,
    Move,
    Pact,
    Pass,
    Play,
    React,
    SeeThrough,
)
from app.games.scum_the_masquerade.politics import (
    boons,
    conspiring,
    hunts,
    market,
    pacts,
    trade_prompts,
    trading,
)
from app.games.scum_the_masquerade.powers import (
    announcing,
    decisions,
    declaring,
    hands_with,
    naming,
    reshaping,
    temptation,
    use_rules,
    uses,
)
from app.games.scum_the_masquerade.powers.effects import effect_on, order_on
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbids
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.state import Asked, Hand, Phase, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.game import Prompt, Seat


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that the table waits for; of a trade the one whose step it is."""
    match public.phase:
        case Phase.DECIDE:
            return public.order[:1]
        case Phase.DECLARE:
            return declaring.awaited(public)
        case Phase.TRADE:
            pairs = (trading.pair_of(public, seat) for seat in public.order)
            asked = {trading.speaker(pair) for pair in pairs if pair is not None}
            return tuple(seat for seat in public.order if seat in asked)
        case Phase.MARKET:
            return market.awaited(public)
        case Phase.PLAY if public.pending is not None:
            return public.pending.may
        case Phase.PLAY if public.asked is Asked.DRAW:
            return ()
        case Phase.PLAY if public.tempted is not None:
            speaker = trading.speaker(public.tempted)
            return () if speaker is None else (speaker,)
        case Phase.INTERVAL:
            return tuple(seat for seat in public.order if seat not in public.confirmed)
        case _:
            return () if public.turn is None else (public.turn,)


def prompts(view: ScumView) -> tuple[Prompt, ...]:
    """The questions and offers to this view's seat, the question first."""
    public, seat, hand = view.public, view.seat, view.private
    if seat is None or hand is None or public.asked is Asked.DRAW:
        return ()
    match public.phase:
        case Phase.DECIDE:
            again = "again-" if any(public.counts) else ""
            key = f"decide-{again}{public.round}"
            decide = Prompt(key, "decide", decisions.SECONDS)
            return (*((decide,) if seat == public.order[0] else ()), *_hunt(public, seat))
        case Phase.DECLARE:
            asked = seat in declaring.awaited(public)
            again = "again-" if any(public.counts) else ""
            prompt = Prompt(f"declare-{again}{public.round}-{seat}", "declare")
            return (*((prompt,) if asked else ()), *_hunt(public, seat))
        case Phase.PACTS:
            return _pact(public, seat, hand)
        case Phase.TRADE:
            return (*trade_prompts.prompts(public, seat, hand), *_conspiracies(public, seat, hand))
        case Phase.MARKET:
            offers = market.prompts(public, seat, hand)
            return (*offers, *_conspiracies(public, seat, hand))
        case Phase.INTERVAL:
            return _interval(public, seat)
        case Phase.PLAY:
            if public.pending is not None:
                return _reaction(public, seat, hand)
            if public.tempted is not None:
                return trade_prompts.prompts(public, seat, hand)
            return (*_turn(public, seat), *_offers(public, seat, hand))
        case _:
            return ()


def _interval(public: Tableau, seat: Seat) -> tuple[Prompt, ...]:
    ready = Prompt(f"interval-{public.round}", "interval")
    extras = Prompt(f"extras-{public.round}", "choose-extras", offer=True)
    asked = () if seat in public.confirmed else (ready,)
    chooses = dealing.may_choose_extras(public, seat)
    return (*asked, *((extras,) if chooses else ()), *_hunt(public, seat))


def _hunt(public: Tableau, seat: Seat) -> tuple[Prompt, ...]:
    coming = public.round + (public.phase is Phase.INTERVAL)
    if not hunts.may_declare(public, seat) or not hunts.prey(public):
        return ()
    return (Prompt(f"hunt-{coming}", "hunt", offer=True),)


def _pact(public: Tableau, seat: Seat, hand: Hand) -> tuple[Prompt, ...]:
    window = pacts.span(public)
    if window is None or hand.pact is not None or not pacts.may_take(public, seat):
        return ()
    return (Prompt(f"pact-{public.round}-{seat}", "pact", within=window.key),)


def _turn(public: Tableau, seat: Seat) -> tuple[Prompt, ...]:
    if public.turn != seat or public.asked is None or public.trick is None:
        return ()
    if public.asked is Asked.BOON:
        key = f"boon-{public.round}-{len(public.boons)}"
        return (Prompt(key, "answer-boon", boons.SECONDS),)
    if public.asked is Asked.NAME:
        return (Prompt(f"turn-{public.turns}", "name-hand", naming.SECONDS),)
    if public.asked is Asked.RESHAPE:
        return (Prompt(f"reshape-{public.round}-{public.uses}", "reshape", reshaping.SECONDS),)
    resting = (
        seat in public.trick.resting
        and public.asked is Asked.FOLLOW
        and effect_on(public, seat, EffectKind.COMMANDED) is None
    )
    return (Prompt(f"turn-{public.turns}", public.asked.value, automatic=resting),)


def _reaction(public: Tableau, seat: Seat, hand: Hand) -> tuple[Prompt, ...]:
    pending = public.pending
    if pending is None or seat not in pending.may or hand.reaction is not None:
        return ()
    key = f"{public.round}-{public.uses}-{seat}"
    through = (Prompt(f"through-{key}", "see-through", offer=True),)
    react = Prompt(f"react-{key}", "react", uses.SECONDS)
    return (react, *(through if announcing.may_see_through(public, seat) else ()))


def _offers(public: Tableau, seat: Seat, hand: Hand) -> Iterator[Prompt]:
    if public.turn == seat:
        if use_rules.may_use(public, seat) and next(use_rules.uses(public, seat), None):
            yield Prompt(f"use-{public.turns}", "use", offer=True)
        if next(hands_with.kinds(public, seat, hand.cards), None) is not None:
            yield Prompt(f"with-{public.turns}", "play-with", offer=True)
        if next(reshaping.plays(public, seat, hand), None) is not None:
            yield Prompt(f"reshaped-{public.turns}", "play-reshaped", offer=True)
    if boons.may_ask(public, seat):
        number = boons.requests(public, seat)
        yield Prompt(f"ask-boon-{public.round}-{seat}-{number}", "ask-boon", offer=True)
    yield from _conspiracies(public, seat, hand)


def _conspiracies(public: Tableau, seat: Seat, hand: Hand) -> Iterator[Prompt]:
    at = f"{public.round}-{seat}"
    if conspiring.partners(public, seat, hand):
        number = conspiring.asked(public, hand, seat)
        yield Prompt(f"conspire-{at}-{number}", "conspire", offer=True)
    for request in conspiring.to_answer(public, seat, hand):
        number = conspiring.asked(public, hand, request.seat)
        key = f"conspiracy-{at}-{number}-{request.seat}"
        yield Prompt(key, "answer-conspiracy", offer=True)


def legal(view: ScumView, prompt: Prompt) -> Iterator[Move]:
    """All legal answers to one of `prompts`, each once; first the one that time makes."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    match prompt.kind:
        case "interval" | "market":
            yield Confirm()
        case "smuggle":
            yield from market.choices(public, seat, hand)
        case "answer-smuggle":
            yield from market.answers(hand, prompt)
        case "choose-extras":
            extra = len(public.extras)
            others = combinations(sorted(public.order), extra)
            yield from map(ChooseExtras, others)
        case "lead" | "follow":
            yield from plays(public, seat, hand.cards)
        case "decide":
            yield from decisions.choices(public)
        case "declare":
            yield from declaring.choices(public, seat)
        case "pact":
            yield from (Pact(False), Pact(True))
        case "hunt":
            yield from map(Hunt, hunts.prey(public))
        case "use":
            yield from use_rules.uses(public, seat)
        case "play-with":
            yield from hands_with.plays(public, seat, hand.cards)
        case "reshape":
            yield from reshaping.choices(public, hand)
        case "play-reshaped":
            yield from reshaping.plays(public, seat, hand)
        case "name-hand":
            yield from naming.choices(view)
        case "see-through":
            yield SeeThrough()
        case "react":
            yield from (React(False), React(True))
        case "answer-boon":
            yield from (AnswerBoon(False), AnswerBoon(True))
        case "ask-boon":
            yield from map(AskBoon, hands(hand.cards, public.packs))
        case "conspire":
            yield from map(Conspire, conspiring.partners(public, seat, hand))
        case "answer-conspiracy":
            asker = conspiring.asker(prompt)
            yield from (AnswerConspiracy(asker, False), AnswerConspiracy(asker, True))
        case _:
            yield from trade_prompts.answers(
                public, temptation.at_hand(public, seat, hand), prompt.kind
            )


def plays(public: Tableau, seat: Seat, cards: tuple[Card, ...]) -> Iterator[Move]:
    """The legal hands without a discipline, and passes; first the one that time makes."""
    laid = best(public)
    if laid is None:
        needed = designated(public)
        found = iter((public.promised,)) if public.promised else hands(cards, public.packs)
        fitting = (one for one in found if needed is None or needed in one)
        yield from (Play(one) for one in fitting if one != public.taken_back)
        return
    order = order_on(public, seat)
    if order is not None and order.kind is EffectKind.AWED:
        yield Pass()
        if order.until:
            yield Pass(rest=True)
        return
    found = hands_of(laid.kind, cards, public.packs)
    higher = (one for one in found if top(one) > laid.top and not forbids(public, top(one)))
    if order is not None:
        yield from _ordered(list(higher), order)
        return
    yield from (Pass(), Pass(rest=True))
    yield from map(Play, higher)


def _ordered(found: list[tuple[Card, ...]], order: Effect) -> Iterator[Move]:
    """The answers to an order to play: a pass only where there is no hand (A19, A32)."""
    if not found:
        yield Pass()
    if order.demand is Demand.NAMED:
        yield Play(order.cards)
        return
    extreme = min if order.demand is Demand.LOWEST else max
    height = extreme(map(top, found), default=0)
    yield from (Play(one) for one in found if order.demand is Demand.ANY or top(one) == height)
