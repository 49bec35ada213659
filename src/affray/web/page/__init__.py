"""The page: its bundled files, and the export of a fight as one HTML file."""
