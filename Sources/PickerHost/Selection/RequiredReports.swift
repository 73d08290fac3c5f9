internal import Cryptography
internal import FoundationEssentials
internal import PhotoModel
internal import Platform

/// The reports of `picker conformance` without which no plugin is used: the administrator trusts them instead of the plugin.
public struct RequiredReports: Hashable, Sendable {
    /// The folders of the reports: every file in them that ends in ".json" and is a report counts, whatever its name.
    public var folders: [String]

    /// - Parameter folders: where the reports are.
    public init(folders: [String]) { self.folders = folders }

    /// The parts of a report that count.
    private struct Report: Decodable {
        let schema: Int
        let sha256: String
        /// The exit code of the run; 0 is conformant.
        let verdict: Int
        /// Set when only some of the checks were run.
        let filter: String?
        /// Set when the plugin ran in a worker, where the checks of its own process are left out.
        let isolation: String?
    }

    /// Throws unless a report of a complete run over this very file, at any level, says that it is conformant.
    ///
    /// - Returns: what is to be loaded instead of the file at the path; nil if no one else could exchange that.
    /// - Throws: `PhotoError` with `accessDenied`, which names the plugin's SHA-256 and says how to make a report; with
    ///   `changed` when another file took the plugin's place meanwhile.
    func check(_ plugin: String) throws(PhotoError) -> PluginCopy? {
        // Before the file is read: what others could write to until now is not what was read.
        let needsCopy = !PluginCopy.isUnneeded(for: plugin)
        let (content, version) = try Self.content(plugin)
        let whole = SHA256Digest(of: content)
        let digest = whole.hexadecimal
        let found = folders.flatMap(reports).filter { $0.sha256 == digest }
        if found.contains(where: { $0.verdict == 0 && $0.filter == nil && $0.isolation == nil }) {
            return try needsCopy ? PluginCopy(of: plugin, content, whole, version) : nil
        }
        let reason = found.isEmpty ? "there is no conformance report of it" : "its conformance report is not good"
        throw PhotoError(
            .accessDenied,
            "\(plugin): \(reason) (SHA-256 \(digest)) in \(folders.joined(separator: ", ")); make one with "
                + "picker conformance --report")
    }

    /// Bytes of a plugin at most: it is read whole.
    private static let largest: Int64 = 1 << 30

    /// The content of the file that is at the path, and was all the time while it was read.
    private static func content(_ plugin: String) throws(PhotoError) -> ([UInt8], FileStatus.Version) {
        // A pipe would be waited for.
        guard let file = try? OwnedDescriptor.open(plugin, [.neverWait, .noTerminal]),
            let status = try? file.borrowed.status(), status.kind == .file, status.byteSize <= largest,
            let content = try? file.borrowed.bytes(Int(status.byteSize), at: 0)
        else {
            throw PhotoError(.io, "\(plugin): cannot be read")
        }
        guard (try? FileStatus(path: plugin)) == status else {
            throw PhotoError(.changed, "\(plugin): it changed while its conformance report was looked for; try again")
        }
        return (content, status.version)
    }

    private func reports(_ folder: String) -> [Report] {
        let names = ((try? folderContents(folder)) ?? []).filter { $0.hasSuffix(".json") }
        return names.compactMap { name in
            DocumentFile.content("\(folder)/\(name)").flatMap { try? JSONDecoder().decode(Report.self, from: Data($0)) }
        }.filter { $0.schema == 1 }
    }
}
