"""Pointers, names of plugins, and what switches the compiler's checks off."""

import re
from typing import Iterator

from .project import Finding, Project, balanced

BARE_POINTER = re.compile(r"\bUnsafe(?:Mutable)?(?:Raw)?Pointer\b|\bOpaquePointer\b|\bUnmanaged\b|\bCVaListPointer\b")
POINTER = re.compile(BARE_POINTER.pattern + r"|\bUnsafe(?:Mutable)?(?:Raw)?BufferPointer\b")

# Where structs of the ABI are read and filled.
ABI_POINTERS = (
    "Sources/ABIMemory/", "Sources/BackendKit/Bridge/", "Sources/BackendWorker/", "Sources/PickerHost/Bridge/",
    "Sources/PickerHost/Loading/", "Sources/ConformanceKit/Harness/", "Sources/ConformanceKit/Guest/",
)

# Where pixels, C libraries and the system are.
OTHER_POINTERS = (
    "Sources/HEIFImaging/", "Sources/HTTPClient/", "Sources/Imaging/", "Sources/PhotoModel/Pixels/", "Sources/Platform/", "Sources/PostgresClient/", "Sources/RAWImaging/", "Sources/StillImaging/",
    "Sources/VideoConversion/", "Sources/VideoMedia/",
)


def pointers(project: Project) -> Iterator[Finding]:
    """Pointers of the ABI stay in the bridges; others without a length in the codec modules, PhotoModel/Pixels and Platform."""
    for path in project.matching("Sources", "Plugins"):
        if path.startswith(ABI_POINTERS):
            continue
        is_of_abi = any(module in {"BackendAPI", "ABIMemory"} for _, module in project.imports(path))
        if path.startswith(OTHER_POINTERS) and not is_of_abi:
            continue
        first = next(project.search(POINTER if is_of_abi else BARE_POINTER, path, project.code(path)), None)
        if first:
            yield Finding(path, first[0], f"{first[1][0]} outside of the {'bridges' if is_of_abi else 'modules for it'}", path)


def plugin_names(project: Project) -> Iterator[Finding]:
    """No source outside of a plugin knows its name: what differs between backends is asked through capabilities."""
    names = [folder for folder in project.plugins] + [name for name in project.plugins.values() if "-" in name]
    single = [name for name in project.plugins.values() if "-" not in name]
    pattern = re.compile("|".join(map(re.escape, names)) + "|" + "|".join(rf'(?:==|case) *"{name}"' for name in single))
    for path in project.matching("Sources", suffix=(".swift", ".c", ".h", ".js", ".html")):
        for line, match in project.search(pattern, path, project.text(path)):
            yield Finding(path, line, f"names a plugin: {match[0]}", path)


def unsafe_flags(project: Project) -> Iterator[Finding]:
    """A manifest passes unsafe flags for the export map of plugins and for nothing else."""
    for path in [p for p in project.paths if p.endswith("Package.swift")]:
        text = project.code_and_strings(path)
        for match in re.finditer(r"unsafeFlags", text):
            if "--version-script=" not in balanced(text, match.end()):
                yield Finding(path, text.count("\n", 0, match.start()) + 1, "unsafeFlags without the export map", path)


def force_try(project: Project) -> Iterator[Finding]:
    """There is no `try!`: an error is handled or thrown."""
    for path in project.matching("Sources", "Plugins", "Examples", "Tests", "Benchmarks"):
        for line, _ in project.search(re.compile(r"\btry!"), path, project.code(path)):
            yield Finding(path, line, "try!", path)


def printing(project: Project) -> Iterator[Finding]:
    """Libraries do not print: what they have to say is returned, thrown or logged."""
    pattern = re.compile(r"(?<![\w.])(?:debugPrint|print|dump)\(")
    for path in project.matching("Sources", "Plugins"):
        target = project.target_of(path)
        if target and target.kind == "executableTarget":
            continue
        for line, match in project.search(pattern, path, project.code(path)):
            yield Finding(path, line, match[0] + "…)", path)


def to_do(project: Project) -> Iterator[Finding]:
    """Nothing is left to do in comments: it is done, or it is an issue."""
    suffixes = (".swift", ".c", ".h", ".js", ".css")
    for path in project.matching("Sources", "Plugins", "Examples", "Tests", "Benchmarks", suffix=suffixes):
        for line, match in project.search(re.compile(r"\b(?:TODO|FIXME|XXX)\b"), path, project.comments(path)):
            yield Finding(path, line, match[0], path)


SWITCHED_OFF = re.compile(r"@unchecked\b|nonisolated\(unsafe\)|\bunsafeBitCast\b|\bas!|@preconcurrency\b")
# A value, not the name of a type: `Type!` is how C's pointers are written.
FORCED = re.compile(r"(?:\b[a-z_]\w*|[)\]])!(?![=\w(])")


def reasons(project: Project) -> Iterator[Finding]:
    """What the compiler does not check has its reason beside it: in a comment of that line or of the lines before it."""
    for path in project.matching("Sources", "Plugins"):
        comments = project.comments(path).split("\n")
        code = project.code(path).split("\n")
        for index, line in enumerate(code):
            match = SWITCHED_OFF.search(line) or FORCED.search(line)
            if match and not has_reason(comments, code, index):
                yield Finding(path, index + 1, f"{match[0]} without its reason", path)


def has_reason(comments: list[str], code: list[str], index: int) -> bool:
    """A comment in the line, or above it with nothing but lines of the same statement or declaration between."""
    if comments[index].strip():
        return True
    for above in range(index - 1, max(index - 6, -1), -1):
        if comments[above].strip():
            return True
        if not code[above].strip() or code[above].strip() == "}":
            return False
    return False


RULES = {
    "pointers": pointers, "plugin-names": plugin_names, "unsafe-flags": unsafe_flags, "force-try": force_try,
    "printing": printing, "to-do": to_do, "reasons": reasons,
}
