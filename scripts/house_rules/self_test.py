"""Plants what breaks each rule into files that exist in memory alone, and expects that the rule finds it there."""

import pathlib
import sys
from typing import Callable

from .project import Finding, Project

SWIFT = "Sources/PhotoModel/Planted.swift"
# One sentence for each word that the rule about words forbids.
SENTENCES = ["Begins anew.", "Mend it.", "Makes no sense.", "Nobody holds it.", "Somebody waits.", "Whoever asks.",
             "The deployer's limits."]


def plants(project: Project) -> dict[str, list[tuple[str, str]]]:
    """For each rule, files that break it. The one that is to be reported comes first."""
    manifest = project.text("Package.swift")
    record = project.text("docs/decisions/0002-observe-blocks.md")
    anchor = '.target(name: "ABIMemory", dependencies: ["BackendAPI"'
    plugin = next(iter(project.plugins.values()))
    return {
        "layers": [("Package.swift", manifest.replace(anchor, anchor + ', "PickerHost"'))],
        "existing-targets": [("Tests/Fuzz/Package.swift", '.target(name: "Nowhere")\n')],
        "declared-imports": [(SWIFT, "import PickerHost\n")],
        "glibc": [("Plugins/Planted/Planted.swift", "public import Glibc\n")],
        "foundation": [(SWIFT, "package import FoundationEssentials\n")],
        "pointers": [("Sources/PickerServer/Planted.swift", "func f(_ bytes: UnsafeRawPointer) {}\n")],
        "plugin-names": [("Sources/PickerServer/Planted.swift", f'let best = "{plugin}"\n')],
        "unsafe-flags": [("Planted/Package.swift", 'let flags = [.unsafeFlags(["-Ounchecked"])]\n')],
        "force-try": [(SWIFT, "let value = try! make()\n")],
        "printing": [(SWIFT, 'func f() { print("x") }\n')],
        "to-do": [(SWIFT, "// TODO: more\n")],
        "reasons": [(SWIFT, "let a = 1\n\nlet value = a.first!\n")],
        "file-length": [(SWIFT, "let line = 1\n" * 351)],
        "folder-size": [("Sources/Planted", "")] + [(f"Sources/Planted/F{i}.swift", "\n") for i in range(21)],
        "words": [(SWIFT, "/// Begins anew.\n")],
        "references": [("docs/planted.md", "See `Sources/Nowhere/File.swift`.\n")],
        "decisions": [("docs/decisions/0002-observe-blocks.md", record.replace("## Considered", "## Also considered"))],
    }


# What looks like a violation and is none, in one file: comments and strings are not code.
INNOCENT = '''
/// A value; `try!` and print("x") are what this comment is about, and Glibc is not imported.
let text = "try! print( TODO UnsafeRawPointer import Glibc", difference = a != b, isFalse = !c, raw = #"a " try! "#
func pointer(_ value: Value) -> Bool { value.first ?? 1 != 2 }
'''


def run(root: pathlib.Path, rules: dict[str, Callable], check: Callable[..., list[tuple[str, Finding]]]) -> int:
    """Plants each violation and prints which rules missed theirs; 1 when one did."""
    planted = plants(Project(root))
    failures = [f"{name}: nothing is planted for it" for name in rules if name not in planted]
    for name, files in planted.items():
        overlay = {path: text for path, text in files if text}
        found = [finding.path for _, finding in check(Project(root, overlay), [name])]
        if files[0][0] not in found:
            failures.append(f"{name}: did not report what was planted in {files[0][0]}")
    for sentence in SENTENCES:
        if not any(finding.path == SWIFT for _, finding in check(Project(root, {SWIFT: f"/// {sentence}\n"}), ["words"])):
            failures.append(f"words: did not report {sentence}")
    for name, finding in check(Project(root, {SWIFT: INNOCENT}), list(rules)):
        if finding.path == SWIFT:
            failures.append(f"{name}: reported what is innocent: {finding.message}")
    stale = {"scripts/house-rules.txt": "file-length Sources/Nowhere.swift 400  # gone\n"}
    if not any("out of date" in finding.message for _, finding in check(Project(root, stale), ["file-length"])):
        failures.append("an exception that nothing needs was not reported")
    for failure in failures:
        print(f"house-rules: self-test: {failure}", file=sys.stderr)
    return 1 if failures else 0
