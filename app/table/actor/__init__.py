"""The actor of one table:

loop, mailbox, commands, timers, automatic moves. Imports clients and below.
"""
