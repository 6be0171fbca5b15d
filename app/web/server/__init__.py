"""The HTTP and WebSocket server below the application. Imports only `rate_limits` of app.web."""
