"""The actor of a table: loop, mailbox, commands, timers, bots' moves. Imports clients and below."""
