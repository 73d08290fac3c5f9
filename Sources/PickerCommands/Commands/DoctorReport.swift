internal import PhotoModel
internal import PickerHost

/// The report of `picker doctor`.
package struct DoctorReport: Encodable {
    struct Folder: Encodable {
        let path: String
        let reason: String
    }

    struct Library: Encodable {
        let root: String
        @Nullable var selected: String?
        @Nullable var path: String?
        @Nullable var authorization: String?
        /// The title that the library gives itself, and the account that it belongs to.
        @Nullable var title: String?
        @Nullable var account: String?
        @Nullable var isRemote: Bool?
        /// What works and what does not; nil unless the library is on another machine.
        @Nullable var findings: RemoteFindings?
        @Nullable var error: String?
        var diagnostics: [DiagnosticDocument] = []

        init(root: String) { self.root = root }
    }

    let version: String
    let wanted: String
    /// Where plugins run: `in-process` or `worker`.
    let isolation: String
    /// What plugins in workers can no longer do; nil if they run in this process.
    @Nullable var confinement: [String]?
    let searchPath: [Folder]
    let backends: [BackendsDocument.Entry]
    let library: Library

    init(settings: Settings, listings: [BackendListing], library: Library) {
        version = ProductVersion.text
        wanted = settings.backend
        isolation = settings.isolation.rawValue
        confinement = settings.isolation == .worker ? BackendIsolation.confinement : nil
        searchPath = settings.registry.searchPath.folders.map { Folder(path: $0.path, reason: $0.reason.rawValue) }
        backends = BackendsDocument(listings).backends
        self.library = library
    }

    package static func message(of error: any Error) -> String {
        switch error {
        case let error as PhotoError: error.message
        case let failure as CommandFailure: failure.message
        default: String(describing: error)
        }
    }
}

extension DoctorReport {
    /// The report as text.
    var text: String {
        var lines = ["picker \(version)", "", "Backends are looked for in"]
        lines += searchPath.map { "  \(TextFormat.oneLine($0.path))  (\($0.reason))" }
        lines += ["", "Found"]
        lines += backends.isEmpty ? ["  nothing: install a backend, or name its folder with --backend-path"] : []
        lines += backends.flatMap(describe)
        lines += ["", "Plugins run " + (confinement == nil ? "in this process" : "in workers, which are confined:")]
        lines += (confinement ?? []).map { "  \($0)" }
        lines += ["", "Library \(TextFormat.oneLine(library.root))"]
        lines += describeLibrary()
        return lines.joined(separator: "\n") + "\n"
    }

    private func describe(_ entry: BackendsDocument.Entry) -> [String] {
        // The library knows the path without links.
        let isOfPath = library.path.map { $0 == entry.path || $0.hasSuffix("/" + lastPart(entry.path)) } ?? false
        let isSelected = isOfPath && library.selected == entry.id
        let state = entry.status == "usable" ? isSelected ? "selected" : "usable" : entry.status
        let priority = entry.priority.map { "priority \($0)" } ?? "priority unknown"
        var lines = ["  \(entry.id ?? "?"): \(state), \(priority), \(TextFormat.oneLine(entry.path))"]
        if let reason = entry.reason { lines.append("    \(TextFormat.oneLine(reason))") }
        lines += entry.notes.map { "    \(TextFormat.oneLine($0))" }
        return lines
    }

    private func lastPart(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

    private func describeLibrary() -> [String] {
        let findings = (library.findings?.lines ?? []).map { "  " + $0 }
        if let error = library.error { return ["  cannot be opened: \(TextFormat.oneLine(error))"] + findings }
        let wish = TextFormat.oneLine(wanted)
        var lines = ["  served by \(library.selected ?? "?") (wanted: \(wish)), \(library.authorization ?? "?")"]
        if library.isRemote == true {
            let whose = library.account.map { ", signed in as \($0)" } ?? ""
            lines.append(
                "  " + TextFormat.oneLine("\(library.title ?? library.root)\(whose); its photos are on another machine")
            )
        }
        lines += findings
        // Problems of the library as a whole are reported for its root.
        let whole = library.isRemote == true ? [] : library.diagnostics.filter { $0.relativePath == "." }
        lines += whole.map { "  " + TextFormat.oneLine($0.message) }
        let files = library.diagnostics.filter { $0.relativePath != "." }
        lines.append("  files and folders that cannot be used, or not all of them: \(files.count)")
        lines += files.prefix(20).map { "    " + TextFormat.problem($0.relativePath, $0.message) }
        if files.count > 20 { lines.append("    … see picker doctor --json for the rest") }
        return lines
    }
}
