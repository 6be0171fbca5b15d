"""Browsers beside Chromium: matches played by page in Firefox and WebKit."""
