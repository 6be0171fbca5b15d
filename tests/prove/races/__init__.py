"""Races: several people, or several windows of one, want the same thing at the same moment; one gets it, the others are told why not."""
