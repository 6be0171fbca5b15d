"""P1, P2, P9: a server under play is killed again and again."""
