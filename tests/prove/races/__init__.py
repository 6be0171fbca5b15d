"""P7: several people want the same thing at the same moment."""
