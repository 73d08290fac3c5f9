internal import Glibc

/// Calls `body` with the bytes as a C string. They must not contain NUL: names come from the file system or were
/// checked.
func withCPath<Result>(_ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { buffer in
        let end = UnsafeMutableBufferPointer(rebasing: buffer.dropLast()).initialize(fromContentsOf: bytes)
        buffer.initializeElement(at: end, to: 0)
        return UnsafeRawPointer(buffer.baseAddress!)  // There is at least the final NUL.
            .withMemoryRebound(to: CChar.self, capacity: end + 1, body)
    }
}

/// The absolute path of what is at `path`, with symbolic links and ".." resolved.
package func canonicalPath(_ path: some Collection<UInt8>) throws(SystemError) -> [UInt8] {
    guard let resolved = withCPath(path, { realpath($0, nil) }) else { throw .last }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
}

/// The absolute path of what is at `path`, with symbolic links and ".." resolved.
package func canonicalPath(_ path: String) throws(SystemError) -> String {
    String(decoding: try canonicalPath(path.utf8), as: UTF8.self)
}
