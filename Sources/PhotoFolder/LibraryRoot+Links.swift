internal import Platform

extension LibraryRoot {
    /// The most links that are followed: as many as Linux follows.
    private static let linkLimit = 40

    /// Resolves `path` to a path from the root that contains no symbolic links.
    ///
    /// The answer may be out of date at once, so the result is opened without following links.
    ///
    /// - Throws: `leavesLibrary` if it leads out of the root, `linkLoop`, `notFound`, `accessDenied` or `io`.
    package func canonicalPath(of path: [UInt8]) throws(FolderError) -> [UInt8] {
        let text = String(decoding: path, as: UTF8.self)
        var pending: [[UInt8]] = parts(path).reversed()
        var done: [[UInt8]] = []
        var links = 0
        while let part = pending.popLast() {
            if part == [UInt8(ascii: "."), UInt8(ascii: ".")] {
                guard done.popLast() != nil else { throw .leavesLibrary(path: text) }
                continue
            }
            let folder = try strictFolder(at: joinedParts(done))
            guard try folder.status(of: part).kind == .link else {
                done.append(part)
                continue
            }
            links += 1
            guard links <= Self.linkLimit else { throw .linkLoop(path: text) }
            let target = try folder.target(ofLink: part)
            if target.first == UInt8(ascii: "/") {
                done = []
                pending += parts(try insidePath(absolute: target, of: text)).reversed()
            } else {
                pending += parts(target).reversed()
            }
        }
        return joinedParts(done)
    }

    /// The path from the root of the file at an absolute path.
    private func insidePath(absolute target: [UInt8], of link: String) throws(FolderError) -> [UInt8] {
        let canonical = try FolderError.naming(link.utf8) { () throws(SystemError) in
            try Platform.canonicalPath(target)
        }
        let prefix = path == [UInt8(ascii: "/")] ? path : path + [UInt8(ascii: "/")]
        if canonical == path { return [] }
        guard canonical.starts(with: prefix) else { throw .leavesLibrary(path: link) }
        return Array(canonical.dropFirst(prefix.count))
    }

    /// The parts of a path, without ".".
    private func parts(_ path: [UInt8]) -> [[UInt8]] {
        path.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    private func joinedParts(_ parts: [[UInt8]]) -> [UInt8] {
        Array(parts.joined(separator: [UInt8(ascii: "/")]))
    }
}
