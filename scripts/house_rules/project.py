"""The files of the project as the rules see them: text, Swift's code without its comments, targets of Package.swift."""

import functools
import pathlib
import re
import subprocess
from typing import Iterator, NamedTuple


class Finding(NamedTuple):
    """One line that breaks a rule. `subject` is what an exception names: a file, or a folder with a number of files."""

    path: str
    line: int
    message: str
    subject: str = ""
    count: int = 0


class Target(NamedTuple):
    """A target of Package.swift."""

    name: str
    kind: str
    folder: str
    targets: frozenset[str]
    products: frozenset[str]


# Comments first, then strings of every form, so that neither hides the other.
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|(?P<hashes>\#+)"""(?s:.*?)"""(?P=hashes)|(?P<hash>\#+)"[^\n]*?"(?P=hash)'
    r'|"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"',
    re.S,
)


def blanked(text: str) -> str:
    """Spaces in place of everything but line ends, so that lines and columns stay what they were."""
    return re.sub(r"[^\n]", " ", text)


class Project:
    """The project's files, with some that exist in memory alone laid over them."""

    def __init__(self, root: pathlib.Path, overlay: dict[str, str | None] | None = None):
        self.root = root
        self.overlay = overlay or {}

    @functools.cached_property
    def paths(self) -> list[str]:
        """The paths of all files that git knows or would add, without symbolic links."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=self.root, check=True, capture_output=True).stdout.decode().split("\0")
        real = {path for path in listed if path and (self.root / path).is_file() and not (self.root / path).is_symlink()}
        real |= {path for path, text in self.overlay.items() if text is not None}
        return sorted(real - {path for path, text in self.overlay.items() if text is None})

    def matching(self, *folders: str, suffix: tuple[str, ...] = (".swift",)) -> list[str]:
        """Files below these folders whose names end so."""
        return [p for p in self.paths if p.endswith(suffix) and any(p.startswith(f"{f}/") or p == f for f in folders)]

    @functools.cache
    def text(self, path: str) -> str:
        """What is in a file; nothing where that is no text."""
        if path in self.overlay:
            return self.overlay[path] or ""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return ""

    @functools.cache
    def code(self, path: str) -> str:
        """A Swift or C file with blanks for comments and strings."""
        return TOKEN.sub(lambda token: blanked(token[0]), self.text(path))

    @functools.cache
    def code_and_strings(self, path: str) -> str:
        """A Swift or C file with blanks for comments."""
        return TOKEN.sub(lambda token: blanked(token[0]) if token[0][0] == "/" else token[0], self.text(path))

    @functools.cache
    def comments(self, path: str) -> str:
        """A Swift or C file with blanks for everything but comments."""
        kept, end = [], 0
        text = self.text(path)
        for token in TOKEN.finditer(text):
            kept.append(blanked(text[end : token.start()]))
            kept.append(token[0] if token[0][0] == "/" else blanked(token[0]))
            end = token.end()
        return "".join(kept) + blanked(text[end:])

    def search(self, pattern: re.Pattern[str], path: str, text: str) -> Iterator[tuple[int, re.Match[str]]]:
        """Each line number and match of a pattern in a text that was made of this file."""
        for number, line in enumerate(text.split("\n"), 1):
            for match in pattern.finditer(line):
                yield number, match

    IMPORT = re.compile(
        r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
        r"import\s+(?:(?:struct|class|enum|func|var|let|protocol|typealias)\s+)?(\w+)"
    )

    def imports(self, path: str) -> list[tuple[int, str]]:
        """Line and module of each import of a Swift file."""
        return [(line, match[1]) for line, match in self.search(self.IMPORT, path, self.code(path))]

    @functools.cached_property
    def targets(self) -> dict[str, Target]:
        """The targets of Package.swift by name, in its order."""
        return {target.name: target for target in read_targets(self.text("Package.swift"))}

    def target_of(self, path: str) -> Target | None:
        """The target that a file belongs to: that of the longest folder."""
        owners = [t for t in self.targets.values() if path.startswith(t.folder + "/")]
        return max(owners, key=lambda target: len(target.folder), default=None)

    def reachable(self, name: str) -> set[str]:
        """All targets that one depends on, directly or not."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            target = self.targets.get(waiting.pop())
            for each in (target.targets - found) if target else ():
                found.add(each)
                waiting.append(each)
        return found

    @functools.cached_property
    def plugins(self) -> dict[str, str]:
        """The identifier of each plugin, by its folder."""
        manifests = [p for p in self.paths if re.fullmatch(r"Plugins/\w+/(Manifest/)?[\w-]+\.backend\.json", p)]
        return {p.split("/")[1]: p.rsplit("/", 1)[1].removesuffix(".backend.json") for p in manifests}


DECLARATION = re.compile(r"\.(target|executableTarget|testTarget|systemLibrary|macro|plugin)\(\s*name:\s*\"([^\"]+)\"")
FOLDERS = {"testTarget": "Tests"}


def read_targets(manifest: str) -> Iterator[Target]:
    """The targets that a Package.swift declares, read as text: `swift package dump-package` takes seconds."""
    text = re.sub(r"^\s*//[^\n]*", "", manifest, flags=re.M)
    for match in DECLARATION.finditer(text):
        body = balanced(text, match.end(1))
        dependencies = list_after(body, "dependencies:")
        products = re.findall(r'\.product\(\s*name:\s*"([^"]+)"', dependencies)
        rest = re.sub(r"\.product\([^)]*\)", "", dependencies)
        folder = re.search(r'path:\s*"([^"]+)"', body)
        yield Target(
            match[2], match[1], folder[1] if folder else f"{FOLDERS.get(match[1], 'Sources')}/{match[2]}",
            frozenset(re.findall(r'"([^"]+)"', rest)), frozenset(products),
        )


def balanced(text: str, start: int, pair: str = "()") -> str:
    """What is between the bracket at or after `start` and the one that closes it."""
    begin = text.index(pair[0], start)
    depth = 0
    for position in range(begin, len(text)):
        depth += (text[position] == pair[0]) - (text[position] == pair[1])
        if depth == 0:
            return text[begin + 1 : position]
    return text[begin + 1 :]


def list_after(body: str, label: str) -> str:
    """What is in the list of an argument; nothing where there is no such argument."""
    return balanced(body, body.index(label), "[]") if label in body else ""
