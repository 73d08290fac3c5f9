import Glibc
import Platform

/// What this process writes to standard error meanwhile, up to 64 KiB; also what other tests write.
public func standardError(during body: () throws -> Void) throws -> String {
    var ends: [Int32] = [-1, -1]
    let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard saved >= 0, pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        // No one waits: neither for a reader, nor for what a process that was started meanwhile may still write.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    dup2(ends[1], STDERR_FILENO)
    let result = Result { try body() }
    dup2(saved, STDERR_FILENO)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(ends[0], &bytes, bytes.count)
    for descriptor in ends + [saved] { close(descriptor) }
    try result.get()
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
