"""The worker's side of each call: what reads it, makes it to the plugin, and writes what that gives."""

from abi_tools.calls import all_calls, unknown
from abi_tools.coders import HEAD
from abi_tools.crossing import SCALARS
from abi_tools.sinks import sink_name


def served(crossing):
    """Sources/BackendWorker/Generated/ServedCalls.swift"""
    every = all_calls(crossing)
    cases = "".join(f"        case .{call.operation}: try {call.operation}(&run)\n" for call in every)
    functions = "\n".join(served_call(call) for call in every if not call.is_served_by_hand)
    return (HEAD + "internal import ABIMemory\ninternal import BackendAPI\n\nextension ServedBackend {\n"
            "    func perform(_ run: inout ServedRun) throws(WireError) -> picker_status {\n"
            "        switch run.call.head.operation {\n"
            "        case .entry: try enter(&run)\n        case .backendExtensions: try backendExtensions(&run)\n"
            f"{cases}        }}\n    }}\n\n{functions}}}\n")


def served_call(call):
    lines = read(call) + owner(call) + decoding(call)
    function = f"{table_of(call)}.{call.name}?({', '.join(passed(call, each) for each in call.parameters)})"
    return (f"    /// `{call.table.name}.{call.name}`\n"
            f"    private func {call.operation}(_ run: inout ServedRun) throws(WireError) -> picker_status {{\n"
            + "".join(f"        {line}\n" for line in lines + made(call, function)) + "    }\n")


def read(call):
    lines = []
    for each in call.arguments:
        if each.type in ("picker_string", "picker_bytes"):
            lines.append(f"let {each.swift} = try run.arguments.{each.type.removeprefix('picker_')}()")
        elif each.type == "double":
            lines.append(f"let {each.swift} = try run.arguments.double()")
        elif each.is_struct and call.crossing.crosses(each.target):
            lines.append(f"var {each.swift} = try run.arguments.value({each.target}.self)")
            lines += [f"connect(&{each.swift}, run)"] if each.has_functions else []
            lines.append(f"if let refusal = prepare(&{each.swift}, run) {{ return refusal }}")
        elif each.target:
            unknown(call, each)
        else:
            lines.append(f"let {each.swift} = try run.arguments.integer({SCALARS[each.type]}.self)")
    return lines


def owner(call):
    return ["let fetch = fetch(run.call.head.handle)"] if call.table.owner == "fetch" else []


def decoding(call):
    """Posters may be image files; of image requests, `prepare` says how these are decoded."""
    names = {each.name for each in call.arguments}
    if not call.sink or call.sink.target != "picker_frame_sink" or not {"target_width", "target_height"} <= names:
        return []
    return ["run.call.decoding = ImageFileDecoding(posterWidth: targetWidth, height: targetHeight, of: self)"]


def table_of(call):
    """The plugin's table, as far as there is one."""
    if not call.table.is_extension:
        return call.table.owner
    return f"{'backendExtensions' if call.table.owner == 'backend' else 'extensions'}.{call.table.prefix}?"


def passed(call, parameter):
    if parameter.direction == "context":
        return f"{call.table.owner}.context"
    if parameter.direction in ("call", "error", "sink"):
        return parameter.direction
    if parameter.direction == "in":
        return f"&{parameter.swift}" if parameter.is_struct else parameter.swift
    return parameter.swift if parameter.target == "picker_fetch" else "&answer"


def made(call, function):
    if not call.gives_status:
        return ["return make(run) { _, _ in", f"    {function}", "    return PICKER_OK", "}"]
    taken = f"{'call' if call.has_call else '_'}, error" if call.has_error else "_, _"
    if call.sink:
        return [f"return emitting(run.call.{sink_name(call.sink.target)}, run) {{ sink, {taken} in", f"    {function}", "}"]
    if not call.outs:
        return [f"return make(run) {{ {taken} in", f"    {function}", "}"]
    out = call.outs[0]
    calling = [f"let status = make(run) {{ {taken} in", f"    {function}", "}"]
    if out.target == "picker_fetch":
        return [f"return fetching(&run) {{ call, {out.swift}, error in", f"    {function}", "}"]
    if out.is_struct:
        return [f"var answer = {out.target}()", f"answer.struct_size = structSize(of: {out.target}.self)",
                *calling, "return try pass(&answer, after: status, &run)"]
    return [f"var answer: {SCALARS[out.target]} = 0", *calling, "if status == PICKER_OK { run.values.integer(answer) }", "return status"]
