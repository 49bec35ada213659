"""Work in other processes: simulations, win probabilities, players who think."""
