"""The sentences for players: questions, and what the table waits for. Short, warm, exact."""

from collections.abc import Sequence

from app.games.scum_the_masquerade.cards import RANKS
from app.games.scum_the_masquerade.dealing import SEATS
from app.games.scum_the_masquerade.display_names import (
    TYPE,
    a_card,
    a_hand,
    cards_in_words,
    people,
    ranks_in_words,
    title,
    titled,
)
from app.games.scum_the_masquerade.hands import kind_of, top
from app.games.scum_the_masquerade.moves import Demand
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics import conspiring, market, trading
from app.games.scum_the_masquerade.politics.trade_records import Pair, Talk
from app.games.scum_the_masquerade.powers import announcing, declaring, power_text
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbidden
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.round_end import ended, outcome
from app.games.scum_the_masquerade.state import Asked, Hand, Phase, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.game import Prompt


def config_problem(seats: int, options: Options) -> str | None:
    """A sentence that says why this many people cannot play with these options, or None."""
    if seats in SEATS:
        return None
    return f"This game is for {SEATS[0]} to {SEATS[-1]} players; you are {seats}."


def say_prompt(view: ScumView, prompt: Prompt, names: Sequence[str]) -> str:
    """The question or offer in words."""
    public, seat, hand = view.public, view.seat, view.private or Hand()
    assert seat is not None
    match prompt.kind:
        case "interval":
            rank = title(public, seat)
            now = f"You are {rank} now. " if rank else ""
            return f"{now}Ready for the next round?"
        case "choose-extras":
            extra = len(public.extras)
            cards = "an extra card" if extra == 1 else f"one of the {extra} extra cards"
            return f"Choose who gets {cards} next round. Now: {people(public.extras, names)}."
        case "answer-boon":
            shown = hand.shown[-1]
            what = a_hand(kind_of(shown.cards), top(shown.cards))
            return f"{names[shown.seat]} asks for a boon: to lead first, with {what}. Grant it?"
        case "ask-boon":
            return "Ask for a boon: choose the hand that you would lead first."
        case "conspire":
            return "Conspire: look at each other’s cards, if the other agrees."
        case "market":
            return "Illegal trades are allowed now, in secret. Are you ready to play?"
        case "smuggle":
            return "Offer somebody one to three cards for as many of theirs, in secret."
        case "answer-smuggle":
            return smuggling_question(hand, prompt, names)
        case "answer-conspiracy":
            return (
                f"{names[conspiring.asker(prompt)]} wants to conspire: you would see each other’s "
                "cards. Agree?"
            )
        case "decide":
            return "You are the new first rank: decide which clans are allowed, and more."
        case "declare":
            if seat == public.order[-1]:
                return "Choose a specialty for this round and those after it."
            if public.order.index(seat) == len(public.order) - 2:
                return "You have no clan: choose three disciplines, with one dot each."
            if seat in public.may_convert:
                return "The first rank is on the other side: keep your clan, or change sides."
            if public.options.decisions:
                return "Choose a clan, and place three dots in its disciplines."
            return "Choose a clan: it gives you a dot in each of three disciplines."
        case "hunt":
            return (
                f"Declare a blood hunt on somebody for a round: {_hunt_price(public)}, and they "
                "can neither hide nor ask for a boon."
            )
        case "pact":
            return (
                "Take a pact? You rise by a rank, and see your crypt only when play begins. If "
                "you finish below the new rank, you come last."
            )
        case "use":
            return "Use a discipline before you play or pass."
        case "play-with":
            return "Play a hand with a discipline."
        case "reshape":
            return "Which of your cards may count as others in this round? Only you see it."
        case "play-reshaped":
            return "Play a hand with cards that you have changed."
        case "name-hand":
            assert public.naming is not None
            return f"Name the hand that {names[public.naming]} has to play, or let them choose."
        case "react" if announcing.bluff(public) is not None:
            true = hand.seen_through
            seen = f" In truth: the {cards_in_words(true)}." if true else ""
            return f"{power_text.say_pending(public, names)}{seen} Challenge it?"
        case "react":
            return f"{power_text.say_pending(public, names)} Cancel it?"
        case "see-through":
            auspex = power_text.name(public, Discipline.AUSPEX)
            return f"For a dot of {auspex} you alone see the cards before you answer."
        case "lead" | "follow":
            return open_question(view, prompt)
        case _:
            return trade_question(view, names)


def smuggling_question(hand: Hand, prompt: Prompt, names: Sequence[str]) -> str:
    """The question to whom an illegal trade is offered."""
    bid = market.bid_of(hand, prompt)
    give, want = cards_in_words(bid.give), cards_in_words(bid.want)
    lacks = "" if market.brings(hand, bid) else " You do not hold all of that."
    return f"{names[bid.seat]} offers the {give} for the {want}, in secret.{lacks} Trade?"


def _hunt_price(public: Tableau) -> str:
    if ruleset(public.options).hunt_saves:
        return "disciplines cost a dot less against them"
    return "cancelling a discipline costs them a dot more"


