"""What the headers say beside what a compiler sees: comments, names of parameters, which constants belong together.

They keep a form that is read here line by line (scripts/lint formats them); what does not have it is an error.
"""

import os
import re
import sys

from abi_tools import HEADERS

COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
STRUCT = re.compile(r"typedef struct (\w+) \{\n(.*?)\n\} \1;", re.S)
ALIAS = re.compile(r"typedef (\w+) (picker_\w+);")
ENTRY = re.compile(r"PICKER_EXPORT (\w+) (\w+)\(([^)]*)\);")
FUNCTION = re.compile(r"(?P<result>[\w ]+?\**) *\(\*(?P<name>\w+)\)\((?P<parameters>[^)]*)\)")
FIELD = re.compile(r"(?P<type>.+?[ *])(?P<name>\w+)(?:\[\d+\])?")


def files():
    """The headers, in the order in which `backend_api.h` includes them."""
    folder = os.path.join(HEADERS, "picker")
    with open(os.path.join(folder, "backend_api.h")) as file:
        names = re.findall(r'#include "(.+)"', file.read())
    for name in names:
        with open(os.path.join(folder, name)) as file:
            yield name, file.read()


def text_of(comment):
    """The words of a comment; paragraphs are kept."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.strip().splitlines()]
    return "\n".join(lines).strip()


def read():
    """{"constants": {name: {"group", "text", "header"}}, "structs": {name: {...}}, "aliases": {...}, "entry": {...}}"""
    found = {"constants": {}, "structs": {}, "aliases": {}, "functions": {}}
    for name, text in files():
        body = text[text.index("*/") + 2 :]
        for block in blocks(body):
            read_block(block, name, found)
    return found


def blocks(text):
    """What is between empty lines, but a struct is one block."""
    pieces, depth, lines = [], 0, []
    for line in text.splitlines():
        depth += line.count("{") - line.count("}")
        if line.strip() or depth > 0:
            lines.append(line)
        elif lines:
            pieces.append("\n".join(lines))
            lines = []
    return pieces + ["\n".join(lines)] if lines else pieces


def read_block(block, header, found):
    comments = leading_comments(block)
    if struct := STRUCT.search(block):
        title = comments[-1] if comments else ""
        found["structs"][struct[1]] = {"text": title, "header": header, "fields": fields(struct[1], struct[2])}
    elif entry := ENTRY.search(block):
        found["functions"][entry[2]] = {
            "text": comments[-1], "header": header, "result": entry[1], "parameters": parameters(entry[3])}
    elif alias := ALIAS.search(block):
        found["aliases"][alias[2]] = {"text": comments[-1] if comments else "", "type": alias[1]}
    read_constants(block[struct.end() :] if struct else block, header, found["constants"])


def leading_comments(block):
    texts, rest = [], block.lstrip()
    while match := COMMENT.match(rest):
        texts.append(text_of(match[1]))
        rest = rest[match.end() :].lstrip()
    return texts


def read_constants(block, header, constants):
    """A comment that another follows, or several constants, speaks of all of the block."""
    group, text, is_first = "", "", True
    parts = re.findall(r"/\*(.*?)\*/|^#define (PICKER_[A-Z0-9_]+) +([^\n]+)$", block, re.S | re.M)
    names = [name for _, name, _ in parts if name and not name.endswith("_H")]
    for index, (comment, name, _) in enumerate(parts):
        if comment:
            following = parts[index + 1 : index + 3]
            speaks_of_all = is_first and (
                bool(following and following[0][0]) or len(following) == 2 and not following[1][0] and len(names) > 1)
            group, text = (text_of(comment), "") if speaks_of_all else (group, text_of(comment))
            is_first = False
        elif name in names:
            constants[name] = {"group": group, "text": text, "header": header}
            text = ""


def fields(struct, body):
    """{field: {"text", and of a function "result" and "parameters"}}"""
    found, text = {}, ""
    for comment, declaration in re.findall(r"/\*(.*?)\*/|([^/;]+);", body, re.S):
        if comment:
            text = text_of(comment)
            continue
        declaration = " ".join(declaration.split())
        if function := FUNCTION.fullmatch(declaration):
            found[function["name"]] = {
                "text": text, "result": function["result"].strip(), "parameters": parameters(function["parameters"])}
        elif field := FIELD.fullmatch(declaration):
            found[field["name"]] = {"text": text}
        else:
            sys.exit(f"abi-layout: {struct}: cannot read \"{declaration}\"")
        text = ""
    return found


def parameters(text):
    """[{"name", "type"}]"""
    found = []
    for part in " ".join(text.split()).split(","):
        match = FIELD.fullmatch(part.strip())
        if not match:
            sys.exit(f"abi-layout: cannot read the parameter \"{part}\"")
        found.append({"name": match["name"], "type": match["type"].strip()})
    return found
