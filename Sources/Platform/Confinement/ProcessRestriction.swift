internal import CPlatform

/// What a process gives up before it runs code that it does not trust.
package enum ProcessRestriction {
    /// Makes the kernel kill this process when the thread that started it ends, forbids core files, and keeps programs
    /// that it executes from gaining rights.
    package static func endWithParent() throws(SystemError) { try checked { platform_confine() } }

    /// Makes file permissions apply to the calling thread, and to the threads that it starts from now on, even if the
    /// user is the superuser.
    package static func respectPermissions() throws(SystemError) { try checked { platform_respect_permissions() } }

    /// Whether the kernel can filter system calls (seccomp).
    package static var canLimitSystemCalls: Bool { platform_can_filter_calls() }

    /// Forbids all threads of this process to execute programs, start processes, make sockets other than a connected
    /// pair of streams, access other processes, mount, and use io_uring, BPF, keyrings and the like. A build with a
    /// sanitizer is allowed what the sanitizer needs. Does nothing on a kernel without such filters.
    ///
    /// `endWithParent` must have been called before.
    ///
    /// - Parameter permittingConnections: whether the process may make and connect sockets of IPv4 and IPv6.
    package static func limitSystemCalls(permittingConnections: Bool = false) throws(SystemError) {
        try checked { platform_filter_calls(permittingConnections) }
    }

    /// Makes the kernel kill this process before others when memory runs out, by counting it as if it used half of the
    /// machine's memory in addition. Does nothing if that cannot be set.
    package static func endFirstWithoutMemory() {
        guard let file = try? OwnedDescriptor.open("/proc/self/oom_score_adj", .readAndWrite),
            let text = try? file.borrowed.read(count: 16),
            let current = Int(String(decoding: text.filter { $0 != 10 }, as: UTF8.self)), current < 500
        else { return }
        try? file.borrowed.write(Array("500".utf8))
    }
}
