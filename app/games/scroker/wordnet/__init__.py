"""What words mean: the first line that WordNet 3.0 has on each, with the script that made the list and WordNet's licence."""
