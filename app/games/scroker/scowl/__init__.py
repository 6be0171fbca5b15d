"""Two lists of English words of two to five letters from SCOWL, with their script and licences."""
