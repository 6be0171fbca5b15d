"""The actor of one table: its loop, mailbox, commands, timers, automatic moves. Imports clients and below."""
