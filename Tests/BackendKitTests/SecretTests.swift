import ABIMemory
import BackendAPI
import PhotoModel
import Platform
import Testing

@testable import BackendKit

/// A host that keeps secrets in memory.
private final class SecretHost: Sendable {
    let kept = Mutex<[String: [UInt8]]>([:])
    let calls = Atomic(0)
    /// What both functions answer, where it is not PICKER_OK.
    let status = Atomic(PICKER_OK)

    // Unsafe: written once, here.
    private nonisolated(unsafe) static let functions: UnsafePointer<picker_secrets_v1> = {
        let functions = UnsafeMutablePointer<picker_secrets_v1>.allocate(capacity: 1)  // As long as the process.
        functions.initialize(to: picker_secrets_v1())
        functions.pointee.struct_size = structSize(of: picker_secrets_v1.self)
        functions.pointee.read = { context, library, key, buffer, capacity, length in
            SecretHost.of(context).read(SecretHost.name(library, key), buffer, capacity, length)
        }
        functions.pointee.keep = { context, library, key, secret in
            SecretHost.of(context).keep(SecretHost.name(library, key), secret.array)
        }
        return UnsafePointer(functions)
    }()

    private static func of(_ context: UnsafeMutableRawPointer?) -> SecretHost {
        Unmanaged<SecretHost>.fromOpaque(context!).takeUnretainedValue()  // Set below.
    }

    private static func name(_ library: UInt64, _ key: picker_string) -> String {
        "\(library) \((try? key.text()) ?? "?")"
    }

    private func read(
        _ name: String, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: UInt64,
        _ length: UnsafeMutablePointer<UInt64>?
    ) -> picker_status {
        calls.add(1, ordering: .relaxed)
        let status = status.load(ordering: .relaxed)
        guard status == PICKER_OK else { return status }
        guard let secret = kept.withLock({ $0[name] }) else { return PICKER_NOT_FOUND }
        // Of one that is too long it copies what there is room for, and says how long it is.
        buffer?.update(from: secret, count: min(secret.count, Int(capacity)))
        length?.pointee = UInt64(secret.count)
        return PICKER_OK
    }

    private func keep(_ name: String, _ secret: [UInt8]?) -> picker_status {
        calls.add(1, ordering: .relaxed)
        let status = status.load(ordering: .relaxed)
        guard status == PICKER_OK else { return status }
        kept.withLock { $0[name] = secret }
        return PICKER_OK
    }

    /// What a backend sees of it.
    func secrets(of library: UInt64) -> LibrarySecrets {
        var table = picker_host()
        table.struct_size = structSize(of: picker_host.self)
        table.context = Unmanaged.passUnretained(self).toOpaque()
        table.get_extension = { _, id in
            let areSecrets = (try? id.text()) == "org.picker.secrets/1"
            return areSecrets ? UnsafeRawPointer(SecretHost.functions) : nil
        }
        return LibrarySecrets(host: table, library: library)
    }
}

@Suite("What a backend keeps of a sign-in") struct SecretTests {
    private let host = SecretHost()

    @Test(
        "What a backend keeps of a sign-in is found again in the same library under the same key, until it is forgotten"
    )
    func kept() throws {
        let secrets = host.secrets(of: 7)
        #expect(try secrets.read("token") == nil)
        try secrets.keep([1, 0, 255], for: "token")
        #expect(try secrets.read("token") == [1, 0, 255])
        #expect(try secrets.read("other") == nil && host.secrets(of: 8).read("token") == nil)
        try secrets.keep([], for: "token")
        #expect(try secrets.read("token")?.isEmpty == true)
        try secrets.keep(nil, for: "token")
        #expect(try secrets.read("token") == nil)
    }

    @Test("What a backend keeps of a sign-in is never read beyond the room for it, whatever length the host names")
    func tooLong() throws {
        host.kept.withLock { $0["7 token"] = [UInt8](repeating: 5, count: LibrarySecrets.limit + 9) }
        #expect(try host.secrets(of: 7).read("token") == [UInt8](repeating: 5, count: 16_384))
    }

    @Test(
        "What a backend keeps of a sign-in is nothing, and cannot be kept, where the host has no name for the library")
    func unnamed() throws {
        let secrets = host.secrets(of: 0)
        #expect(try secrets.read("token") == nil)
        let error = #expect(throws: PhotoError.self) { try secrets.keep([1], for: "token") }
        #expect(error?.status == .unsupported && error?.message.contains("picker libraries add") == true)
        #expect(host.calls.load(ordering: .relaxed) == 0)
        #expect(try LibrarySecrets().read("token") == nil)
        // A host without the extension.
        var table = picker_host()
        table.struct_size = structSize(of: picker_host.self)
        let older = LibrarySecrets(host: table, library: 7)
        #expect(try older.read("token") == nil)
        #expect(throws: PhotoError.self) { try older.keep([1], for: "token") }
    }

    @Test(
        "What a backend keeps of a sign-in is none when the host has no place for it, and an error when it cannot read")
    func failures() throws {
        let secrets = host.secrets(of: 7)
        host.status.store(PICKER_UNSUPPORTED, ordering: .relaxed)
        #expect(try secrets.read("token") == nil)
        let noPlace = #expect(throws: PhotoError.self) { try secrets.keep([1], for: "token") }
        #expect(noPlace?.status == .unsupported && noPlace?.message.contains("picker libraries add") == true)
        host.status.store(PICKER_IO, ordering: .relaxed)
        let unreadable = #expect(throws: PhotoError.self) { try secrets.read("token") }
        #expect(unreadable?.status == .io)
        host.status.store(PICKER_NO_SPACE, ordering: .relaxed)
        let full = #expect(throws: PhotoError.self) { try secrets.keep([1], for: "token") }
        #expect(full?.status == .noSpace && full?.message == "the sign-in cannot be kept")
    }
}
