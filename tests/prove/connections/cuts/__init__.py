"""P5: connections are cut after every byte, and come back."""
