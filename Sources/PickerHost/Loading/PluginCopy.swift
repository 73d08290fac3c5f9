internal import BackendWorker
internal import Cryptography
internal import PhotoModel
internal import Platform

/// The content of a plugin's file in sealed memory, which no one can change or exchange between the look at its report and its
/// loading (docs/decisions/0182-loading-what-a-report-is-of.md).
struct PluginCopy: Sendable {
    /// The plugin's file when it was read.
    let version: FileStatus.Version
    let digest: SHA256Digest
    let file: PassedDescriptor

    /// - Throws: `PhotoError` with `io` if there is no memory or no descriptor for it.
    init(
        of plugin: String, _ content: [UInt8], _ digest: SHA256Digest, _ version: FileStatus.Version
    ) throws(PhotoError) {
        (self.version, self.digest) = (version, digest)
        do throws(SystemError) {
            let memory = try MemoryFile.make(byteCount: content.count)
            try memory.borrowed.write(content)
            try memory.borrowed.seal()
            file = PassedDescriptor(memory)
        } catch {
            throw PhotoError(.io, "\(plugin): no copy of it can be made in memory", systemErrno: error.code)
        }
    }

    /// Where the dynamic linker of this process finds it, for as long as `file` lives.
    var path: String? { file.descriptor.map { "/proc/self/fd/\($0.number)" } }

    /// Whether only this user and the administrator can write to a file, or put another one in its place. Such a file is loaded
    /// from its own path, by which it finds the libraries beside it ($ORIGIN).
    static func isUnneeded(for plugin: String) -> Bool {
        guard var path = try? canonicalPath(plugin) else { return false }
        var isFolder = false
        while true {
            guard let status = try? FileStatus(path: path), isLeftAlone(status, isFolder) else { return false }
            if path == "/" { return true }
            path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
            if path.isEmpty { path = "/" }
            isFolder = true
        }
    }

    private static func isLeftAlone(_ status: FileStatus, _ isFolder: Bool) -> Bool {
        guard status.owner == 0 || status.owner == CurrentProcess.user else { return false }
        // In a folder with the sticky bit, as /tmp, others cannot rename or remove what is not theirs.
        return status.permissions & 0o022 == 0 || isFolder && status.permissions & 0o1000 != 0
    }
}
