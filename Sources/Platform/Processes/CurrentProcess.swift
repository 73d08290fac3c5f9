internal import CPlatform
internal import Glibc

/// The process that this code runs in.
package enum CurrentProcess {
    package static var identifier: Int32 { getpid() }

    /// The ID of the parent process: the one that started this one, or that adopted it.
    package static var parent: Int32 { getppid() }

    /// The effective user ID.
    package static var user: UInt32 { geteuid() }

    /// The folder at which relative paths start; nil if it was removed, or if its path is not UTF-8.
    package static var workingFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(validatingCString: path)
    }

    /// Changes the folder at which relative paths start.
    package static func setWorkingFolder(_ path: String) throws(SystemError) { try checked { chdir(path) } }

    /// The locale of C functions that are not given one.
    package static var locale: String { setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "" }

    /// Sets the time zone of C functions, in the format of TZ. Must not be called while other threads run.
    package static func setTimeZone(_ zone: String) { platform_set_time_zone(zone) }

    /// The permissions that new files and folders do not get (umask). Reading it sets it to 0 for a moment.
    package static var permissionMask: UInt32 {
        let mask = umask(0)
        umask(mask)
        return UInt32(mask)
    }

    /// The folder of the running program, with links resolved. After an upgrade replaced the program's file, this is
    /// still its folder, which has the new files.
    package static var programFolder: String? {
        guard let path = try? Descriptor.workingFolder.target(ofLink: "/proc/self/exe".utf8) else { return nil }
        // If the file is gone, the kernel adds " (deleted)" after its name, which is cut off here.
        return path.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: path[..<$0], as: UTF8.self) }
    }

    /// Replaces this process's program by another one (execv), with the same arguments, environment and open files.
    ///
    /// - Returns: the error, if it failed; otherwise this does not return.
    package static func become(_ program: String) -> SystemError {
        execv(program, CommandLine.unsafeArgv)
        return .last
    }

    /// Opens /dev/null for standard streams that are closed. Otherwise the next file that is opened would become one of
    /// them, and messages would be written into it. Each stream is opened in the wrong direction, so that using it
    /// still fails.
    package static func occupyStandardStreams() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // `open` takes the lowest free number, which is the missing stream's.
            if !Descriptor(stream).isOpen { _ = open("/dev/null", mode) }
        }
    }

    /// Whether the process has more rights than its user (set-uid and the like).
    package static var isPrivileged: Bool { platform_is_privileged() }

    /// Forks a copy of this process that only exits, after running all exit handlers.
    package static func forkAndExit() throws(SystemError) -> ChildProcess {
        ChildProcess(identifier: try checked { platform_fork_and_exit() }, hasOwnGroup: false)
    }

    /// The exit code of a copy of `forkAndExit(watching:)` in which a handler of the watched file was called.
    package enum Handler: Int32 {
        /// A handler of `fork` (pthread_atfork).
        case fork = 81
        /// A handler of `exit` (atexit).
        case exit = 82
    }

    /// Forks a copy of this process that forks and exits. If that calls code of one file, other than its destructors,
    /// the copy ends with the code of a `Handler`.
    ///
    /// - Parameter address: any address in that file.
    package static func forkAndExit(watching address: UnsafeRawPointer) throws(SystemError) -> ChildProcess {
        ChildProcess(identifier: try checked { platform_fork_and_exit_watched(address) }, hasOwnGroup: false)
    }

    /// Makes the kernel kill this process when the thread that started it ends, for whatever reason.
    ///
    /// - Returns: false if `parent`, the process that started this one, has ended already.
    package static func endWith(parent: Int32) -> Bool { platform_end_with(parent) }

    /// Makes all descendants of this process its children when their own parents end (subreaper).
    package static func adoptOrphans() { platform_adopt_orphans() }

    /// The arguments of this process, its name first, as bytes: they need not be UTF-8.
    package static var arguments: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// Overwrites the arguments of this process, so that they can be seen neither from outside nor from inside.
    package static func hideArguments() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let text = CommandLine.unsafeArgv[index] else { continue }
            memset(text, 0, strlen(text))
        }
    }

    /// Ends the process after running the exit handlers.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Ends the process without destructors and exit handlers, whatever its threads are doing.
    package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

    /// Writes out what C code printed and still holds in its buffers.
    package static func flushStreams() { fflush(nil) }
}
