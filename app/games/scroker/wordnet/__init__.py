"""Meanings of words: WordNet 3.0's first line on each, with the script and WordNet's licence."""
