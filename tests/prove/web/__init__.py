"""P6, P14: the threats of docs/security.md, tried on the application in this process."""
