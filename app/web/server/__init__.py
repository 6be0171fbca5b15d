"""The HTTP and WebSocket server below the application: protocols, limits, middleware, metrics."""
