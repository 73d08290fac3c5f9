internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.secrets/1` as backends see it.
enum SecretsTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_secrets_v1> = {
        let table = UnsafeMutablePointer<picker_secrets_v1>.allocate(capacity: 1)
        table.initialize(to: picker_secrets_v1())
        table.pointee.struct_size = structSize(of: picker_secrets_v1.self)
        table.pointee.read = { _, library, key, buffer, capacity, length in
            answer { () throws(PhotoError) in
                let (keeping, key) = try place(library, key)
                guard let secret = try keeping.read()[key] else { throw .notFound("there is no \(key)") }
                guard let length else { throw .invalidArgument("length is NULL") }
                length.pointee = UInt64(secret.count)
                guard UInt64(secret.count) <= capacity else { throw PhotoError(.tooLarge, "no room for \(key)") }
                guard let buffer else { return }
                secret.withUnsafeBufferPointer { bytes in
                    if let base = bytes.baseAddress { buffer.update(from: base, count: bytes.count) }
                }
            }
        }
        table.pointee.keep = { _, library, key, secret in
            answer { () throws(PhotoError) in
                let (keeping, key) = try place(library, key)
                guard secret.data != nil else {
                    return try keeping.change { (kept) throws(PhotoError) in kept[key] = nil }
                }
                guard secret.length <= UInt64(PICKER_SECRET_LIMIT), let bytes = secret.array else {
                    throw PhotoError(.tooLarge, "\(key) has too many bytes")
                }
                try keeping.change { (kept) throws(PhotoError) in
                    kept[key] = bytes
                    if kept.count > Int(PICKER_SECRET_COUNT_LIMIT) {
                        throw PhotoError(.tooLarge, "a library keeps at most \(PICKER_SECRET_COUNT_LIMIT) secrets")
                    }
                }
            }
        }
        return UnsafePointer(table)
    }()

    private static func place(
        _ library: UInt64, _ key: picker_string
    ) throws(PhotoError) -> (any SecretKeeping, String) {
        guard library != 0 else { throw PhotoError(.unsupported, "this library keeps no secrets") }
        guard let keeping = SecretPlace.keeping(library), let key = (try? key.text()) ?? nil,
            BackendInfo.isValid(id: key)
        else { throw .invalidArgument("no such library, or no key") }
        return (keeping, key)
    }

    private static func answer(_ body: () throws(PhotoError) -> Void) -> picker_status {
        do throws(PhotoError) {
            try body()
            return PICKER_OK
        } catch {
            return error.status.rawValue
        }
    }
}
