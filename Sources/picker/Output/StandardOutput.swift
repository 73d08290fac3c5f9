internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Standard output: buffered, whole lines at a time to a terminal or a slow reader; ends the program quietly when
/// the reader has gone away.
final class StandardOutput: Sendable {
    static let shared = StandardOutput()

    private static let capacity = 1 << 16
    private let buffer = Mutex<[UInt8]>([])

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) {
        buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= Self.capacity { Self.drain(&buffer) }
        }
    }

    func line(_ text: String) { write(text + "\n") }

    func flush() { buffer.withLock { Self.drain(&$0) } }

    /// Ends the program quietly as soon as nobody can read any more, for a command that may have nothing to say for long.
    func endWhenReaderGoes() {
        DispatchQueue(label: "picker.standard-output").async {
            // Without events, poll waits for what cannot be asked for: the other end of a pipe was closed.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            guard output.revents & Int16(POLLERR) != 0 else { return }
            _exit(ExitStatus.done.rawValue)
        }
    }

    private static func drain(_ buffer: inout [UInt8]) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(STDOUT_FILENO, bytes.baseAddress! + start, bytes.count - start)  // Not empty here.
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { end(errno) }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func end(_ code: Int32) -> Never {
        if code == EPIPE { _exit(ExitStatus.done.rawValue) }
        StandardError.line("picker: standard output: \(String(cString: strerror(code)))")
        _exit(ExitStatus.cannotWrite.rawValue)
    }
}
