"""The page: its files, and a fight as a page of its own."""
