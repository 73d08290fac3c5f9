import ABIMemory
import BackendAPI
import PhotoModel
import Platform

@testable import BackendKit

/// A host that keeps the secrets of one library in memory.
final class KeptSecrets: @unchecked Sendable {  // Unchecked: the table is written once, in init.
    private let kept = Mutex<[String: [UInt8]]>([:])
    private let table = UnsafeMutablePointer<picker_secrets_v1>.allocate(capacity: 1)

    init() {
        table.initialize(to: picker_secrets_v1())
        table.pointee.struct_size = structSize(of: picker_secrets_v1.self)
        table.pointee.read = { context, _, key, buffer, capacity, length in
            guard let found = KeptSecrets.of(context)[key] else { return PICKER_NOT_FOUND }
            length?.pointee = UInt64(found.count)
            guard found.count <= capacity, let buffer else { return PICKER_TOO_LARGE }
            for (index, byte) in found.enumerated() { buffer[index] = byte }
            return PICKER_OK
        }
        table.pointee.keep = { context, _, key, secret in
            KeptSecrets.of(context)[key] = secret.array
            return PICKER_OK
        }
    }

    deinit { table.deallocate() }

    /// What is kept now.
    var all: [String: [UInt8]] { kept.withLock { $0 } }

    /// As a backend gets them. They need this object.
    var secrets: LibrarySecrets {
        var host = picker_host()
        host.struct_size = structSize(of: picker_host.self)
        host.context = Unmanaged.passUnretained(self).toOpaque()
        host.get_extension = { context, _ in UnsafeRawPointer(KeptSecrets.of(context).table) }
        return LibrarySecrets(host: host, library: 1)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> KeptSecrets {
        Unmanaged<KeptSecrets>.fromOpaque(context!).takeUnretainedValue()  // As in `secrets`.
    }

    private subscript(_ key: picker_string) -> [UInt8]? {
        get { kept.withLock { $0[Self.name(key)] } }
        set { kept.withLock { $0[Self.name(key)] = newValue } }
    }

    private static func name(_ key: picker_string) -> String { ((try? key.text()) ?? nil) ?? "" }
}
