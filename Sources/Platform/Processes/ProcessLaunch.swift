internal import Glibc

/// How to start a program in a new process.
///
/// The process inherits no descriptors but the given ones, and no blocked or ignored signals. Of the environment it
/// inherits what every program needs, unless it is given more.
package struct ProcessLaunch: Sendable {
    /// The program's path, or its name if `searchesPath` is set.
    package var executable: String
    /// What the program gets as its own name (`argv[0]`); nil for `executable`.
    package var name: String?
    package var arguments: [String]
    /// Which environment variables of this process it inherits, besides those in `environmentChanges`. A process that
    /// runs code that is not trusted must not find secrets of this process.
    package var inheritedEnvironment = Environment.Inheritance.listed
    /// Environment variables that differ from those of this process; nil unsets one.
    package var environmentChanges: [String: String?] = [:]
    /// The descriptors that it gets, by their numbers in the new process. Standard streams that are missing here lead
    /// to /dev/null.
    package var descriptors: [Int32: Descriptor] = [:]
    /// Whether it gets a process group of its own, so that signals of the terminal do not reach it.
    package var hasOwnGroup = false
    /// Whether the program is looked for in the folders of PATH.
    package var searchesPath = false

    package init(executable: String, arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Starts the program.
    ///
    /// - Throws: the system's error if it cannot be started.
    package func start() throws(SystemError) -> ChildProcess {
        let actions = try DescriptorActions(descriptors)
        let environment = Environment.all(changing: environmentChanges, inheriting: inheritedEnvironment)
        let attributes = SpawnAttributes(hasOwnGroup: hasOwnGroup)
        var identifier = pid_t()
        let code = withCStrings([name ?? executable] + arguments) { arguments in
            withCStrings(environment) { environment in
                let spawn = searchesPath ? posix_spawnp : posix_spawn
                return spawn(
                    &identifier, executable, actions.pointer, attributes.pointer, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError(code: code) }
        LimitedResource.restoreDescriptorLimit(of: identifier)
        return ChildProcess(identifier: identifier, hasOwnGroup: hasOwnGroup)
    }
}

/// The process group and the signals of a new process.
private struct SpawnAttributes: ~Copyable {
    let pointer = UnsafeMutablePointer<posix_spawnattr_t>.allocate(capacity: 1)

    init(hasOwnGroup: Bool) {
        posix_spawnattr_init(pointer)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
        posix_spawnattr_setflags(pointer, Int16(flags))
        posix_spawnattr_setpgroup(pointer, 0)
        // This process may block or ignore signals, which the program must not inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(pointer, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(pointer, &all)
    }

    deinit {
        posix_spawnattr_destroy(pointer)
        pointer.deallocate()
    }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
