"""P3, P10: every game against the conformance kit."""
