"""The window of the playground: events, commands, the panel with its entries, and painting it all."""
