"""The HTTP and WebSocket server below the application. Imports only app.web.limits of app.web."""
