"""The functions of a plugin as calls between a host and a worker: what goes there, what comes back, and who has it."""

import re

from abi_tools.crossing import SCALARS, swift_name

# Written by hand in the proxy, because more happens than passing on: docs/decisions/0070-marshalling-is-made.md.
PROXY_BY_HAND = {
    "picker_backend": ["info", "probe", "open_library", "get_extension", "destroy"],
    "picker_library": ["info", "read", "observe", "get_extension", "begin_shutdown", "close"],
    "picker_fetch": ["count", "window", "index_of", "release"],
}
# The same in the worker.
SERVED_BY_HAND = {"picker_backend": ["probe", "open_library"], "picker_library": ["read"], "picker_fetch": ["release"]}
# What ends the one that it is called on.
ENDS = ["close", "destroy", "release"]


class Table:
    """A table of functions that a plugin fills."""

    def __init__(self, struct, owner):
        self.struct, self.name = struct, struct["name"]
        self.prefix = re.sub(r"_v1$", "", self.name.removeprefix("picker_"))
        self.is_extension = self.name.endswith("_v1")
        # Whose context its functions take.
        self.owner = owner
        self.proxy = f"{owner.capitalize()}Proxy"

    @property
    def id(self):
        return f"PICKER_EXT_{self.prefix.upper()}"


def tables(crossing):
    """Those of the backend, its libraries and fetches, and the extensions whose text says that they take the context of one."""
    found = []
    for struct in crossing.description["structs"]:
        if not crossing.is_table(struct["name"]):
            continue
        if struct["name"] in PROXY_BY_HAND:
            found.append(Table(struct, struct["name"].removeprefix("picker_")))
        elif owner := re.search(r"functions? takes? the (library|backend|fetch)'s context", struct["text"]):
            found.append(Table(struct, owner[1]))
    return found


class Call:
    """One function of a table."""

    def __init__(self, crossing, table, function):
        self.crossing, self.table, self.function = crossing, table, function
        self.name = function["name"]
        prefix = table.prefix
        self.operation = prefix + "".join(word.capitalize() for word in self.name.split("_"))
        self.parameters = [Parameter(crossing, each) for each in function["parameters"]]
        self.arguments = self.of("in")
        self.outs = self.of("out")
        self.sink = next(iter(self.of("sink")), None)
        self.has_call, self.has_error = bool(self.of("call")), bool(self.of("error"))
        self.gives_status = function["result"] == "picker_status"

    def of(self, direction):
        return [each for each in self.parameters if each.direction == direction]

    @property
    def is_by_hand_in_proxy(self):
        return self.name in PROXY_BY_HAND.get(self.table.name, [])

    @property
    def is_served_by_hand(self):
        return self.name in SERVED_BY_HAND.get(self.table.name, [])

    @property
    def crosses(self):
        """A table cannot be fetched in a message; how extensions cross is in extensions.py."""
        return self.name != "get_extension"

    @property
    def asset(self):
        """The text by which it says what asset it is about: that of a call that emits collections is the id of one."""
        if self.sink and self.sink.target == "picker_collection_sink":
            return None
        return next((each for each in self.arguments if each.name == "local_identifier" and each.type == "picker_string"), None)

    @property
    def is_repeatable(self):
        """One that must be alone changes the library: whether it did is not known when its worker ends."""
        return self.function["thread"] != "library-thread"


class Parameter:
    def __init__(self, crossing, parameter):
        self.crossing = crossing
        self.c_name, self.type, self.direction = parameter["name"], parameter["type"], parameter["direction"]
        self.name = self.c_name
        # Of a pointer.
        match = re.fullmatch(r"(?:const )?(\w+) \*", self.type)
        self.target = match[1] if match else None

    @property
    def swift(self):
        return swift_name(self.name)

    @property
    def swift_type(self):
        """Of an argument as Swift has it."""
        return f"UnsafePointer<{self.target}>" if self.target else SCALARS.get(self.type, self.type)

    @property
    def is_struct(self):
        return self.target in self.crossing.structs

    def field(self, name):
        """Of the struct that it points to."""
        return next((each for each in self.crossing.structs[self.target]["fields"] if each["name"] == name), None)

    @property
    def has_functions(self):
        return any("function" in each for each in self.crossing.structs[self.target]["fields"])


def calls(crossing, table):
    return [Call(crossing, table, field["function"]) for field in table.struct["fields"] if "function" in field]


def all_calls(crossing):
    return [call for table in tables(crossing) for call in calls(crossing, table) if call.crosses]


def operations(crossing):
    """The cases of `Operation`."""
    cases = ["    /// The entry point.", "    case entry = 1", "    /// Which extensions the backend has.", "    case backendExtensions"]
    for table in tables(crossing):
        cases.append(f"    // {table.name}")
        cases += [f"    case {call.operation}" for call in calls(crossing, table) if call.crosses]
    body = "\n".join(cases)
    return f"/// The function that a call means.\nenum Operation: UInt32 {{\n{body}\n}}\n"


def numbers(crossing):
    """Tests/FaultyBackends/worker/operations.h: the same in C, and how many extensions of a library cross."""
    names = ["ENTRY", "BACKEND_EXTENSIONS"] + [f"{call.table.prefix}_{call.name}".upper() for call in all_calls(crossing)]
    lines = "".join(f"    {name} = {number},\n" for number, name in enumerate(names, 1))
    extensions = [each for each in tables(crossing) if each.is_extension and each.owner != "backend"]
    return (NUMBERS_HEAD + f"enum {{\n{lines}}};\n\n"
            f"/* Extensions of a library that cross. */\n#define LIBRARY_EXTENSIONS {len(extensions)}\n\n#endif\n")


NUMBERS_HEAD = """\
/*
 * Made by scripts/abi-layout from the headers of the backend ABI: the numbers of calls between a host and a worker, as in
 * Sources/BackendWorker/Generated/Operation.swift.
 */
#ifndef HOSTILE_OPERATIONS_H
#define HOSTILE_OPERATIONS_H

"""


def unknown(call, parameter):
    raise ValueError(
        f"{call.table.name}.{call.name}: how {parameter.type} {parameter.name} crosses is not known: write the call by hand, and "
        "name it in PROXY_BY_HAND and SERVED_BY_HAND of calls.py")
