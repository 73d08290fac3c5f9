"""What the worker's marshalling is made of: Swift for both sides of each call, and for each struct that crosses.

What a struct points to and what a call takes and gives is in its types and names (crossing.py). What is written by hand,
because it is more than passing on, is in docs/decisions/0070-marshalling-is-made.md.
"""

from abi_tools import coders
from abi_tools.crossing import Crossing

FOLDER = "Sources/BackendWorker/Generated"


def files(description):
    """{path: text}"""
    crossing = Crossing(description)
    return {
        "Sources/ABIMemory/LinkedStructs.swift": coders.linked_structs(crossing),
        f"{FOLDER}/WireStructs.swift": coders.coders(crossing),
    }
