package import ArgumentParser
internal import Platform

/// The path of a file, as its bytes: names need not be UTF-8.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter text: a path that is UTF-8.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// For people, and for names that are UTF-8: `\xff` stands for a byte that is not.
    package var description: String { ArgumentBytes.description(of: bytes) }

    /// Whether the description says it exactly.
    package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The last part, without folders.
    package var name: [UInt8] { Array(bytes[afterSlash...]) }

    /// Where the last part begins.
    private var afterSlash: Int { bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0 }

    /// The folder that it is in: all before the last slash.
    package var folder: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
        return slash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<slash]))
    }

    /// A file in this folder.
    package func appending(_ name: some Sequence<UInt8>) -> FilePath { FilePath(bytes: bytes + "/".utf8 + name) }

    /// The file beside it that has another name.
    package func beside(_ name: some Sequence<UInt8>) -> FilePath {
        FilePath(bytes: Array(bytes[..<afterSlash]) + name)
    }

    /// The path without links, "." and "..", also when its end does not exist yet.
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

    /// An absolute path without "." and "..", where no part of it is a link.
    package var withoutDots: FilePath {
        var parts: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) where part != [UInt8(ascii: ".")] {
            if part == Array("..".utf8)[...] { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.isEmpty ? FilePath("/") : FilePath(bytes: parts.flatMap { "/".utf8 + $0 })
    }

    /// The parts below a folder; nil: it is not in there. Both are canonical.
    package func parts(below folder: FilePath) -> [ArraySlice<UInt8>]? {
        let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + "/".utf8
        guard (bytes + "/".utf8).starts(with: start) else { return nil }
        return bytes.dropFirst(start.count).split(separator: UInt8(ascii: "/"))
    }

    /// Whether there is something, be it a link that leads nowhere.
    package var exists: Bool { (try? Descriptor.workingFolder.status(of: bytes)) != nil }

    /// Removes a file; one that cannot be removed stays.
    package func remove() { try? Descriptor.workingFolder.removeFile(bytes) }

    /// What is in the file; nil when it cannot be read.
    package func contents() -> [UInt8]? {
        guard let file = try? Descriptor.workingFolder.open(bytes) else { return nil }
        return try? file.borrowed.readToEnd()
    }
}

extension FilePath: ExpressibleByArgument {
    package init?(argument: String) { bytes = ArgumentBytes.bytes(of: argument) }

    package static var defaultCompletionKind: CompletionKind { .file() }
}
