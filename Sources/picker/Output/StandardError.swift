#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Standard error: for people.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

    static func line(_ text: String) { write(text + "\n") }

    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress! + start, $0.count - start) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }  // Nobody to tell.
            start += count
        }
    }
}
