"""A referee for language models: fights of the store, led through ten tools of the Model Context
Protocol. A person follows or takes a seat in the browser at the same time."""
