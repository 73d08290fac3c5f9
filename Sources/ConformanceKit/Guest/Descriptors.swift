#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// All descriptors that this process may have, taken.
struct Descriptors {
    private let taken: [Int32]
    private let limit: rlimit

    /// Lowers the limit, and opens until nothing opens any more.
    static func takeAll() -> Descriptors {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var low = limit
        low.rlim_cur = min(limit.rlim_cur, 256)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
        var taken: [Int32] = []
        while true {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { break }
            taken.append(descriptor)
        }
        return Descriptors(taken: taken, limit: limit)
    }

    func giveBack() {
        for descriptor in taken { close(descriptor) }
        var limit = limit
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
