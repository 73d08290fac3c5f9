internal import CPlatform
internal import Glibc

/// The process that this code runs in.
package enum CurrentProcess {
    package static var identifier: Int32 { getpid() }

    /// The process that started this one, or the one that adopted it when that ended.
    package static var parent: Int32 { getppid() }

    /// The number of the user whose rights it has.
    package static var user: UInt32 { geteuid() }

    /// The folder that relative paths begin in; nil when it was removed.
    package static var workingFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Lets relative paths begin in another folder from now on.
    package static func setWorkingFolder(_ path: String) throws(SystemError) { try checked { chdir(path) } }

    /// The locale by which functions of C work that are not given one.
    package static var locale: String { setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "" }

    /// Sets the time zone by which functions of C work, as TZ says it; not beside other threads.
    package static func setTimeZone(_ zone: String) { platform_set_time_zone(zone) }

    /// The permissions that new files and folders do not get (umask). There is none for the moment in which it is read.
    package static var permissionMask: UInt32 {
        let mask = umask(0)
        umask(mask)
        return UInt32(mask)
    }

    /// The folder of the running program, without links; also when the program's file was replaced since, as by an upgrade: what is
    /// there now stands beside the new one.
    package static var programFolder: String? {
        guard let path = try? Descriptor.workingFolder.target(ofLink: "/proc/self/exe".utf8) else { return nil }
        // For a file that is gone the kernel adds " (deleted)" to its name, which is behind the last slash.
        return path.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: path[..<$0], as: UTF8.self) }
    }

    /// Goes on as another program, with the arguments, environment and open files of this one.
    ///
    /// - Returns: why that did not happen.
    package static func become(_ program: String) -> SystemError {
        execv(program, CommandLine.unsafeArgv)
        return .last
    }

    /// Puts something in place of standard streams that are closed: else the next file that is opened is one of them, and what is meant
    /// for people is written into it. To write to them, or to read from them, fails all the same: each is open the other way round.
    package static func occupyStandardStreams() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // The lowest number that is free is the one that is missing.
            if !Descriptor(stream).isOpen { _ = open("/dev/null", mode) }
        }
    }

    /// Whether it runs with more rights than its user (set-uid and the like).
    package static var isPrivileged: Bool { platform_is_privileged() }

    /// Starts a copy of this process that does nothing but exit, with all exit handlers.
    package static func forkAndExit() throws(SystemError) -> ChildProcess {
        ChildProcess(identifier: try checked { platform_fork_and_exit() }, hasOwnGroup: false)
    }

    /// How the copy of `forkAndExit(watching:)` ends when a handler of the watched file is called.
    package enum Handler: Int32 {
        /// When the process forks (pthread_atfork).
        case fork = 81
        /// When it exits (atexit).
        case exit = 82
    }

    /// Starts a copy of this process that forks and exits, and ends with the code of a `Handler` when code of one file is
    /// called then, other than its destructors.
    ///
    /// - Parameter address: any in that file.
    package static func forkAndExit(watching address: UnsafeRawPointer) throws(SystemError) -> ChildProcess {
        ChildProcess(identifier: try checked { platform_fork_and_exit_watched(address) }, hasOwnGroup: false)
    }

    /// From now on this process is killed when the thread that started it ends, whatever happened to that.
    ///
    /// - Returns: false when `parent`, the process that started this one, is gone already.
    package static func endWith(parent: Int32) -> Bool { platform_end_with(parent) }

    /// Processes that are started from here, by whatever is between, become children of this one when their parents end.
    package static func adoptOrphans() { platform_adopt_orphans() }

    /// What this process was started with, its name first, as bytes: arguments need not be UTF-8.
    package static var arguments: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// What this process was started with is no longer there for who looks at it from outside or inside.
    package static func hideArguments() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let text = CommandLine.unsafeArgv[index] else { continue }
            memset(text, 0, strlen(text))
        }
    }

    /// Ends it after the exit handlers.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Ends it without destructors and exit handlers, whatever its threads are doing.
    package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

    /// Writes out what C code printed and holds in its buffers.
    package static func flushStreams() { fflush(nil) }
}
