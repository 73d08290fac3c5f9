"""Who may import what."""

import re
from typing import Iterator

from .project import Finding, Project, read_targets

# What each of these may depend on, directly or not, of this package. The others are held by the two sides below.
MAY_REACH = {
    "BackendAPI": set(),
    "CPlatform": set(),
    "Platform": {"CPlatform"},
    "PhotoModel": {"CPlatform", "Platform"},
    "ABIMemory": {"BackendAPI", "CPlatform", "PhotoModel", "Platform"},
    "BackendKit": {"ABIMemory", "BackendAPI", "CPlatform", "PhotoModel", "Platform"},
    "BackendWorker": {"ABIMemory", "BackendAPI", "CImaging", "CPlatform", "Imaging", "PhotoModel", "Platform"},
    "CImaging": set(),
    "Imaging": {"CImaging", "CPlatform", "PhotoModel", "Platform"},
    "HTTPClient": {"CHTTP", "CPlatform", "PhotoModel", "Platform"},
    "PostgresClient": {"CPlatform", "CPostgres", "PhotoModel", "Platform"},
    "PickingSessions": {"CPlatform", "PhotoModel", "Platform"},
}

# The host and what is built on it; backends and what they share. Neither may reach the other.
HOST_SIDE = {"BackendWorker", "PickerHost", "PickerCommands", "PickerServer", "PickerPage", "ConformanceKit"}
BACKEND_SIDE = {"BackendKit", "BackendServing", "IndexServing", "PhotoFolder", "PhotoIndex", "HEIFImaging", "RAWImaging",
                "StillImaging"}

# Libraries of others, and the modules that may depend on them.
PRODUCTS = {
    "ArgumentParser": {"PickerCommands", "picker-server"},
    "GRDB": {"PhotoIndex", "SessionStorage"},
    "GRDBSQLite": {"PhotoIndex"},
    "Hummingbird": {"PickerServer"},
    "NIOCore": {"PickerServer"},
    "ServiceLifecycle": {"PickerServer", "picker-server"},
}

# C that belongs to the codec modules alone, and the module of each.
C_LIBRARIES = {"CImaging": "Imaging", "CHEIF": "HEIFImaging", "CRAW": "RAWImaging", "CStills": "StillImaging",
               "CVideo": "VideoMedia", "CVideoConversion": "VideoConversion", "CHTTP": "HTTPClient",
               "CPostgres": "PostgresClient"}
# Conversions write with the same libraries that VideoMedia reads with.
SHARED_C_LIBRARIES = {("CVideoConversion", "CVideo"), ("VideoConversion", "CVideo")}

# Plugins start without Foundation, and so must everything that is linked into them; GRDB brings it to the index.
WITHOUT_FOUNDATION = [
    "ABIMemory", "BackendAPI", "BackendKit", "BackendServing", "BackendWorker", "ConversionProcess", "HEIFImaging", "HTTPClient", "Imaging",
    "IndexServing",
    "PhotoFolder", "PhotoModel", "Platform", "PostgresClient", "RAWImaging", "StillImaging",
    "VideoConversion", "VideoMedia",
]


def product_targets(project: Project):
    """The targets that are shipped: not tests, not benchmarks."""
    return [t for t in project.targets.values() if t.folder.startswith(("Sources/", "Plugins/"))]


def manifest_line(project: Project, name: str) -> int:
    """The line of Package.swift that declares a target."""
    lines = project.text("Package.swift").split("\n")
    return next((n for n, line in enumerate(lines, 1) if re.search(rf'name:\s*"{re.escape(name)}"[,)]', line)
                 and ".library" not in line and ".executable(" not in line and ".product" not in line), 1)


