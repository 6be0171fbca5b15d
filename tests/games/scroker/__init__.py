"""Scroker: rule by rule, in notation, and as whole matches."""
