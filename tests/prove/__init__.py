"""The verb `prove`: tries to break each promise, and finds planted faults."""
