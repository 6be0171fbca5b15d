"""Reference cycles: what only the garbage collector can free, by the types of its members."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import (
    AsyncGeneratorType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
)

OURS = "app."
"""A part of the label of everything that is our own."""


def forget_the_rest() -> None:
    """Keeps the collector from what there is, so that the next look takes no second for it."""
    gc.collect()
    gc.freeze()


def collect_garbage() -> list[object]:
    """Everything that nobody could reach any more, and reference counts had not freed."""
    flags = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
    finally:
        gc.set_debug(flags)
    garbage = gc.garbage[:]
    gc.garbage.clear()
    return garbage


@contextmanager
def no_cycles_of_ours() -> Iterator[None]:
    """Fails if what happens within leaves a cycle with one of our own objects in it."""
    forget_the_rest()
    gc.disable()
    try:
        yield
        ours = [cycle for cycle in describe_cycles(collect_garbage()) if OURS in cycle]
    finally:
        gc.enable()
    assert not ours, ours


def describe_cycles(garbage: Sequence[object]) -> Counter[str]:
    """The number of cycles, by the labels of their members."""
    return Counter(" + ".join(sorted({*map(label, cycle)})) for cycle in find_cycles(garbage))


def label(thing: object) -> str:
    """The type of an object, with the name of a function, frame or coroutine."""
    match thing:
        case FunctionType():
            return f"function {thing.__module__}.{thing.__qualname__}"
        case MethodType():
            return f"method {thing.__module__}.{thing.__func__.__qualname__}"
        case CoroutineType() | GeneratorType() | AsyncGeneratorType():
            return f"{type(thing).__name__} {thing.__qualname__}"
        case FrameType():
            return f"frame {thing.f_globals.get('__name__')}.{thing.f_code.co_qualname}"
    return f"{type(thing).__module__}.{type(thing).__qualname__}"


def find_cycles(things: Sequence[object]) -> Iterator[list[object]]:
    """The groups of objects that all reach each other (Tarjan's strongly connected components)."""
    known = {id(thing): thing for thing in things}
    index, low = dict[int, int](), dict[int, int]()
    stack = list[int]()
    on_stack = set[int]()

    def referents(node: int) -> Iterator[int]:
        return iter([id(one) for one in gc.get_referents(known[node]) if id(one) in known])

    def visit(node: int) -> tuple[int, Iterator[int]]:
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        return node, referents(node)

    for root in known:
        path = [visit(root)] if root not in index else []
        while path:
            node, rest = path[-1]
            for target in rest:
                if target not in index:
                    path.append(visit(target))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    group, stack[at:] = stack[at:], []
                    on_stack.difference_update(group)
                    if len(group) > 1 or node in referents(node):
                        yield [known[one] for one in group]
