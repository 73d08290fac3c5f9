internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The process of one check: in a group of its own, with a pipe for records and one for what the plugin prints.
struct CheckProcess: ~Copyable {
    /// The descriptor on which the process finds the pipe for its records.
    static let recordDescriptor: Int32 = 3

    let process: pid_t
    /// The parent's ends, which never block.
    let records: Int32
    let output: Int32

    init(executable: String, order: CheckOrder, environment: [String]) throws(CheckStop) {
        let recordPipe = try Self.pipe()
        let outputPipe = try Self.pipe()
        defer {
            close(recordPipe[1])
            close(outputPipe[1])
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, outputPipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outputPipe[1], STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, recordPipe[1], Self.recordDescriptor)
        var child = pid_t()
        let status = Self.spawn(&child, executable, &actions, [executable, order.json], environment)
        guard status == 0 else {
            close(recordPipe[0])
            close(outputPipe[0])
            throw .harness("\(executable) cannot be started: \(String(cString: strerror(status)))")
        }
        process = child
        records = recordPipe[0]
        output = outputPipe[0]
    }

    /// Asks the whole group to end.
    borrowing func terminate() { kill(-process, SIGTERM) }

    /// Ends the whole group and reaps the process.
    ///
    /// - Returns: what `wait` says of it.
    consuming func finish() -> ExitState {
        kill(-process, SIGKILL)
        close(records)
        close(output)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // What WIFSIGNALED, WTERMSIG and WEXITSTATUS compute; the macros are not imported.
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    private static func pipe() throws(CheckStop) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard picker_host_pipe(&ends) == 0 else { throw .harness("no pipe: \(String(cString: strerror(errno)))") }
        // adddup2 onto the same number would leave close-on-exec set; and the plugin's standard streams are 0 to 2.
        for index in ends.indices where ends[index] <= recordDescriptor {
            let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, recordDescriptor + 1)
            close(ends[index])
            ends[index] = moved
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return ends
    }

    private static func spawn(
        _ child: inout pid_t, _ executable: String, _ actions: inout posix_spawn_file_actions_t,
        _ arguments: [String], _ environment: [String]
    ) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        posix_spawnattr_setpgroup(&attributes, 0)
        // Whatever the parent blocks or ignores, the plugin begins with a clean slate.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let argumentCopies = arguments.map { strdup($0) }
        let environmentCopies = environment.map { strdup($0) }
        defer { (argumentCopies + environmentCopies).forEach { free($0) } }
        return posix_spawn(
            &child, executable, &actions, &attributes, argumentCopies + [nil], environmentCopies + [nil])
    }
}

/// How a process ended.
enum ExitState: Equatable {
    case exited(Int32)
    case signalled(Int32)

    var text: String {
        switch self {
        case .exited(let code): "it ended its process (exit code \(code))"
        case .signalled(let number):
            "it died of \(strsignal(number).map { String(cString: $0) } ?? "a signal") (\(number))"
        }
    }
}
