"""Accounts, their names and logins, and the links that open a login or a new password."""
