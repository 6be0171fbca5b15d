"""What the network and those behind it can do to the house: attackers, cuts at every byte, restarts under load."""
