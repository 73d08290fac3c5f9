"""What the compiler says of the headers: the structs, where their fields are, and the values of the constants."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from abi_tools import HEADERS, INCLUDE


def find_clang():
    beside_swift = os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "/")), "clang")
    for candidate in (os.environ.get("CLANG"), shutil.which("clang"), beside_swift):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    sys.exit("abi-layout: no clang; set CLANG or put it into PATH")


def clang(arguments, source):
    command = [find_clang(), "-std=c11", "-I", HEADERS, *arguments, "-x", "c", "-"]
    result = subprocess.run(command, input=source, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"abi-layout: {command[0]} failed:\n{result.stderr}")
    return result.stdout


def structs_of_headers():
    """[(struct, [(field, type)])] in the order of the headers."""
    tree = json.loads(clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"], INCLUDE))
    records = [node for node in tree["inner"] if is_ours(node)]
    return [(record["name"], fields_of(record)) for record in records]


def is_ours(node):
    complete = node["kind"] == "RecordDecl" and node.get("completeDefinition")
    return complete and node.get("name", "").startswith("picker_")


def fields_of(record):
    fields = [node for node in record["inner"] if node["kind"] == "FieldDecl"]
    return [(field["name"], field["type"]["qualType"]) for field in fields]


def constants_of_headers():
    """Names of the macros that stand for a value."""
    macros = clang(["-E", "-dM"], INCLUDE)
    return sorted(re.findall(r"^#define (PICKER_[A-Z0-9_]+) (?!extern\b|__attribute__|PICKER_EXTERN_C)\S", macros, re.M))


def measured():
    """The lines of the layout, printed by a program that the compiler laid out."""
    lines = [INCLUDE, "#include <inttypes.h>", "#include <stdio.h>", PRINT_CONSTANT, "int main(void) {"]
    for name, fields in structs_of_headers():
        lines.append(f'printf("struct {name} size %zu align %zu\\n", sizeof({name}), _Alignof({name}));')
        for field, kind in fields:
            member = f"offsetof({name}, {field}), sizeof((({name} *)0)->{field})"
            lines.append(f'printf("  %zu +%zu {field}: {kind}\\n", {member});')
    lines += [f'CONSTANT("{name}", {name})' for name in constants_of_headers()]
    lines.append("return 0; }")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "measure")
        clang(["-o", program], "\n".join(lines))
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


PRINT_CONSTANT = """
static void number(const char *name, long long value) { printf("constant %s %lld\\n", name, value); }
static void natural(const char *name, unsigned long long value) { printf("constant %s %llu\\n", name, value); }
static void text(const char *name, const char *value) { printf("constant %s \\"%s\\"\\n", name, value); }
#define CONSTANT(name, value) _Generic((value), char *: text, unsigned: natural, unsigned long: natural, \\
    unsigned long long: natural, default: number)(name, value);
"""


def parsed(lines):
    """Of the layout: ({struct: {"size", "alignment", "fields": {name: (offset, size, type)}}}, {constant: value})"""
    structs, constants = {}, {}
    for line in lines.splitlines():
        if struct := re.match(r"struct (\w+) size (\d+) align (\d+)", line):
            fields = {}
            structs[struct[1]] = {"size": int(struct[2]), "alignment": int(struct[3]), "fields": fields}
        elif field := re.match(r"  (\d+) \+(\d+) (\w+): (.*)", line):
            fields[field[3]] = (int(field[1]), int(field[2]), field[4])
        elif constant := re.match(r"constant (\w+) (.*)", line):
            constants[constant[1]] = json.loads(constant[2])
    return structs, constants
