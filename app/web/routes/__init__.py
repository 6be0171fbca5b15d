"""Pages, forms and JSON endpoints: a module for each family. Imports context and below."""
