"""Calls a plugin through bindings that are made from abi-v1.json alone: call_by_description.py DESCRIPTION PLUGIN

Prints id, name and version, as the plugin's `info` says them. What the description says of sizes and offsets has to be what
ctypes makes of its types.
"""

import ctypes
import json
import re
import sys

SCALARS = {
    "uint8_t": ctypes.c_uint8, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64, "double": ctypes.c_double, "char": ctypes.c_char,
}


class Bindings:
    """Classes of ctypes for the structs of a description, by their names."""

    def __init__(self, description):
        self.aliases = {each["name"]: each["type"] for each in description["types"]}
        self.classes = {each["name"]: type(each["name"], (ctypes.Structure,), {}) for each in description["structs"]}
        for struct in description["structs"]:
            made = self.classes[struct["name"]]
            made._fields_ = [(field["name"], self.field(field)) for field in struct["fields"]]
        for struct in description["structs"]:
            self.check(struct)

    def field(self, field):
        if "function" in field:
            return self.function(field["function"])
        if array := re.fullmatch(r"(.+)\[(\d+)\]", field["type"]):
            return self.type(array[1]) * int(array[2])
        return self.type(field["type"])

    def function(self, function):
        result = None if function["result"] == "void" else self.type(function["result"])
        return ctypes.CFUNCTYPE(result, *[self.type(each["type"]) for each in function["parameters"]])

    def type(self, text):
        text = text.removeprefix("const ").removeprefix("struct ").strip()
        if text.endswith("*"):
            return ctypes.c_void_p
        return SCALARS.get(text) or self.classes.get(text) or self.type(self.aliases[text])

    def check(self, struct):
        made = self.classes[struct["name"]]
        sizes = (ctypes.sizeof(made), ctypes.alignment(made))
        assert sizes == (struct["size"], struct["alignment"]), f"{struct['name']}: {sizes}"
        for field in struct["fields"]:
            place = getattr(made, field["name"])
            assert (place.offset, place.size) == (field["offset"], field["size"]), f"{struct['name']}.{field['name']}"


def sized(made):
    value = made()
    value.struct_size = ctypes.sizeof(made)
    return value


def host(bindings):
    table = sized(bindings.classes["picker_host"])
    fields = dict(type(table)._fields_)
    table.log = fields["log"](lambda *_: None)
    table.monotonic_time = fields["monotonic_time"](lambda *_: 0)
    table.get_extension = fields["get_extension"](lambda *_: None)
    return table


def main(description_path, plugin_path):
    with open(description_path) as file:
        description = json.load(file)
    bindings = Bindings(description)
    (entry,) = description["entry"]
    function = bindings.function(entry)((entry["name"], ctypes.CDLL(plugin_path)))
    table = host(bindings)
    request = sized(bindings.classes["picker_entry_request"])
    request.host = ctypes.addressof(table)
    backend, error = sized(bindings.classes["picker_backend"]), sized(bindings.classes["picker_error"])
    assert function(ctypes.addressof(request), ctypes.addressof(backend), ctypes.addressof(error)) == 0
    info = sized(bindings.classes["picker_backend_info"])
    assert backend.info(backend.context, ctypes.addressof(info), ctypes.addressof(error)) == 0
    print(*[ctypes.string_at(text.data, text.length).decode() for text in (info.id, info.name, info.version)], sep="\n")
    backend.destroy(backend.context)


if __name__ == "__main__":
    main(*sys.argv[1:])
