internal import Platform

/// Where a command writes: a file that appears complete or not at all, a pipe or device, or standard output.
package enum OutputTarget {
    case standardOutput
    case file(String)
    /// What is there already and is no regular file: it is written to, never replaced.
    case special(String)

    /// - Parameter argument: a path, or `-`.
    package init(_ argument: String) {
        if argument == "-" {
            self = .standardOutput
            return
        }
        let kind = (try? FileStatus(path: argument))?.kind
        // Where a link leads: the file there is replaced, not the link.
        self = kind == .special ? .special(argument) : .file((try? canonicalPath(argument)) ?? argument)
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        switch self {
        case .standardOutput: StandardOutput.shared.write(bytes)
        case .file(let path):
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        case .special(let path): try SpecialFile(path: path).write(bytes)
        }
    }

    /// Writes what `next` gives, until it gives no more.
    package func write(_ next: () async throws -> [UInt8]?) async throws {
        switch self {
        case .standardOutput:
            while let bytes = try await next() { StandardOutput.shared.write(bytes) }
        case .file(let path):
            let file = try AtomicFile(path: path)
            while let bytes = try await next() { try file.write(bytes) }
            try file.commit()
        case .special(let path):
            let file = try SpecialFile(path: path)
            while let bytes = try await next() { try file.write(bytes) }
        }
    }
}
