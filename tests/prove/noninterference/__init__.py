"""P3, P14: two worlds that one viewer cannot tell apart, compared byte by byte."""
