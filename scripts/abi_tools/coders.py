"""How structs cross between a host and a worker: what each points to, by its fields in their order."""

import re

HEAD = """\
// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

"""


def linked_structs(crossing):
    """Sources/ABIMemory/LinkedStructs.swift"""
    lines = [HEAD + "public import BackendAPI\n", "// Requests, records and infos: what links can hang on (R5.9).\n"]
    lines += [f"extension {each['name']}: LinkedStruct {{}}" for each in crossing.linked()]
    return "\n".join(lines) + "\n"


def coders(crossing):
    """Sources/BackendWorker/Generated/WireStructs.swift"""
    parts = [HEAD + "internal import BackendAPI\n", listing(crossing)]
    parts += [coder(crossing, each) for each in crossing.crossing()]
    return "\n".join(parts)


def listing(crossing):
    names = "".join(f"            {each['name']}.self,\n" for each in crossing.crossing())
    return ("/// Every struct that crosses between a host and a worker.\n"
            f"enum WireStructs {{\n    static var all: [any WireStruct.Type] {{\n        [\n{names}        ]\n    }}\n}}\n")


def coder(crossing, struct):
    lines = [line for field in struct["fields"] for line in code(crossing, struct, field)]
    if not lines:
        return f"extension {struct['name']}: WireStruct {{}}\n"
    body = "\n".join(f"        {line}" for line in lines)
    return (f"extension {struct['name']}: WireStruct {{\n"
            f"    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {{\n{body}\n    }}\n}}\n")


def code(crossing, struct, field):
    """The lines for one field. Plain ones cross with the bytes of the struct, and links by a rule of their own."""
    kind, name = crossing.kind(struct, field), field["name"]
    if kind in ("plain", "link"):
        return []
    if kind == "kept":
        return [f"{name}.data = nil" if field["type"] == "picker_bytes" else f"{name} = {nothing(field['type'])}"]
    if "count" not in field:
        return [f"try wire.{kind}(&{name})"]
    return array(struct, field, kind)


def nothing(type_):
    """NULL, or as many of them as a field has."""
    match = re.search(r"\[(\d+)\]$", type_)
    return f"({', '.join(['nil'] * int(match[1]))})" if match else "nil"


def array(struct, field, kind):
    """Arrays with one count must be of one length when they arrive, whatever was sent: readers trust the count."""
    count = field["count"]
    sharing = [each["name"] for each in struct["fields"] if each.get("count") == count]
    line = f"try wire.{kind}(&{field['name']}, &{count})"
    if field["name"] == sharing[0]:
        return [line]
    known = f"{field['name']}Count"
    known = re.sub(r"_(\w)", lambda match: match[1].upper(), known)
    return [f"let {known} = {count}", line, f"guard {count} == {known} else {{ throw .malformed }}"]
