"""Administration: reports, the audit log, the search for matches, voiding."""
