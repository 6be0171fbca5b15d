"""Thinking time for the bots that search: a few processes of low priority that are fed a view and nothing else."""
