"""The web's threats, T1 to T35 of docs/security.md: the application in this process, and strangers who ask for what is not theirs."""