def layers(project: Project) -> Iterator[Finding]:
    """The host never imports a plugin or what plugins share, plugins never the host; lower layers import what is named."""
    plugins = {t.name for t in project.targets.values() if t.folder.startswith("Plugins/")}
    # A program of a plugin is a part of it.
    executables = {t.name for t in product_targets(project) if t.kind == "executableTarget"} - plugins
    for target in product_targets(project):
        reached = project.reachable(target.name)
        line = manifest_line(project, target.name)
        wrong: set[str] = set()
        if target.name in MAY_REACH:
            wrong |= reached - MAY_REACH[target.name]
        if target.name in HOST_SIDE | executables:
            wrong |= reached & (BACKEND_SIDE | plugins)
        if target.name in BACKEND_SIDE | plugins:
            wrong |= reached & (HOST_SIDE | executables)
        if target.name in plugins:
            # A part of a plugin that tests link, or a program of it, is a target of its own, inside of the plugin's folder.
            folder = "/".join(target.folder.split("/")[:2]) + "/"
            wrong |= {p for p in reached & plugins if not (project.targets[p].folder + "/").startswith(folder)}
        if wrong:
            yield Finding("Package.swift", line, f"{target.name} may not depend on {', '.join(sorted(wrong))}", target.name)
        for product in sorted(target.products):
            if target.name not in PRODUCTS.get(product, {target.name}):
                yield Finding("Package.swift", line, f"{target.name} may not depend on {product}", target.name)
        for library in sorted(target.targets & C_LIBRARIES.keys() - {target.name}):
            if target.name != C_LIBRARIES[library] and (target.name, library) not in SHARED_C_LIBRARIES:
                yield Finding("Package.swift", line, f"{library} is for {C_LIBRARIES[library]} alone", target.name)


def existing_targets(project: Project) -> Iterator[Finding]:
    """Manifests over the sources of this repository name modules that exist, under the names that they have."""
    folders = {path.rpartition("/")[0] for path in project.paths}
    for manifest in ("Package.swift", "Packages/BackendKit/Package.swift", "Tests/Fuzz/Package.swift"):
        text = project.text(manifest)
        for target in read_targets(text):
            # Both other packages have the sources of this one at the same path; a path of their own is not a module.
            if f'path: "{target.folder}"' in text and manifest != "Package.swift":
                continue
            if not any(folder == target.folder or folder.startswith(target.folder + "/") for folder in folders):
                line = text[: text.index(f'"{target.name}"')].count("\n") + 1
                yield Finding(manifest, line, f"there is no folder {target.folder}", manifest)


def declared_imports(project: Project) -> Iterator[Finding]:
    """A file imports only modules of this package that its target declares as dependencies in Package.swift."""
    for path in project.matching("Sources", "Plugins", "Tests", "Benchmarks"):
        target = project.target_of(path)
        for line, module in project.imports(path):
            name = module.replace("_", "-") if module not in project.targets else module
            if target and name in project.targets and name not in target.targets | {target.name}:
                yield Finding(path, line, f"{target.name} does not declare its dependency on {name}")


def glibc(project: Project) -> Iterator[Finding]:
    """Glibc, Musl and Darwin are imported in Sources/Platform alone; everything else calls Platform."""
    counts: dict[str, list[Finding]] = {}
    for path in project.matching("Sources", "Plugins"):
        for line, module in project.imports(path):
            if module in {"Glibc", "Musl", "Darwin"} and not path.startswith("Sources/Platform/"):
                folder = "/".join(path.split("/")[:2])
                counts.setdefault(folder, []).append(Finding(path, line, f"import {module}", folder))
    for found in counts.values():
        yield from (finding._replace(count=len(found)) for finding in found)


def foundation(project: Project) -> Iterator[Finding]:
    """Foundation is not imported by plugins and what is linked into them, because loading it takes longer than all else."""
    for path in project.matching("Plugins", *(f"Sources/{module}" for module in WITHOUT_FOUNDATION)):
        target = project.target_of(path)
        if target and target.kind == "executableTarget":
            continue
        for line, module in project.imports(path):
            if module.startswith("Foundation"):
                yield Finding(path, line, f"import {module}", path)


RULES = {
    "layers": layers, "existing-targets": existing_targets, "declared-imports": declared_imports, "glibc": glibc,
    "foundation": foundation,
}
