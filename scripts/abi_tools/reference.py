"""docs/abi-reference.md: every function, struct and constant of the ABI, as the headers say it."""

import re

HEAD = """\
# Reference of the backend ABI, version 1

Every function, struct and constant, as the headers in `Sources/BackendAPI/include/picker` say it; made from them by `scripts/abi-layout`.
The rules are in [abi.md](abi.md). The same for programs, with offsets and types, is `Sources/BackendAPI/abi-v1.json`, which
`make install` puts beside the headers: bindings of other languages are made from it.

## Functions at a glance

Who calls them on which threads is in [Threads](abi.md#threads); each may also return what its table says of all.
"""


def reference(description):
    lines = [HEAD] + table_of_functions(description)
    headers = list(dict.fromkeys(each["header"] for each in description["structs"] + description["constants"]))
    for header in headers:
        lines.append(f"\n## picker/{header}\n")
        lines += constants([each for each in description["constants"] if each["header"] == header])
        for struct in description["structs"]:
            if struct["header"] == header:
                lines += described(struct)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"


def table_of_functions(description):
    rows = ["| function | thread | returns |", "|---|---|---|"]
    functions = [("", each) for each in description["entry"]]
    for struct in description["structs"]:
        functions += [(struct["name"] + ".", each["function"]) for each in struct["fields"] if "function" in each]
    for table, each in functions:
        returns = ", ".join(f"`{status}`" for status in each["returns"]) or returned(each)
        rows.append(f"| `{table}{each['name']}` | {each['thread'] or ''} | {returns} |")
    return rows


def returned(function):
    return "" if function["result"] == "void" else f"`{function['result']}`"


def constants(found):
    if not found:
        return []
    lines, group = [], None
    for each in found:
        if each["group"] != group or not each["group"]:
            title = f"{prose(each['group'])}\n\n" if each["group"] else ""
            if group is None or each["group"] or group:
                lines.append(f"\n{title}| constant | value | |\n|---|---|---|")
        group = each["group"]
        lines.append(f"| `{each['name']}` | {value(each)} | {cell(each['text'])} |")
    return lines


def value(each):
    if isinstance(each["value"], str):
        return f"`\"{each['value']}\"`"
    number = each["value"]
    return f"0x{number:x}" if number > 255 and number & (number - 1) == 0 else str(number)


def described(struct):
    lines = [f"\n### {struct['name']}\n", f"{struct['size']} bytes. {prose(struct['text'])}\n", "| offset | field | type | |", "|---|---|---|---|"]
    functions = []
    for field in struct["fields"]:
        is_function = "function" in field
        if is_function:
            functions.append(field["function"])
        text = "see below" if is_function and field["text"] else cell(field["text"])
        type_ = "function" if is_function else f"`{field['type']}`"
        lines.append(f"| {field['offset']} | `{field['name']}` | {type_} | {text} |")
    for function in functions:
        parameters = ", ".join(f"{each['type']} {each['name']}".replace("* ", "*") for each in function["parameters"])
        lines.append(f"\n**{function['name']}**\n\n```c\n{function['result']} {function['name']}({parameters});\n```\n")
        lines.append(prose(function["text"]))
    return lines


def prose(text):
    """Names of the interface stand as code."""
    return re.sub(r"(?<![`\w])(PICKER_[A-Z_0-9]+\*?|picker_[a-z_0-9]+(?:\.\w+)?)(?![`\w])", r"`\1`", text).replace(" *", " \\*")


def cell(text):
    return prose(" ".join(text.split())).replace("|", "\\|")
