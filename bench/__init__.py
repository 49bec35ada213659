"""The benchmarks, each side by side with a peer, in one run, as a ratio."""
