"""What may not change once a version of the ABI is released, and what may be added to it (docs/abi.md, R17.2)."""

import re

# Statuses are understood by their range, so a new one must be in one.
RANGES = [(1, 1000), (1000, 2000), (2000, 3000)]
# Headers of extensions that are drafts: nothing of them is promised yet (R6.3). One that becomes stable is taken out.
DRAFTS = {
    f"ext/{name}.h" for name in ("account", "days", "heif", "index", "limits", "search", "secrets", "video", "write")
}
# Names of one family are values of one field, whatever paragraph of a header they are in.
FAMILY = re.compile(r"PICKER_(?:MEDIA_MASK|[A-Z]+)_")


def problems(frozen, now):
    """Lines that say what breaks the rules; empty: nothing does."""
    found = compared(frozen, now)
    added = additions(frozen, now)
    for line in added.values():
        found += line
    if now["headerRevision"] < frozen["headerRevision"]:
        found.append(f"PICKER_HEADER_REVISION went back from {frozen['headerRevision']} to {now['headerRevision']}")
    elif added and now["headerRevision"] == frozen["headerRevision"]:
        found.append(f"{', '.join(sorted(added))}: added, and PICKER_HEADER_REVISION is still {now['headerRevision']}")
    return found


# ---- What is there ----


def compared(frozen, now):
    found = []
    if frozen["abiVersion"] != now["abiVersion"]:
        found.append(f"PICKER_ABI_VERSION changed from {frozen['abiVersion']} to {now['abiVersion']}: a version has its own headers")
    for kind, essence in ESSENCES.items():
        there = by_name(now, kind)
        for name, entry in by_name(frozen, kind).items():
            if name == "PICKER_HEADER_REVISION":
                continue
            if name not in there:
                found.append(f"{name}: was removed")
            elif essence(entry) != essence(there[name]):
                found.append(f"{name}: {difference(essence(entry), essence(there[name]))}")
    return found


def signature(function):
    parameters = [parameter["type"] for parameter in function["parameters"]]
    return [function["result"], *parameters]


def struct(entry):
    fields = [
        [field["name"], field["offset"], field["size"], field["type"], signature(field["function"]) if "function" in field else None]
        for field in entry["fields"]
    ]
    return {"size": entry["size"], "alignment": entry["alignment"], "fields": fields}


ESSENCES = {
    "structs": struct,
    "constants": lambda entry: {"value": entry["value"], "type": entry["type"]},
    "types": lambda entry: {"type": entry["type"]},
    "entry": lambda entry: {"signature": signature(entry)},
}


def by_name(description, kind):
    return {entry["name"]: entry for entry in description[kind] if entry.get("header") not in DRAFTS}


def promised(description):
    """The description without drafts."""
    return {**description, **{kind: list(by_name(description, kind).values()) for kind in ESSENCES}}


def difference(before, after):
    """In words: the first that differs."""
    for key in before:
        if key == "fields":
            names = [field[0] for field in before[key]], [field[0] for field in after[key]]
            if names[0] != names[1]:
                return f"its fields were {', '.join(names[0])}, and are {', '.join(names[1])}"
            changed = next((one for one, other in zip(before[key], after[key]) if one != other), None)
            if changed:
                return f"its field {changed[0]} moved, or has another size or type"
        elif before[key] != after[key]:
            return f"its {key} was {before[key]}, and is {after[key]}"
    return "it changed"


# ---- What is added ----


def additions(frozen, now):
    """{name: lines about it}"""
    found = {}
    for kind in ESSENCES:
        before = by_name(frozen, kind)
        for name, entry in by_name(now, kind).items():
            if name not in before:
                found[name] = CHECKS[kind](entry, frozen, now)
    return found


def added_struct(entry, *_):
    name, fields = entry["name"], entry["fields"]
    heads = [field["name"] for field in fields[:3]]
    if fields and fields[0]["type"] == "picker_link":
        return []
    if heads[:1] != ["struct_size"]:
        return [f"{name}: a new struct begins with struct_size, or with a picker_link (R5.1, R5.9)"]
    is_table = any("function" in field for field in fields) or name.endswith(("_v1", "_v2"))
    if not is_table and heads != ["struct_size", "flags", "next"]:
        return [f"{name}: a new request, record or info begins with struct_size, flags and next (R5.9)"]
    return []


def added_constant(entry, frozen, now):
    name, value = entry["name"], entry["value"]
    if isinstance(value, str):
        is_id = re.fullmatch(r"org\.picker\.[a-z0-9-]+/[1-9][0-9]*|picker_backend_entry_v[0-9]+", value)
        return [] if is_id else [f'{name}: "{value}" is no id such as org.picker.video/1 (R6.2)']
    lines = []
    if entry["header"] == "status.h" and not any(low <= value < high for low, high in RANGES):
        lines.append(f"{name}: the status {value} is in no range (R10.2)")
    for other in now["constants"]:
        if other["name"] != name and is_sibling(entry, other) and other["value"] == value:
            lines.append(f"{name}: {other['name']} has the value {value} already")
    return lines


def is_sibling(one, other):
    """Whether both are values of one field."""
    if isinstance(other["value"], str) or one["header"] != other["header"]:
        return False
    if one["header"] == "status.h":
        return "STATUS" not in other["name"]
    families = FAMILY.match(one["name"]), FAMILY.match(other["name"])
    is_limit = "LIMIT" in one["name"] or "LIMIT" in other["name"]
    return all(families) and families[0][0] == families[1][0] and one["group"] == other["group"] and not is_limit


CHECKS = {
    "structs": added_struct,
    "constants": added_constant,
    "types": lambda *_: [],
    "entry": lambda entry, *_: [f"{entry['name']}: another entry point is another version, with headers of its own (R4.1)"],
}
