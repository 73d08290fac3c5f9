"""A server that behaves as Immich does towards a client that reads a library and adds to it."""
