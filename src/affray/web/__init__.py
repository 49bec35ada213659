"""The table in the browser: a service that keeps and plays fights, and its page."""
