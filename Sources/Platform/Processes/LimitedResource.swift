internal import CPlatform
internal import Glibc

/// Something of which a process may use only so much.
package struct LimitedResource: Hashable, Sendable {
    private let number: UInt32

    private init(_ resource: __rlimit_resource) { number = resource.rawValue }
    private init(number: UInt32) { self.number = number }

    /// Bytes of addresses, which all memory has.
    package static let addressBytes = LimitedResource(RLIMIT_AS)
    /// Bytes of memory that is not mapped from files.
    package static let dataBytes = LimitedResource(RLIMIT_DATA)
    /// Bytes of each file that is written. One that would be larger is a signal, or an error where that is ignored.
    package static let fileBytes = LimitedResource(RLIMIT_FSIZE)
    /// Bytes of the file that is left of a process that crashed.
    package static let coreBytes = LimitedResource(RLIMIT_CORE)
    /// Descriptors that are open at once.
    package static let descriptors = LimitedResource(RLIMIT_NOFILE)
    /// Processes and threads of the user at once.
    package static let processes = LimitedResource(__RLIMIT_NPROC)
    /// Seconds of processor time.
    package static let processorSeconds = LimitedResource(RLIMIT_CPU)

    /// All that the system limits.
    package static let all = (0..<__RLIM_NLIMITS.rawValue).map { LimitedResource(number: $0) }
}

extension LimitedResource {
    /// How much of it a process may use.
    package struct Limit: Hashable, Sendable {
        package var current: UInt64
        /// What the process may raise `current` to.
        package var highest: UInt64

        package init(current: UInt64, highest: UInt64) { (self.current, self.highest) = (current, highest) }
    }

    /// How much of it this process may use.
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

    /// Sets the current limit of this process, as far as the highest one permits, which stays.
    package func setCurrentLimit(_ value: UInt64) throws(SystemError) {
        let highest = try limit.highest
        try setLimit(Limit(current: min(value, highest), highest: highest))
    }
}

extension LimitedResource {
    /// What `raiseDescriptorLimit` found.
    private static let formerDescriptorLimit = Mutex<Limit?>(nil)

    /// Lets this process have as many descriptors open as its highest limit permits. Programs that it starts from now on
    /// begin with the limit that it had: old ones cannot deal with descriptors above 1,023 (select).
    package static func raiseDescriptorLimit() throws(SystemError) {
        let limit = try descriptors.limit
        guard limit.current < limit.highest else { return }
        try descriptors.setCurrentLimit(limit.highest)
        formerDescriptorLimit.withLock { $0 = $0 ?? limit }
    }

    /// Gives a process that was just started the limit of descriptors that this one began with.
    static func restoreDescriptorLimit(of process: pid_t) {
        guard let former = formerDescriptorLimit.withLock({ $0 }) else { return }
        // It may have ended already.
        _ = platform_limit_descriptors(process, former.current, former.highest)
    }
}
