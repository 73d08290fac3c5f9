"""How large files and folders may be, the words of docs/terms.md, and the form of decision records."""

import collections
import posixpath
import re
from typing import Iterator

from .project import Finding, Project

SOURCES = (".swift", ".c", ".h", ".js", ".css", ".py", ".bash")
MOST_LINES = 350
MOST_FILES = 20

# Only words that are wrong wherever they are: most others need a reader.
FORBIDDEN = {
    r"\banew\b": "again",
    r"\bmend(?:s|ed|ing)?\b": "fix, or remedy",
    r"\bmakes? no sense\b": "is invalid",
    r"\bnobody\b": "no one, nothing, or the subject",
    r"\b(?:somebody|someone|whoever)\b": "callers, the user, or the subject",
    r"\bdeployers?\b": "the administrator",
}
# Where these words are values.
SPARED = {
    # An identifier that no photo has is "nobody", also in reports that are kept.
    r"\bnobody\b": ("Sources/ConformanceKit/",),
    # The title of a check is in reports that are kept.
    r"\bdeployers?\b": ("Sources/ConformanceKit/",),
}


def file_length(project: Project) -> Iterator[Finding]:
    """A source file has at most 350 lines; most have fewer than 130. Those that a script makes are as long as they are."""
    for path in project.matching("Sources", "Plugins", "Tests", "Examples", "Benchmarks", "scripts", suffix=SOURCES):
        text = project.text(path)
        lines = text.count("\n")
        if lines > MOST_LINES and "Made by scripts/" not in text[:200]:
            yield Finding(path, lines, f"{lines} lines", path, lines)


def folder_size(project: Project) -> Iterator[Finding]:
    """A folder has at most 20 source files: more are several concepts, which get folders of their own."""
    files = project.matching("Sources", "Plugins", "Tests", "Examples", "Benchmarks", suffix=SOURCES)
    for folder, count in collections.Counter(path.rsplit("/", 1)[0] for path in files).items():
        if count > MOST_FILES:
            yield Finding(folder, 1, f"{count} source files", folder, count)


def words(project: Project) -> Iterator[Finding]:
    """Words that docs/terms.md rules out are not written, neither in comments nor in messages nor in documents."""
    pattern = re.compile("|".join(f"(?P<w{i}>{word})" for i, word in enumerate(FORBIDDEN)), re.I)
    forbidden = list(FORBIDDEN.items())
    suffixes = (".swift", ".c", ".h", ".js", ".html", ".css", ".md", ".py", ".bash")
    folders = ("Sources", "Plugins", "Tests", "Examples", "Benchmarks", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
               "SECURITY.md", "Makefile")
    for path in project.matching(*folders, suffix=(*suffixes, "Makefile")):
        if path == "docs/terms.md":
            continue
        for line, match in project.search(pattern, path, project.text(path)):
            word, instead = forbidden[int((match.lastgroup or "w0")[1:])]
            if not path.startswith(SPARED.get(word, ())):
                yield Finding(path, line, f'"{match[0]}"; write {instead}', path)


SECTIONS = ["Context", "Decision", "Considered", "Consequences"]


def decisions(project: Project) -> Iterator[Finding]:
    """Decision records have the sections and the status of the template, and the README lists them by their titles."""
    index = project.text("docs/decisions/README.md")
    for path in project.matching("docs/decisions", suffix=(".md",)):
        name = path.rsplit("/", 1)[1]
        if not re.match(r"\d{4}-", name):
            continue
        text = project.text(path)
        title = re.match(rf"# {name[:4]}: (.+)\n\nStatus: (accepted|replaced by)", text)
        if not title:
            yield Finding(path, 1, f'does not begin with "# {name[:4]}: …" and "Status: …"', path)
        elif f"| [{name[:4]}]({name}) | {title[1]} |" not in index:
            yield Finding("docs/decisions/README.md", 1, f"does not list {name} under its title", path)
        found = re.findall(r"^## (.+)$", text, re.M)
        if found != SECTIONS:
            yield Finding(path, 1, f"has the sections {', '.join(found)} instead of {', '.join(SECTIONS)}", path)


LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)")
NAMED = re.compile(r"`((?:Sources|Plugins|Tests|Benchmarks|Packages|Examples|docs|scripts)/[\w./+-]*)`")


def references(project: Project) -> Iterator[Finding]:
    """Files and folders that documents name or link to exist; decision records may name what was."""
    everything = set(project.paths) | {"/".join(p.split("/")[:n]) for p in project.paths for n in range(1, p.count("/") + 1)}
    for path in [p for p in project.paths if p.endswith(".md") and not p.startswith(("Examples/", "docs/decisions/TEMPLATE"))]:
        folder = path.rpartition("/")[0]
        for line, match in project.search(LINK, path, project.text(path)):
            target = posixpath.normpath(posixpath.join(folder, match[1]))
            if target not in everything:
                yield Finding(path, line, f"links to {target}, which does not exist", path)
        if path.startswith("docs/decisions/") or path == "CHANGELOG.md":
            continue
        for line, match in project.search(NAMED, path, project.text(path)):
            if match[1].rstrip("/") not in everything and not match[1].endswith("/NAME"):
                yield Finding(path, line, f"names {match[1]}, which does not exist", path)


RULES = {"file-length": file_length, "folder-size": folder_size, "words": words, "decisions": decisions,
         "references": references}
