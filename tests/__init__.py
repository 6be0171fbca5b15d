"""The tests mirror app/; what several of them share stands in conftest.py."""
