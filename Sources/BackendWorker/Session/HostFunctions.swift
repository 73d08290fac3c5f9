internal import ABIMemory
internal import BackendAPI

/// The functions of the host, called for a plugin in a worker.
struct HostFunctions: @unchecked Sendable {  // Unchecked: the functions of a host may be called on any thread.
    private let table: picker_host?

    init(_ table: UnsafePointer<picker_host>?) {
        self.table = table.map { boundedCopy(of: $0, into: picker_host()) }
    }

    var name: String { ((try? table?.name.text()) ?? nil) ?? "" }

    func log(_ level: UInt32, _ message: picker_string) { table?.log?(table?.context, level, message) }

    func log(_ level: UInt32, _ message: [UInt8]) {
        message.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            log(level, picker_string(data: start, length: UInt64(bytes.count)))
        }
    }

    func log(_ level: UInt32, _ message: String) { log(level, Array(message.utf8)) }

    // MARK: Secrets

    private var secrets: picker_secrets_v1? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table?.get_extension?(table?.context, arena.string(PICKER_EXT_SECRETS)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: picker_secrets_v1.self), into: picker_secrets_v1())
    }

    /// A secret of a library, or the status that says why there is none.
    func secret(_ key: picker_string, of library: UInt64) -> (status: picker_status, secret: [UInt8]) {
        guard let read = secrets?.read else { return (PICKER_UNSUPPORTED, []) }
        var status = PICKER_OK
        let secret = [UInt8](unsafeUninitializedCapacity: Int(PICKER_SECRET_LIMIT)) { buffer, count in
            var length: UInt64 = 0
            status = read(table?.context, library, key, buffer.baseAddress, UInt64(buffer.count), &length)
            count = status == PICKER_OK ? Int(min(length, UInt64(buffer.count))) : 0
        }
        return (status, secret)
    }

    func keep(_ secret: picker_bytes, _ key: picker_string, of library: UInt64) -> picker_status {
        secrets?.keep?(table?.context, library, key, secret) ?? PICKER_UNSUPPORTED
    }

    /// The limits that the administrator set; nil if the host has none.
    func limits() -> picker_limits_v1? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table?.get_extension?(table?.context, arena.string(PICKER_EXT_LIMITS)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: picker_limits_v1.self), into: picker_limits_v1())
    }
}
