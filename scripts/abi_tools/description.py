"""One description of the ABI for programs: abi-v1.json, from what the compiler and the headers say."""

import json
import re
import sys

from abi_tools import compiler, headers

# What a parameter is for follows from its type; the headers keep to that.
DIRECTIONS = [
    (r"void \*", "context"), (r"picker_error \*", "error"), (r"const picker_call \*", "call"),
    (r"const picker_\w+_sink \*", "sink"), (r"const .*\*", "in"), (r".*\*", "out"), (r".*", "in"),
]


def describe(measured):
    """The whole description, as JSON can write it."""
    structs, constants = compiler.parsed(measured)
    said = headers.read()
    missing = [name for name in constants if name not in said["constants"]] + [
        name for name in structs if name not in said["structs"]]
    if missing:
        sys.exit(f"abi-layout: not found where the headers are read: {', '.join(missing)}")
    return {
        "about": "ABI version 1 of Picker's backends on LP64 (docs/abi.md), made by scripts/abi-layout from the headers.",
        "abiVersion": constants["PICKER_ABI_VERSION"],
        "headerRevision": constants["PICKER_HEADER_REVISION"],
        "entry": [function(name, entry, said) for name, entry in said["functions"].items()],
        "types": [{"name": name, "type": alias["type"], "text": alias["text"]} for name, alias in said["aliases"].items()],
        "structs": [struct(name, layout, said, constants) for name, layout in structs.items()],
        "constants": [constant(name, words, constants[name]) for name, words in said["constants"].items() if name in constants],
    }


def constant(name, words, value):
    type_ = "string" if isinstance(value, str) else status_or_number(words["header"], value)
    return {"name": name, "value": value, "type": type_, "header": words["header"], "group": words["group"], "text": words["text"]}


def status_or_number(header, value):
    if header == "status.h":
        return "int32_t"
    return "uint64_t" if value > 0xFFFF_FFFF else "uint32_t"


def struct(name, layout, said, constants):
    words = said["structs"][name]
    if list(words["fields"]) != list(layout["fields"]):
        sys.exit(f"abi-layout: {name}: the headers have {list(words['fields'])}, the compiler sees {list(layout['fields'])}")
    return {
        "name": name, "size": layout["size"], "alignment": layout["alignment"], "header": words["header"],
        "text": words["text"],
        "fields": [field(name, key, place, words["fields"][key], said, constants) for key, place in layout["fields"].items()],
    }


def field(owner, name, place, words, said, constants):
    offset, size, type_ = place
    entry = {"name": name, "offset": offset, "size": size, "type": type_, "text": words["text"]}
    if "parameters" in words:
        entry["function"] = function(name, words, said)
        return entry
    if names := values(words["text"], constants):
        entry["constants"] = names
    if count := count_of(name, type_, list(said["structs"][owner]["fields"])):
        entry["count"] = count
    return entry


# Pointers to one thing each, which have no count: other structs, and memory whose size has a name of its own.
ARRAY = re.compile(r"const picker_(?:string|bytes) \*|const \w+ \*const \*")


def count_of(name, type_, fields):
    """The field that says how many elements an array has, by their names: `identifiers` and `identifier_count`, or, of two
    with one count, `setting_keys`, `setting_values` and `setting_count`. None of what is no array."""
    if not ARRAY.fullmatch(type_):
        return None
    counts = [each for each in fields if each.endswith("_count") and name.startswith(each.removesuffix("_count"))]
    if not counts:
        sys.exit(f"abi-layout: {name}: no field says how many there are; name it as in picker_fetch_request.identifier_count")
    return max(counts, key=len)


def values(text, constants):
    """The constants that a comment names as a family, such as PICKER_OPEN_*."""
    families = re.findall(r"(PICKER_[A-Z_]+)\*", text)
    return [name for name in sorted(constants, key=lambda each: (str(type(constants[each])), constants[each]))
            if any(name.startswith(family) for family in families)]


def function(name, words, said):
    returns = [status for status in re.findall(r"PICKER_[A-Z_]+", paragraph(words["text"], "Returns")) if status in said["constants"]]
    return {
        "name": name, "result": words["result"],
        "parameters": [{**each, "direction": direction(each["type"])} for each in words["parameters"]],
        "thread": thread(words["text"]), "returns": list(dict.fromkeys(returns)), "text": words["text"],
    }


def direction(type_):
    return next(meaning for pattern, meaning in DIRECTIONS if re.fullmatch(pattern, type_))


def thread(text):
    """The tag that says on which threads it may be called; null where the text of the struct says it."""
    tag = re.search(r"\[([a-z]+-thread)\]", text)
    return tag[1] if tag else None


def paragraph(text, word):
    match = re.search(rf"\b{word}: (.*)", text, re.S)
    return match[1] if match else ""


def as_json(description):
    return json.dumps(description, indent=1, ensure_ascii=False) + "\n"
