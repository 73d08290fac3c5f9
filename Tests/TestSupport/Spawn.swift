import Foundation

/// Starts a process in a group of its own, with empty standard input, default signal handling and no other
/// descriptors than the first three.
func spawn(
    _ command: String, _ arguments: [String], environment: [String: String], folder: String?,
    output: String, errors: String
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let create = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, create, 0o600)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    if let folder {
        posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setAttributes(&attributes)

    var process: pid_t = 0
    let code = withCStrings([command] + arguments) { argv in
        withCStrings(environment.map { "\($0)=\($1)" }) { envp in
            posix_spawnp(&process, command, &actions, &attributes, argv, envp)
        }
    }
    guard code == 0 else { throw Subprocess.NotStarted(command: command, code: code) }
    return process
}

private func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
}

/// Calls `body` with a NULL-terminated array of C strings.
private func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
