"""What the worker's marshalling is made of: Swift for both sides of each call, and for each struct that crosses.

What a struct points to and what a call takes and gives is in its types and names (crossing.py). What is written by hand,
because it is more than passing on, is in docs/decisions/0070-marshalling-is-made.md.
"""

from abi_tools import calls, coders, extensions, proxy_calls, served_calls, sinks
from abi_tools.crossing import Crossing

FOLDER = "Sources/BackendWorker/Generated"


def files(description):
    """{path: text}"""
    crossing = Crossing(description)
    return {
        "Sources/ABIMemory/LinkedStructs.swift": coders.linked_structs(crossing),
        f"{FOLDER}/WireStructs.swift": coders.coders(crossing),
        f"{FOLDER}/Operation.swift": coders.HEAD + calls.operations(crossing),
        "Tests/FaultyBackends/worker/operations.h": calls.numbers(crossing),
        f"{FOLDER}/HostCalls.swift": proxy_calls.requests(crossing),
        f"{FOLDER}/ProxyTables.swift": proxy_calls.proxies(crossing),
        f"{FOLDER}/ServedCalls.swift": served_calls.served(crossing),
        f"{FOLDER}/Sinks.swift": sinks.sinks(crossing),
        f"{FOLDER}/Extensions.swift": extensions.extensions(crossing),
    }
