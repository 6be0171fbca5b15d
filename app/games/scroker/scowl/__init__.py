"""Two lists of English words of two to five letters, extracted from SCOWL, with the script that made them and SCOWL's licences."""