def trade_question(view: ScumView, names: Sequence[str]) -> str:
    """The question of this step of a trade."""
    public, seat, talk = view.public, view.seat, (view.private or Hand()).talk
    assert seat is not None
    assert talk is not None
    pair = trading.pair_of(public, seat)
    assert pair is not None
    other = titled(public, trading.partner(pair, seat), names)
    match pair.step:
        case "wish":
            return f"Name cards that you wish for from {other}: the first that they hold is yours."
        case "answer" if talk.up is None:
            return (
                f"You hold nothing that {other} wished for. Give a card of your choice; you may "
                "ask for one in return."
            )
        case "answer":
            assert talk.up is not None
            return f"Your {a_card(talk.up)} goes to {other}. You may ask for a card in return."
        case "return":
            return f"{_received(talk)} Give any card back to {other}.{_asked(talk)}"
        case "offer":
            return f"You may offer {other} a card for another one."
        case "reply":
            offer = talk.offers[-1]
            return (
                f"{other} offers the {a_card(offer.give)} for your {a_card(offer.want)}."
                if trading.held((view.private or Hand()).cards, offer.want)
                else f"{other} offers the {a_card(offer.give)} for the {a_card(offer.want)}, "
                "which you do not hold."
            )


def _received(talk: Talk) -> str:
    assert talk.up is not None
    return f"You get the {a_card(talk.up)}."


def _asked(talk: Talk) -> str:
    if talk.asked is None:
        return ""
    return f" Asked for: the {a_card(talk.asked)}; you need not give it."


def open_question(view: ScumView, prompt: Prompt) -> str:
    """The open question in a sentence or two that need no names."""
    public = view.public
    match prompt.kind:
        case "lead":
            needed = designated(public)
            if public.promised:
                return "Your boon is granted: lead the hand that you showed."
            if needed is not None:
                return f"You lead: any legal hand with the {a_card(needed)} in it."
            return "You lead: any legal hand."
        case "follow":
            laid = best(public)
            assert laid is not None
            assert view.seat is not None
            order = order_on(public, view.seat)
            if order is not None:
                return ordered(order)
            none = ranks_in_words([RANKS[rank] for rank in forbidden(public)])
            without = f" No hand topped by {none}." if none else ""
            return f"To beat: {a_hand(laid.kind, laid.top)}.{without} Play higher, or pass."
        case "answer-boon":
            return "Grant the boon, or refuse it."
        case _:
            return "Choose among what the table offers you."


def ordered(order: Effect) -> str:
    """The question to a seat under an order."""
    if order.kind is EffectKind.AWED:
        return "You are awed, and must pass."
    hand = {
        Demand.ANY: "if you can",
        Demand.HIGHEST: "your highest hand",
        Demand.LOWEST: "your lowest hand that beats it",
        Demand.NAMED: f"the {cards_in_words(order.cards)}",
    }[order.demand]
    return f"You are commanded to play {hand}."


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.LOT:
            return "Chance decides who gets the extra cards."
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.DECIDE:
            return f"{titled(public, public.order[0], names)} decides which clans are allowed."
        case Phase.DECLARE:
            first, *later = missing = declaring.undeclared(public)
            if not public.options.declares_in_order:
                return f"Still to declare: {people(missing, names)}."
            after = f", then {people(later, names)}" if later else ""
            return f"{titled(public, first, names)} declares now{after}."
        case Phase.PACTS:
            return "Pacts may be taken in secret, until the time is over."
        case Phase.TRADE:
            trading_now = [pair for pair in public.pairs if pair.done < len(pair.parts)]
            return f"{'; '.join(_trade_step(pair, names) for pair in trading_now)}."
        case Phase.MARKET:
            left = people(market.awaited(public), names)
            return f"Illegal trades are allowed now. Not done yet: {left}."
        case Phase.INTERVAL:
            waiting = [seat for seat in public.order if seat not in public.confirmed]
            return f"The round is over. Not ready yet: {people(waiting, names)}."
        case Phase.OVER:
            winner = outcome(public, ended(public) or "").ranking[0][0]
            return f"The match is over. {names[winner]} wins with {public.scores[winner]} points."
        case Phase.PLAY:
            return _playing(public, names)


def _trade_step(pair: Pair, names: Sequence[str]) -> str:
    """ "Ben answers Ada's wish"."""
    seat = trading.speaker(pair)
    if seat is None:
        return f"{people((pair.higher, pair.lower), names)} trade"
    other = names[trading.partner(pair, seat)]
    does = {
        "wish": f"wishes for a card from {other}",
        "answer": f"answers {other}’s wish",
        "return": f"gives {other} a card back",
        "offer": f"may offer {other} a card",
        "reply": f"answers {other}’s offer",
    }
    return f"{names[seat]} {does[pair.step]}"


def _playing(public: Tableau, names: Sequence[str]) -> str:
    assert public.turn is not None
    who = names[public.turn]
    if public.pending is not None:
        waiting = people(public.pending.may, names)
        return f"{power_text.say_pending(public, names)} {waiting} may answer."
    if public.asked is Asked.RESHAPE:
        return f"{who} changes cards that nobody else sees."
    if public.tempted is not None:
        return f"{who} tempts {names[public.tempted.lower]} to an exchange."
    if public.asked is Asked.DRAW:
        return f"Chance plays for {who}."
    if public.asked is Asked.BOON:
        return f"{who} answers {names[public.boons[-1].seat]}, who asks for a boon."
    if public.naming is not None:
        return f"{who} may name the hand that {names[public.naming]} has to play."
    laid = best(public)
    if laid is None:
        return f"{titled(public, public.turn, names)} leads."
    return f"{who} has to beat {TYPE[laid.kind]}, or pass."
