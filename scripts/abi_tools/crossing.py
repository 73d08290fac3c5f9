"""Which structs cross between a host and a worker, and how each of their fields does. Types, names and order say it all."""

import re

SCALARS = {
    "uint8_t": "UInt8", "uint32_t": "UInt32", "uint64_t": "UInt64", "int32_t": "Int32", "int64_t": "Int64", "double": "Double",
    "picker_time": "Int64", "picker_status": "Int32", "picker_flow": "UInt32",
}
# Value types without pointers: their bytes cross.
PLAIN = {"picker_rect"}


class Crossing:
    """What the description says of all structs together."""

    def __init__(self, description):
        self.structs = {each["name"]: each for each in description["structs"]}
        self.description = description

    def is_table(self, name):
        """Functions of one side that the other calls. Their pointers stay where they are."""
        fields = self.structs[name]["fields"]
        return not has(fields, "next") and any("function" in field for field in fields)

    def is_linked(self, name):
        """Requests, records and infos. What accompanies a call is made anew on the other side; no link of it crosses."""
        return has(self.structs[name]["fields"], "next") and name not in ("picker_link", "picker_call")

    def crosses(self, name):
        """Requests, records and infos without a table in them, and what a host offers that is no function."""
        fields = self.structs[name]["fields"]
        if any(self.is_table(target) for target in map(pointed_to, fields) if target in self.structs):
            return False
        return self.is_linked(name) or name.endswith("_v1") and not self.is_table(name)

    def crossing(self):
        return [each for each in self.description["structs"] if self.crosses(each["name"])]

    def linked(self):
        return [each for each in self.description["structs"] if self.is_linked(each["name"])]

    def kind(self, struct, field):
        """One of plain, link, string, bytes, strings, byteStrings, record, records, and kept for what stays with its process."""
        type_ = field["type"]
        if "function" in field or type_ == "void *":
            return "kept"
        if re.sub(r"\[\d+\]$", "", type_) in {*SCALARS, *PLAIN}:
            return "plain"
        if type_ in KINDS:
            # What the receiver gives back by a function is too large for a message, or has a life of its own.
            return "kept" if type_ == "picker_bytes" and has(struct["fields"], "release") else KINDS[type_]
        if match := re.fullmatch(r"const (\w+) \*(const \*)?", type_):
            if match[1] in self.structs:
                return "records" if match[2] else "record"
        if re.fullmatch(r"(const )?uint8_t \*(\[\d+\])?", type_):
            return "kept"
        raise ValueError(f"{struct['name']}.{field['name']}: how does {type_} cross to a worker? crossing.py does not know it")


KINDS = {
    "const picker_link *": "link", "picker_string": "string", "picker_bytes": "bytes", "const picker_string *": "strings",
    "const picker_bytes *": "byteStrings",
}


def has(fields, name):
    return any(field["name"] == name for field in fields)


def pointed_to(field):
    match = re.fullmatch(r"const (\w+) \*(?:const \*)?", field["type"])
    return match[1] if match else None


def swift_name(name):
    """`create_album` is `createAlbum`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
