"""Faults that tests ask for."""


class Faults:
    """None yet."""

    def respond(self, application, request, connection, find):
        return find()
