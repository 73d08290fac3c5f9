#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Starts the program of a worker, in a group of its own: what the terminal sends is for the host.
enum WorkerSpawn {
    /// - Parameters:
    ///   - control: the worker's end of the control channel.
    ///   - scratch: a folder for temporary files; nil: that of the host.
    /// - Returns: the process, or errno.
    static func start(
        _ program: WorkerProgram, plugin: String, control: Int32, scratch: String?
    ) -> Result<pid_t, SpawnFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, control, WorkerService.controlDescriptor)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        posix_spawnattr_setpgroup(&attributes, 0)
        // The host may block or ignore signals for reasons of its own; the worker must not.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var child = pid_t()
        let status = withStrings([program.executable, plugin]) { arguments in
            // A crash is an answer here; nobody wants Swift's report of it.
            var changes = ["SWIFT_BACKTRACE": "enable=no"]
            if let scratch { for name in ["TMPDIR", "SQLITE_TMPDIR"] { changes[name] = scratch } }
            return withStrings(environment(changing: changes)) {
                posix_spawn(&child, program.executable, &actions, &attributes, arguments, $0)
            }
        }
        return status == 0 ? .success(child) : .failure(SpawnFailure(code: status))
    }

    struct SpawnFailure: Error { let code: Int32 }

    private static func environment(changing changes: [String: String]) -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
            next += 1
        }
        return variables + changes.map { "\($0)=\($1)" }
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
