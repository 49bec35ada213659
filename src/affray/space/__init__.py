"""The places where fights happen."""
