internal import CHostSupport
internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A child process in a group of its own whose standard output is read by the parent.
struct ChildProcess: ~Copyable {
    enum End: CustomStringConvertible {
        case exit(Int32)
        case signal(Int32)

        var description: String {
            switch self {
            case .exit(let code): "exit code \(code)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    private let process: pid_t
    private let output: Int32

    init(executable: String, arguments: [String]) throws(PhotoError) {
        var ends: [Int32] = [-1, -1]
        guard picker_host_pipe(&ends) == 0 else { throw Self.failure("no pipe for \(executable)") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        // The parent may block signals for a thread of its own that waits for them; the child must not.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        var child = pid_t()
        let status = Self.withArguments([executable] + arguments) { argv in
            // A crash is an answer here; nobody wants Swift's report of it.
            Self.withArguments(Self.environment(without: "SWIFT_BACKTRACE") + ["SWIFT_BACKTRACE=enable=no"]) {
                posix_spawn(&child, executable, &actions, &attributes, argv, $0)
            }
        }
        Glibc.close(ends[1])
        guard status == 0 else {
            Glibc.close(ends[0])
            errno = status
            throw Self.failure("\(executable) cannot be started")
        }
        process = child
        output = ends[0]
    }

    /// Reads one line; shorter when the child closes its output or the time is over before.
    ///
    /// A child that goes on after its line is not waited for, nor is one that it started and that keeps the output.
    mutating func readLine(milliseconds: Int32) -> (bytes: [UInt8], timedOut: Bool) {
        let end = MonotonicClock.now + UInt64(milliseconds) * 1_000_000
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let now = MonotonicClock.now
            guard now < end else { return (bytes, true) }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32((end - now + 999_999) / 1_000_000))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return (bytes, ready == 0) }
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (bytes, false) }
            bytes += buffer[..<count]
            if bytes.last == UInt8(ascii: "\n") { return (bytes, false) }
            if bytes.count > 1 << 20 { return (bytes, true) }
        }
    }

    /// Ends the child's whole group, and says how the child itself ended. One that is already ending, because it
    /// crashed for example, is not disturbed.
    consuming func finish() -> End {
        Glibc.kill(-process, SIGKILL)
        Glibc.close(output)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // What WIFSIGNALED, WTERMSIG and WEXITSTATUS compute; the macros are not imported.
        let signal = status & 0x7F
        return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }

    private static func failure(_ text: String) -> PhotoError {
        let code = errno
        return PhotoError(.io, "\(text): \(String(cString: strerror(code)))", systemErrno: code)
    }

    private static func environment(without name: String) -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            if !text.hasPrefix("\(name)=") { variables.append(text) }
            next += 1
        }
        return variables
    }

    private static func withArguments<Result>(
        _ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = arguments.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
