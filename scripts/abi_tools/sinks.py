"""What takes the records that a plugin emits, on both sides of the wire."""

from abi_tools.calls import all_calls
from abi_tools.coders import HEAD


def sink_name(struct):
    first, *rest = struct.removeprefix("picker_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def sinks(crossing):
    """Sources/BackendWorker/Generated/Sinks.swift"""
    used = list(dict.fromkeys(call.sink.target for call in all_calls(crossing) if call.sink))
    given = "\n".join(given_sink(each) for each in used)
    taken = "\n".join(taken_sink(crossing, each) for each in used if not is_released(crossing, each))
    return (HEAD + "internal import ABIMemory\ninternal import BackendAPI\n\n"
            "// A function of C cannot be generic, so there is one for each record.\n\n"
            "/// What the plugin is given.\nextension ServedCall {\n" + given + "}\n\n"
            "/// What the host gave: each record that comes goes there.\nextension HostCall {\n" + taken + "}\n")


def record_of(crossing, sink):
    emit = next(each for each in crossing.structs[sink]["fields"] if each["name"] == "emit")
    return emit["function"]["parameters"][1]["type"].removeprefix("const ").removesuffix(" *")


def is_released(crossing, sink):
    """What the host gives back later crosses in its own way."""
    return any(each["name"] == "release" for each in crossing.structs[record_of(crossing, sink)]["fields"])


def given_sink(sink):
    return (f"    var {sink_name(sink)}: {sink} {{\n        {sink}(\n"
            f"            struct_size: structSize(of: {sink}.self), reserved: 0, context: context,\n"
            "            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })\n    }\n")


def taken_sink(crossing, sink):
    return (f"    mutating func receive(_ sink: UnsafePointer<{sink}>) {{\n        let table = boundedCopy(of: sink, into: {sink}())\n"
            f"        receive {{ (record: UnsafePointer<{record_of(crossing, sink)}>) in\n"
            "            table.emit?(table.context, record) ?? PICKER_STOP\n        }\n    }\n")
