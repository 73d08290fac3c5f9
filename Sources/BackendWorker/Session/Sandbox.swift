internal import ABIMemory
internal import BackendAPI

/// What a worker may access and use, besides what every worker needs. Paths are bytes of the file system.
struct Sandbox: Sendable {
    /// The connections that a worker may make.
    enum Network: Equatable {
        case none
        /// TCP to these ports, and UDP, which looking up names needs; port 0 allows all ports.
        case ports([UInt16])

        /// The ports for a library: that of its address, or of the address's scheme, and those of addresses among its
        /// settings, where a library that is in two places names the second one.
        init(of request: picker_open_request) {
            guard let address = request.location.array, address.first != UInt8(ascii: "/") else {
                self = .none
                return
            }
            var ports = [Self.port(of: String(decoding: address, as: UTF8.self))]
            for index in 0..<Int(clamping: request.setting_count) where ports.count < Self.mostPorts {
                let value = ((try? request.setting_values?[index].text()) ?? nil) ?? ""
                let port = Self.isAddress(value) ? Self.port(of: value) : 0
                if port != 0, !ports.contains(port) { ports.append(port) }
            }
            self = .ports(ports)
        }

        /// The most ports; a library is in few places.
        static let mostPorts = 8

        private static func isAddress(_ text: String) -> Bool {
            guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
            // As in a location, letters of the scheme may have any case (RFC 3986, 3.1).
            let scheme = text[..<colon].lowercased().utf8
            func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
            return scheme.first.map(isLetter) ?? false
                && scheme.allSatisfy {
                    isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0)
                }
        }

        static func port(of address: String) -> UInt16 {
            guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return 0 }
            let scheme = address[..<colon].lowercased()
            let rest = address[colon...].dropFirst(3)
            let authority = rest.prefix { !"/?#".contains($0) }
            // The port follows the last "]" or the name; an IPv6 address has colons inside brackets.
            let tail = authority.lastIndex(of: "]").map { authority[authority.index(after: $0)...] } ?? authority
            if let mark = tail.lastIndex(of: ":"), let port = UInt16(tail[tail.index(after: mark)...]) { return port }
            return scheme.hasSuffix("https") ? 443 : scheme.hasSuffix("http") ? 80 : 0
        }
    }

    /// The library's folder; empty if the worker serves no library, or one without a folder.
    var root: [UInt8] = []
    /// Whether files may be added to the folder.
    var isRootWritable = false
    /// The backend's data folder; nil if it keeps no data.
    var data: [UInt8]?
    /// The backend's cache folder, for what it can make again; nil if it keeps nothing there.
    var cache: [UInt8]?
    /// The connections that it may make.
    var network = Network.none
    /// The most bytes of private memory; 0 for no limit.
    var memoryBytes: UInt64 = 0
    /// The host's number of the library, whose secrets are the only ones that the worker may ask for; 0 if it serves
    /// none. The host's side of the session keeps it: it is not sent to the worker with this.
    var library: UInt64 = 0
    /// Whether the worker goes on if it cannot be confined.
    var isOptional = false

    func message() throws(WireError) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(isRootWritable ? UInt8(1) : 0)
        writer.integer(isOptional ? UInt8(1) : 0)
        writer.integer(memoryBytes)
        switch network {
        case .none: writer.integer(UInt32.max)
        case .ports(let numbers):
            writer.integer(UInt32(numbers.count))
            for number in numbers { writer.integer(UInt32(number)) }
        }
        for path in [root, data ?? [], cache ?? []] {
            writer.integer(UInt64(path.count))
            writer.append(path)
        }
        return writer.body
    }

    init() {}

    init(_ reader: inout WireReader) throws(WireError) {
        isRootWritable = try reader.integer(UInt8.self) != 0
        isOptional = try reader.integer(UInt8.self) != 0
        memoryBytes = try reader.integer()
        network = try Self.network(&reader)
        root = try reader.raw().map { Array($0) } ?? []
        let data = try reader.raw().map { Array($0) } ?? []
        self.data = data.isEmpty ? nil : data
        let cache = try reader.raw().map { Array($0) } ?? []
        self.cache = cache.isEmpty ? nil : cache
    }

    private static func network(_ reader: inout WireReader) throws(WireError) -> Network {
        let count = try reader.integer(UInt32.self)
        guard count <= Network.mostPorts else { return .none }
        var ports: [UInt16] = []
        for _ in 0..<count { ports.append(UInt16(truncatingIfNeeded: try reader.integer(UInt32.self))) }
        return .ports(ports)
    }

    /// Sets the folders of the library that an open request names.
    mutating func setPlaces(_ request: picker_open_request, isWritable: Bool) {
        let location = request.location.array ?? []
        root = location.first == UInt8(ascii: "/") ? location : []
        library = request.library
        data = request.data_directory.array
        cache = request.cache_directory.array
        isRootWritable = isWritable && !root.isEmpty
    }
}
