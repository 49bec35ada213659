"""Tables: a module for each subject, with its routes and their work."""
