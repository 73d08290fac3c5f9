package import ArgumentParser
internal import Platform

/// The path of a file in bytes, because file names need not be UTF-8.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter text: a path that is UTF-8.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The path as text: `\xff` stands for a byte that is not UTF-8, so the text is exact only if `isUTF8`.
    package var description: String { ArgumentBytes.description(of: bytes) }

    /// Whether `description` is exactly the path.
    package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The last part, without folders.
    package var name: [UInt8] { Array(bytes[afterSlash...]) }

    /// Where the last part begins.
    private var afterSlash: Int { bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0 }

    /// The file's folder: everything before the last slash; "." if there is no slash.
    package var folder: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
        return slash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<slash]))
    }

    /// The path of a file in this folder.
    package func appending(_ name: some Sequence<UInt8>) -> FilePath { FilePath(bytes: bytes + "/".utf8 + name) }

    /// The path of another file in the same folder.
    package func beside(_ name: some Sequence<UInt8>) -> FilePath {
        FilePath(bytes: Array(bytes[..<afterSlash]) + name)
    }

    /// The absolute path without links, "." and "..". Its last parts need not exist yet.
    package var canonical: FilePath {
        var existing = bytes
        if existing.first != UInt8(ascii: "/") {
            existing = ((try? canonicalPath(".".utf8)) ?? []) + "/".utf8 + existing
        }
        var rest: [UInt8] = []
        while existing.count > 1 {
            if let resolved = try? canonicalPath(existing) { return FilePath(bytes: resolved + rest).withoutDots }
            let slash = existing.lastIndex(of: UInt8(ascii: "/")) ?? existing.startIndex
            rest = existing[slash...] + rest
            existing = Array(existing[..<slash])
        }
        return FilePath(bytes: rest).withoutDots
    }

    /// An absolute path without "." and "..", which are resolved by text alone: no part of the path may be a link.
    package var withoutDots: FilePath {
        var parts: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) where part != [UInt8(ascii: ".")] {
            if part == Array("..".utf8)[...] { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.isEmpty ? FilePath("/") : FilePath(bytes: parts.flatMap { "/".utf8 + $0 })
    }

    /// The parts of the path below a folder; nil if it is not in that folder. Both paths must be canonical.
    package func parts(below folder: FilePath) -> [ArraySlice<UInt8>]? {
        let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + "/".utf8
        guard (bytes + "/".utf8).starts(with: start) else { return nil }
        return bytes.dropFirst(start.count).split(separator: UInt8(ascii: "/"))
    }

    /// Whether something exists at the path, even if it is a link that leads nowhere.
    package var exists: Bool { (try? Descriptor.workingFolder.status(of: bytes)) != nil }

    /// Removes the file. Errors are ignored.
    package func remove() { try? Descriptor.workingFolder.removeFile(bytes) }

    /// Removes the folder if nothing is in it. Errors are ignored.
    package func removeEmptyFolder() { try? Descriptor.workingFolder.removeFolder(bytes) }

    /// The content of the file; nil if it cannot be read.
    package func contents() -> [UInt8]? {
        guard let file = try? Descriptor.workingFolder.open(bytes) else { return nil }
        return try? file.borrowed.readToEnd()
    }
}

extension FilePath: ExpressibleByArgument {
    package init?(argument: String) { bytes = ArgumentBytes.bytes(of: argument) }

    package static var defaultCompletionKind: CompletionKind { .file() }
}
