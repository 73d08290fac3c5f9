internal import Glibc

/// Looks up the addresses of a host. The system's function waits for a name server as long as it takes, which may be half a minute: it
/// runs on a thread of its own, which is abandoned when no one waits any more.
package enum HostLookup {
    private static let stepMilliseconds = 20
    /// The system's look-up may load libraries.
    private static let stackBytes = 1 << 20

    /// - Parameters:
    ///   - host: a name, or an address.
    ///   - goesOn: asked every 20 ms whether the answer is still wanted.
    /// - Returns: IP addresses as text, in the order in which they are to be tried; none if there is no such host, or no name
    ///   server answers; nil if the answer is not wanted any more.
    package static func addresses(of host: String, while goesOn: () -> Bool) -> [String]? {
        let found = Monitor<[String]?>(nil)
        let isStarted = DetachedThread.start(stackBytes: stackBytes, blocksSignals: true) {
            let addresses = addresses(of: host)
            found.withLock { $0 = addresses }
            found.wakeAll()
        }
        guard isStarted else { return addresses(of: host) }
        while goesOn() {
            if let addresses = found.wait(milliseconds: stepMilliseconds, { $0 }) { return addresses }
        }
        return nil
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            if let address = text(of: entry), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses
    }

    private static func text(of entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return status == 0
            ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
