/// Where a command writes: a file that appears complete or not at all, or standard output.
struct OutputTarget {
    private let path: String?

    /// - Parameter argument: a path, or `-`.
    init(_ argument: String) { path = argument == "-" ? nil : argument }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard let path else {
            StandardOutput.shared.write(bytes)
            return
        }
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes what `next` gives, until it gives no more.
    func write(_ next: () async throws -> [UInt8]?) async throws {
        guard let path else {
            while let bytes = try await next() { StandardOutput.shared.write(bytes) }
            return
        }
        let file = try AtomicFile(path: path)
        while let bytes = try await next() { try file.write(bytes) }
        try file.commit()
    }
}
