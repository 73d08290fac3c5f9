internal import ABIMemory
internal import BackendAPI
public import PhotoModel

/// The secrets that the host keeps for one library, such as the token of a sign-in (`org.picker.secrets/1`).
///
/// Use it only during calls of the backend and of that library, on the threads of these calls.
public struct LibrarySecrets: @unchecked Sendable {  // Unchecked: the host's table may be read on any thread.
    /// The most bytes of one secret.
    public static let limit = Int(PICKER_SECRET_LIMIT)

    private let host: picker_host?
    private let library: UInt64

    /// A host that keeps nothing.
    public init() { (host, library) = (nil, 0) }

    init(host: picker_host?, library: UInt64) {
        self.host = host
        self.library = library
    }

    private func table() throws(PhotoError) -> picker_secrets_v1 {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard library != 0, let host, let getExtension = host.get_extension,
            let found = getExtension(host.context, arena.string(PICKER_EXT_SECRETS))
        else { throw .unsupported("this library keeps no sign-in: give it a name with picker libraries add") }
        return boundedCopy(of: found.assumingMemoryBound(to: picker_secrets_v1.self), into: picker_secrets_v1())
    }

    /// The secret that was kept under a key; nil when there is none, or when the host keeps none.
    ///
    /// - Parameter key: lower-case letters, digits and "-", at most 64.
    public func read(_ key: String) throws(PhotoError) -> [UInt8]? {
        guard library != 0, let table = try? table(), let read = table.read else { return nil }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let text = arena.string(key)
        var length: UInt64 = 0
        var status = PICKER_OK
        let secret = [UInt8](unsafeUninitializedCapacity: Self.limit) { buffer, count in
            status = read(host?.context, library, text, buffer.baseAddress, UInt64(buffer.count), &length)
            count = status == PICKER_OK ? Int(min(length, UInt64(buffer.count))) : 0
        }
        switch status {
        case PICKER_OK: return secret
        case PICKER_NOT_FOUND, PICKER_UNSUPPORTED: return nil
        default: throw PhotoError(PhotoStatus(rawValue: status), "what was kept of the sign-in cannot be read")
        }
    }

    /// Keeps a secret under a key, replacing the one that was there; nil forgets it.
    ///
    /// - Throws: `.unsupported` when the host keeps none for this library.
    public func keep(_ secret: [UInt8]?, for key: String) throws(PhotoError) {
        let table = try table()
        guard let keep = table.keep else { throw .unsupported("this host keeps no secrets") }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let status = keep(host?.context, library, arena.string(key), arena.bytes(secret))
        guard status != PICKER_OK else { return }
        if status == PICKER_UNSUPPORTED {
            throw .unsupported("this library keeps no sign-in: give it a name with picker libraries add")
        }
        throw PhotoError(PhotoStatus(rawValue: status), "the sign-in cannot be kept")
    }
}
