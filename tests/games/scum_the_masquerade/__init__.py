"""Scum: The Masquerade: rule by rule, in notation, and as whole matches."""
