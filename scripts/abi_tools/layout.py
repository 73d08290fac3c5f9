"""The layout as text, for reviews, and as assertions, for compilers."""

import re

HEAD = "# ABI version 1 on LP64, made by scripts/abi-layout: fields as \"offset +size name: type\".\n"


def snapshot(measured):
    return HEAD + measured


def assertions(measured):
    lines = [ASSERTIONS_HEAD, ""]
    for line in measured.splitlines():
        if struct := re.match(r"struct (\w+) size (\d+) align (\d+)", line):
            name = struct[1]
            lines.append(f"STRUCT({name}, {struct[2]}, {struct[3]});")
        elif field := re.match(r"  (\d+) \+(\d+) (\w+):", line):
            lines.append(f"FIELD({name}, {field[3]}, {field[1]}, {field[2]});")
    return "\n".join(lines) + "\n\n#endif\n"


ASSERTIONS_HEAD = """/*
 * Made by scripts/abi-layout from the headers: holds every size and offset of ABI version 1 (R17).
 */
#include "picker/backend_api.h"

#if defined(__LP64__)

#define STRUCT(name, size, alignment) \\
    PICKER_STATIC_ASSERT(sizeof(name) == (size) && _Alignof(name) == (alignment), #name " changed its size")
#define FIELD(name, field, offset, size)                                                            \\
    PICKER_STATIC_ASSERT(offsetof(name, field) == (offset) && sizeof(((name *)0)->field) == (size), \\
                         #name "." #field " moved or changed its size")"""
