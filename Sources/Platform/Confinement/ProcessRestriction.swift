internal import CPlatform

/// What a process gives up before it runs code that it does not trust.
package enum ProcessRestriction {
    /// No new rights by what it executes, no core files, and its end when the thread that started it ends.
    package static func endWithParent() throws(SystemError) { try checked { platform_confine() } }

    /// From now on permissions of files hold for the calling thread, and for those that it starts, also when it is a
    /// superuser's.
    package static func respectPermissions() throws(SystemError) { try checked { platform_respect_permissions() } }

    /// Whether the kernel filters system calls (seccomp).
    package static var canLimitSystemCalls: Bool { platform_can_filter_calls() }

    /// From now on no thread of this process executes a program, starts a process, makes a socket but a connected pair of
    /// streams, looks into another process, mounts, or uses io_uring, BPF, keyrings and the like. A build with a sanitizer
    /// may do what that needs. Does nothing where the kernel has no such filters.
    ///
    /// `endWithParent` has to be called before.
    ///
    /// - Parameter permittingConnections: whether it may make sockets of IPv4 and IPv6, and connect them.
    package static func limitSystemCalls(permittingConnections: Bool = false) throws(SystemError) {
        try checked { platform_filter_calls(permittingConnections) }
    }

    /// When memory runs out, the kernel ends this process before others: it counts as one that has half of the machine's
    /// memory more than it has. Where that cannot be, nothing changes.
    package static func endFirstWithoutMemory() {
        guard let file = try? OwnedDescriptor.open("/proc/self/oom_score_adj", .readAndWrite),
            let text = try? file.borrowed.read(count: 16),
            let current = Int(String(decoding: text.filter { $0 != 10 }, as: UTF8.self)), current < 500
        else { return }
        try? file.borrowed.write(Array("500".utf8))
    }
}
