internal import Cryptography
internal import FoundationEssentials
internal import PhotoModel
internal import Platform

/// Reports of `picker conformance` without which no plugin is taken: what an administrator trusts instead of the
/// plugin.
public struct RequiredReports: Hashable, Sendable {
    /// The folder of reports: each file with a name in ".json" that is one counts, whatever it is called.
    public var folders: [String]

    /// - Parameter folders: where reports are.
    public init(folders: [String]) { self.folders = folders }

    /// What of a report counts.
    private struct Report: Decodable {
        let schema: Int
        let sha256: String
        /// The exit code of the run; 0 is conformant.
        let verdict: Int
        /// Some of the checks only.
        let filter: String?
        /// Not all of the checks: those of the plugin's own process are left out in a worker.
        let isolation: String?
    }

    /// Fails unless a whole run over this very file said that it is conformant, whatever the level.
    ///
    /// - Throws: `PhotoError` with `accessDenied` that names the plugin's SHA-256, and how a report is made.
    func check(_ plugin: String) throws(PhotoError) {
        guard (try? FileStatus(path: plugin).kind) == .file, let digest = SHA256Digest(fileAt: plugin)?.hexadecimal
        else {
            throw PhotoError(.io, "\(plugin): cannot be read")
        }
        let found = folders.flatMap(reports).filter { $0.sha256 == digest }
        if found.contains(where: { $0.verdict == 0 && $0.filter == nil && $0.isolation == nil }) { return }
        let reason = found.isEmpty ? "there is no conformance report of it" : "its conformance report is not good"
        throw PhotoError(
            .accessDenied,
            "\(plugin): \(reason) (SHA-256 \(digest)) in \(folders.joined(separator: ", ")); make one with "
                + "picker conformance --report")
    }

    private func reports(_ folder: String) -> [Report] {
        let names = ((try? folderContents(folder)) ?? []).filter { $0.hasSuffix(".json") }
        return names.compactMap { name in
            DocumentFile.content("\(folder)/\(name)").flatMap { try? JSONDecoder().decode(Report.self, from: Data($0)) }
        }.filter { $0.schema == 1 }
    }
}
