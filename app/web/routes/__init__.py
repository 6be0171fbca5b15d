"""Pages and JSON endpoints, one module for each family of pages."""
