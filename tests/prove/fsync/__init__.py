"""P1: acknowledged moves were written through to the disk before."""
