"""The verb `prove`: tries to break each promise of docs/reliability.md, and finds planted faults."""
