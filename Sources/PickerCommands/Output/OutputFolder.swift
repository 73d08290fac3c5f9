internal import FoundationEssentials
internal import Platform

/// A folder that a command writes into.
package struct OutputFolder: Sendable {
    package let path: String

    /// Makes the folder when it is missing, with those above it.
    package init(_ path: String) throws(CommandFailure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            var isFolder = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            let reason = exists && !isFolder ? "there is a file of that name" : "check its permissions"
            throw CommandFailure(.cannotWrite, "\(path): cannot be created: \(reason)")
        }
    }

    /// Tries whether files can be made in it; leaves none.
    package func check() throws(CommandFailure) {
        do throws(CommandFailure) {
            _ = try AtomicFile(path: "\(path)/picker-check")
        } catch {
            throw CommandFailure(
                .cannotWrite, "\(path): no files can be made in it: check its permissions and its disk")
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
        try OutputTarget("\(path)/\(name)").write(bytes)
    }
}

extension OutputFolder {
    /// Refuses a folder in which a library would find what is written as photos of its own.
    ///
    /// - Parameter root: the library's folder, canonical. Hidden folders inside it are fine: it does not look there.
    static func check(_ path: String, isOutside root: String) throws(CommandFailure) {
        let folder = root.hasSuffix("/") ? root : root + "/"
        let place = canonical(path) + "/"
        guard place.hasPrefix(folder) else { return }
        let inside = place.dropFirst(folder.count).split(separator: "/")
        guard !inside.contains(where: { $0.hasPrefix(".") }) else { return }
        throw CommandFailure(
            .usage,
            "\(path): is inside the library, which would take what is written for photos; choose another folder")
    }

    /// The path without links and "..", also when its end does not exist yet.
    private static func canonical(_ path: String) -> String {
        var existing = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var rest = ""
        while existing.count > 1 {
            if let resolved = try? canonicalPath(existing) { return resolved + rest }
            let slash = existing.lastIndex(of: "/") ?? existing.startIndex
            let last = existing[existing.index(after: slash)...]
            if !last.isEmpty { rest = "/\(last)" + rest }
            existing = String(existing[..<slash])
        }
        return rest
    }
}
