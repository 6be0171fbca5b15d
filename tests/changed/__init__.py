"""`run.py test --changed`: the tests that a change can break, by a table and by imports."""
