internal import CPlatform
internal import Glibc

/// A resource that the system limits for a process (getrlimit(2)).
package struct LimitedResource: Hashable, Sendable {
    private let number: UInt32

    private init(_ resource: __rlimit_resource) { number = resource.rawValue }
    private init(number: UInt32) { self.number = number }

    /// Bytes of address space, which all mapped memory counts towards.
    package static let addressBytes = LimitedResource(RLIMIT_AS)
    /// Bytes of memory that is not mapped from files.
    package static let dataBytes = LimitedResource(RLIMIT_DATA)
    /// The size of a file that is written. Exceeding it raises a signal, or is an error of `write` if the signal is
    /// ignored.
    package static let fileBytes = LimitedResource(RLIMIT_FSIZE)
    /// Bytes of the core file of a process that crashed.
    package static let coreBytes = LimitedResource(RLIMIT_CORE)
    /// The number of descriptors that may be open at once.
    package static let descriptors = LimitedResource(RLIMIT_NOFILE)
    /// The number of processes and threads that the user may have at once.
    package static let processes = LimitedResource(__RLIMIT_NPROC)
    /// Seconds of processor time.
    package static let processorSeconds = LimitedResource(RLIMIT_CPU)

    /// All resources that the system limits.
    package static let all = (0..<__RLIM_NLIMITS.rawValue).map { LimitedResource(number: $0) }
}

extension LimitedResource {
    /// How much of a resource a process may use.
    package struct Limit: Hashable, Sendable {
        package var current: UInt64
        /// The value to which the process may raise `current`.
        package var highest: UInt64

        package init(current: UInt64, highest: UInt64) { (self.current, self.highest) = (current, highest) }
    }

    /// The limits of this process.
    package var limit: Limit {
        get throws(SystemError) {
            var limit = rlimit()
            try checked { getrlimit(__rlimit_resource_t(number), &limit) }
            return Limit(current: UInt64(limit.rlim_cur), highest: UInt64(limit.rlim_max))
        }
    }

    /// Sets both limits of this process.
    package func setLimit(_ limit: Limit) throws(SystemError) {
        var limit = rlimit(rlim_cur: rlim_t(limit.current), rlim_max: rlim_t(limit.highest))
        try checked { setrlimit(__rlimit_resource_t(number), &limit) }
    }

    /// Sets the current limit of this process, at most to its highest one, which stays.
    package func setCurrentLimit(_ value: UInt64) throws(SystemError) {
        let highest = try limit.highest
        try setLimit(Limit(current: min(value, highest), highest: highest))
    }
}

extension LimitedResource {
    /// The limit before `raiseDescriptorLimit`.
    private static let formerDescriptorLimit = Mutex<Limit?>(nil)

    /// Raises the current limit of descriptors of this process to its highest one. Programs that it starts from now on
    /// get the former limit: old ones cannot deal with descriptors above 1,023 (select).
    package static func raiseDescriptorLimit() throws(SystemError) {
        let limit = try descriptors.limit
        guard limit.current < limit.highest else { return }
        try descriptors.setCurrentLimit(limit.highest)
        formerDescriptorLimit.withLock { $0 = $0 ?? limit }
    }

    /// Sets the limit of descriptors of a new process to the one that this process began with.
    static func restoreDescriptorLimit(of process: pid_t) {
        guard let former = formerDescriptorLimit.withLock({ $0 }) else { return }
        // This fails if the process has ended already.
        _ = platform_limit_descriptors(process, former.current, former.highest)
    }
}
