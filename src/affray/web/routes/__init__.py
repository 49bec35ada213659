"""The addresses of the HTTP interface."""
