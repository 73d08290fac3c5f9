import Foundation

/// Starts a process in a group of its own, with empty standard input, default signal handling and no other
/// descriptors than the first three.
func spawn(
    _ command: String, _ arguments: [String], environment: [String: String], folder: String?,
    output: String, errors: String
) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let create = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, create, 0o600)
    for descriptor in openDescriptors() where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setAttributes(&attributes)

    var process: Int32 = 0
    // The function that changes the folder is not imported, `env` changes it too.
    let words = (folder.map { ["env", "-C", $0] } ?? []) + [command] + arguments
    let code = withCStrings(words) { argv in
        withCStrings(environment.map { "\($0)=\($1)" }) { envp in
            posix_spawnp(&process, words[0], &actions, &attributes, argv, envp)
        }
    }
    guard code == 0 else { throw Subprocess.NotStarted(command: command, code: code) }
    return process
}

/// Closing a descriptor that another thread closed meanwhile is no error.
private func openDescriptors() -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
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
