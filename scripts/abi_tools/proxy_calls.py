"""The host's side of each call: what asks for it, and the tables whose functions do."""

from abi_tools.calls import ENDS, all_calls, calls, tables, unknown
from abi_tools.coders import HEAD


def requests(crossing):
    """Sources/BackendWorker/Generated/HostCalls.swift"""
    return (HEAD + "internal import ABIMemory\ninternal import BackendAPI\n\n"
            "// Each function of a plugin as a call: with its arguments, without what takes the answers.\n\n"
            "extension HostCall {\n" + "\n".join(map(request, all_calls(crossing))) + "}\n")


def request(call):
    arguments = [f"_ {each.swift}: {each.swift_type}" for each in call.arguments]
    with_it = ["_ call: UnsafePointer<picker_call>?"] * call.has_call + ["_ error: UnsafeMutablePointer<picker_error>?"] * call.has_error
    parameters = ",".join(f"\n        {', '.join(each)}" for each in (arguments, with_it) if each) + "\n    " * bool(arguments + with_it)
    accompanied = f"{'call' if call.has_call else 'nil'}, {'error' if call.has_error else 'nil'}"
    head = f"    /// `{call.table.name}.{call.name}`\n    static func {call.operation}({parameters}) -> HostCall {{\n"
    if not call.arguments:
        return head + f"        HostCall(.{call.operation}, {accompanied})\n    }}\n"
    lines = [f"var made = HostCall(.{call.operation}, {accompanied})"]
    lines += [f"made.concern({call.asset.swift})"] if call.asset else []
    for each in filter(lambda each: each.is_struct, call.arguments):
        if each.field("local_identifier"):
            lines.append(f"made.concern(boundedCopy(of: {each.swift}, into: {each.target}()).local_identifier)")
        if each.has_functions:
            lines.append(f"made.serve({each.swift})")
    lines += ["made.arguments = { writer throws(WireError) in", *[f"    {written(call, each)}" for each in call.arguments], "}"]
    lines.append("return made")
    return head + "".join(f"        {line}\n" for line in lines) + "    }\n"


def written(call, argument):
    if argument.type in ("picker_string", "picker_bytes"):
        return f"try writer.raw({argument.swift}.data, {argument.swift}.length)"
    if argument.type == "double":
        return f"writer.double({argument.swift})"
    if argument.is_struct and call.crossing.crosses(argument.target):
        return f"try writer.value({argument.swift})"
    return unknown(call, argument) if argument.target else f"writer.integer({argument.swift})"


def proxies(crossing):
    """Sources/BackendWorker/Generated/ProxyTables.swift"""
    parts = [HEAD + "internal import ABIMemory\ninternal import BackendAPI\n\n// The tables that a host is given: each function passes its call on.\n"]
    for table in tables(crossing):
        functions = "".join(function(call) for call in calls(crossing, table))
        parts.append(
            f"extension {table.name} {{\n    /// The functions of a proxy.\n    static var ofProxy: {table.name} {{\n"
            f"        var table = {table.name}()\n        table.struct_size = structSize(of: {table.name}.self)\n{functions}"
            "        return table\n    }\n}\n")
    return "\n".join(parts)


def function(call):
    names = ["context", *[each.swift for each in call.parameters if each.direction != "context"]]
    if not call.gives_status:
        return without_status(call, names)
    required = [each.swift for each in call.parameters if each.direction in ("in", "out", "sink") and each.target]
    owner = f"let {call.table.owner} = {call.table.proxy}.from(context)"
    guard = f"guard {', '.join([owner, *[f'let {name}' for name in required]])} else {{ return PICKER_INVALID_ARGUMENT }}"
    lines = [guard] + (by_hand(call, names) if call.is_by_hand_in_proxy else passed_on(call))
    body = "".join(f"            {line}\n" for line in lines)
    return f"        table.{call.name} = {{ {', '.join(names)} in\n{body}        }}\n"


def without_status(call, names):
    arguments = ", ".join(names[1:])
    method = f"{short_name(call)}({arguments})"
    if call.name not in ENDS:
        return f"        table.{call.name} = {{ {', '.join(names)} in {call.table.proxy}.from(context)?.{method} }}\n"
    return (f"        table.{call.name} = {{ context in\n            guard let context else {{ return }}\n"
            f"            Unmanaged<{call.table.proxy}>.fromOpaque(context).takeRetainedValue().{method}\n        }}\n")


def by_hand(call, names):
    return [f"return {call.table.owner}.{short_name(call)}({', '.join(names[1:])})"]


def short_name(call):
    """The method of the proxy, by the name of the function."""
    first, *rest = call.name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def passed_on(call):
    given = [each.swift for each in call.arguments] + ["call"] * call.has_call + ["error"] * call.has_error
    made = f"HostCall.{call.operation}({', '.join(given)})"
    fetch = next((each for each in call.outs if each.target == "picker_fetch"), None)
    if fetch:
        return [f"return FetchProxy.begin({made}, {call.table.owner}, into: {fetch.swift})"]
    takers = frame_bounds(call) + answers(call)
    request = next((each.swift for each in call.arguments if each.is_struct), None)
    target = made if not takers else "made"
    if call.table.owner == "backend":
        performed = f"return backend.perform({target}, about: {request})"
    else:
        performed = f"return {call.table.owner}.perform({target}{'' if call.is_repeatable else ', isRepeatable: false'})"
    return ([f"var made = {made}"] if takers else []) + takers + [performed]


def frame_bounds(call):
    """What a frame can be at most, where it is said what is wanted."""
    if not call.sink or call.sink.target != "picker_frame_sink":
        return []
    if request := next((each for each in call.arguments if each.target == "picker_image_request"), None):
        return [f"made.frameBounds = {call.table.owner}.frameBounds({request.swift})"]
    if {"target_width", "target_height"} <= {each.name for each in call.arguments}:
        return ["made.frameBounds = FrameBounds(posterWidth: targetWidth, height: targetHeight)"]
    return []


def answers(call):
    lines = [f"made.receive({call.sink.swift})"] if call.sink else []
    if len(call.outs) > 1:
        unknown(call, call.outs[1])
    for each in call.outs:
        if each.is_struct and call.crossing.crosses(each.target):
            lines.append(f"made.receive(info: {each.swift})")
        elif each.is_struct or each.target not in ("uint32_t", "uint64_t", "int64_t", "int32_t"):
            unknown(call, each)
        else:
            lines.append(f"made.receive(number: {each.swift})")
    return lines
