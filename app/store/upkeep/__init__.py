"""Upkeep: retention, archives, erasure, and the jobs that run by themselves."""
