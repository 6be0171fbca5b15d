"""P11: shuffles are even, promised before, and can be checked after."""
