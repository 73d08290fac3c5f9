#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A pipe or a device that is written to.
struct SpecialFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Waits for a reader, when it is a pipe that nobody reads yet.
    init(path: String) throws(CommandFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path) }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) { try picker.write(bytes, to: descriptor, path: path) }

    deinit { close(descriptor) }
}

/// Writes all of it.
///
/// - Parameter path: for the message of what is thrown.
func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(CommandFailure) {
    var start = 0
    while start < bytes.count {
        // Not empty here.
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + start, $0.count - start) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .cannotWrite(path) }
        start += count
    }
}

extension CommandFailure {
    /// What `errno` says now about a path.
    static func cannotWrite(_ path: String) -> CommandFailure {
        let code = errno
        return CommandFailure(.cannotWrite, "\(path): cannot be written: \(String(cString: strerror(code)))")
    }
}
