internal import ABIMemory
internal import BackendAPI

/// What a worker may reach and use, besides what every worker needs. Paths are bytes of the file system.
struct Sandbox: Sendable {
    /// The machines that it may talk to.
    enum Network: Equatable {
        case none
        /// By TCP at these ports, and to ask for addresses by UDP; with 0 among them: at any port.
        case ports([UInt16])

        /// For a library: the port that its address names, or that its scheme stands for, and those of the addresses among its
        /// settings: what is at two places names the second one there.
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

        /// A library is at few places.
        static let mostPorts = 8

        private static func isAddress(_ text: String) -> Bool {
            guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
            // As that of a location: in letters of any case (RFC 3986, 3.1).
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
            // What follows the last "]" or the name: the colons of an IPv6 address are inside of brackets.
            let tail = authority.lastIndex(of: "]").map { authority[authority.index(after: $0)...] } ?? authority
            if let mark = tail.lastIndex(of: ":"), let port = UInt16(tail[tail.index(after: mark)...]) { return port }
            return scheme.hasSuffix("https") ? 443 : scheme.hasSuffix("http") ? 80 : 0
        }
    }

    /// The library's folder; empty: it serves no library, or one without a folder.
    var root: [UInt8] = []
    /// Whether it may be added to.
    var isRootWritable = false
    /// Of the backend; nil: it keeps nothing.
    var data: [UInt8]?
    /// Of the backend, for what it can have again; nil: it keeps nothing.
    var cache: [UInt8]?
    /// Where it may connect to.
    var network = Network.none
    /// Of its own memory; 0: unlimited.
    var memoryBytes: UInt64 = 0
    /// By what the host's functions know the library, whose secrets are the only ones that it may ask for; 0: for none.
    /// The host's side keeps it: it does not go into the worker with this.
    var library: UInt64 = 0
    /// Whether it goes on when it cannot be confined.
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

    /// The folders of a library that is to be opened.
    mutating func setPlaces(_ request: picker_open_request, isWritable: Bool) {
        let location = request.location.array ?? []
        root = location.first == UInt8(ascii: "/") ? location : []
        library = request.library
        data = request.data_directory.array
        cache = request.cache_directory.array
        isRootWritable = isWritable && !root.isEmpty
    }
}
