"""The running match: state, clocks, shuffle rounds, recovery. Imports room and below."""
