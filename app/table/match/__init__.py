"""The running match:

durable state, clocks, shuffle rounds, recovery from the log. Imports room and below.
"""
