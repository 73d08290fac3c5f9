"""The headers in Rust: the bindings of Examples/RustBackend, which a backend of one's own begins with."""

import re

# The fields that make a struct a function of the host that takes records.
SINK = ["struct_size", "reserved", "context", "emit"]
SCALARS = {
    "uint8_t": "u8", "uint32_t": "u32", "uint64_t": "u64", "int32_t": "i32", "int64_t": "i64", "double": "f64", "char": "u8",
    "void": "c_void",
}
# Words of the language that names of fields are.
WORDS = {"type": "kind"}


# Types of the same form, of which bindings have one.
SAME = {"picker_bytes": "picker_string"}


def bindings(description):
    sinks = {each["name"]: record_of(each) for each in description["structs"] if is_sink(each)}
    parts = [HEAD]
    parts += constants(description["constants"])
    parts += ["", *[alias(each) for each in description["types"]], ""]
    for struct in description["structs"]:
        if same := SAME.get(struct["name"]):
            parts.append(f"{comment(struct['text'], '')}pub type {name_of(struct['name'])} = {name_of(same)};\n")
        elif struct["name"] in sinks:
            parts.append(f"pub type {name_of(struct['name'])} = Sink<{name_of(sinks[struct['name']])}>;\n")
        else:
            parts.append(record(struct))
    parts += [SINK_TEXT, entry(description), checks(description)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip("\n") + "\n"


HEAD = """\
//! The backend ABI, version 1, in Rust. Made by scripts/abi-layout of Picker from its headers; do not edit.
//!
//! Names are those of the headers without `picker_` and `PICKER_`; a field `type` is `kind`. Pointers to functions are plain
//! ones, because none in a table is ever NULL (R7.1).
#![allow(dead_code, clippy::all)]

use std::os::raw::c_void;
"""

SINK_TEXT = """\
/// A function of the other side that takes records. It returns `STOP` when it wants no more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sink<Record> {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub emit: unsafe extern "C" fn(*mut c_void, *const Record) -> Flow,
}
"""


def is_sink(struct):
    return struct["name"].endswith("_sink") and [field["name"] for field in struct["fields"]] == SINK


def record_of(sink):
    return re.search(r"picker_\w+", sink["fields"][-1]["function"]["parameters"][1]["type"])[0]


def name_of(struct):
    if struct == "picker_string":
        return "Text"  # What the language calls String is another thing.
    words = re.sub(r"_v1$", "", struct.removeprefix("picker_")).split("_")
    return "".join(word.capitalize() for word in words)


def constants(all_of_them):
    """A line each, below what is said of all that belong together."""
    lines, group = [], ""
    for each in all_of_them:
        if each["group"] != group or not each["group"]:
            lines.append("")
        if each["group"] and each["group"] != group:
            lines += [f"// {line}" for line in each["group"].splitlines()]
        group = each["group"]
        lines.append(comment(each["text"], "") + constant(each))
    return lines


def constant(each):
    name, value = each["name"].removeprefix("PICKER_"), each["value"]
    if each["type"] == "string":
        return f'pub const {name}: &str = "{value}";'
    type_ = "Status" if each["type"] == "int32_t" else SCALARS[each["type"]]
    if name in ("CONTINUE", "STOP"):
        type_ = "Flow"
    if name.startswith("CAPABILITY_"):
        type_ = "u64"
    return f"pub const {name}: {type_} = {number(value)};"


def number(value):
    return f"0x{value:X}" if value > 255 and value & (value - 1) == 0 else str(value)


def comment(text, indent):
    return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in text.splitlines())


def alias(each):
    return f"{comment(each['text'], '')}pub type {name_of(each['name'])} = {SCALARS[each['type']]};"


def record(struct):
    is_plain = all(field["type"] in SCALARS for field in struct["fields"])
    derived = "#[derive(Clone, Copy, Default)]" if is_plain else "#[derive(Clone, Copy)]"
    lines = [comment(struct["text"], "").rstrip("\n"), "#[repr(C)]", derived, f"pub struct {name_of(struct['name'])} {{"]
    for field in struct["fields"]:
        text = comment(field["text"], "    ").rstrip("\n")
        lines += [text] if text else []
        lines.append(f"    pub {WORDS.get(field['name'], field['name'])}: {field_type(field)},")
    return "\n".join(line for line in lines if line) + "\n}\n"


def field_type(field):
    if "function" in field:
        return "unsafe extern \"C\" fn" + signature(field["function"])
    if array := re.fullmatch(r"(.+)\[(\d+)\]", field["type"]):
        return f"[{type_of(array[1])}; {array[2]}]"
    return type_of(field["type"])


def signature(function):
    parameters = ", ".join(type_of(each["type"]) for each in function["parameters"])
    result = "" if function["result"] == "void" else f" -> {type_of(function['result'])}"
    return f"({parameters}){result}"


def type_of(text):
    """`const picker_call *` is `*const Call`."""
    words = text.replace("struct ", "").strip()
    if words.endswith("*const *") or words.endswith("* const *"):
        return "*const " + type_of(words[: words.rindex("const")])
    if words.endswith("*"):
        target = words[:-1].strip()
        is_const = target.startswith("const ")
        return ("*const " if is_const else "*mut ") + type_of(target.removeprefix("const "))
    words = words.removeprefix("const ")
    return SCALARS.get(words) or name_of(words)


def entry(description):
    lines = []
    for function in description["entry"]:
        lines.append(comment(function["text"], "").rstrip("\n"))
        lines.append(f"pub type EntryFunction = unsafe extern \"C\" fn{signature(function)};")
    return "\n".join(lines) + "\n"


def checks(description):
    lines = ["/// What the compiler of the headers found on LP64 (R16.4).", "const _: () = {", "    use std::mem::{align_of, size_of};"]
    for struct in description["structs"]:
        name = name_of(struct["name"])
        lines.append(f"    assert!(size_of::<{name}>() == {struct['size']} && align_of::<{name}>() == {struct['alignment']});")
    return "\n".join(lines) + "\n};\n"
