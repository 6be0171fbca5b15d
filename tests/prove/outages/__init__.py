"""P13: the store fails in every way and at every call."""
