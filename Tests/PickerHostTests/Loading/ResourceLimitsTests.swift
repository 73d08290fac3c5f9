import BackendAPI
import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

/// Those that set limits run in processes of their own: they hold for all that a process does.
@Suite("The limits of the administrator") struct ResourceLimitsTests {
    @Test("The limits of the administrator are what a backend sees, and those that are not set are zero")
    func seen() async {
        await #expect(processExitsWith: .success) { try await ResourceLimitsTests().seeLimits() }
    }

    private func seeLimits() async throws {
        let script = try LibraryScript()
        for (given, expected) in [
            (ResourceLimits(), [0, 0, 0, 0]), (ResourceLimits(maxPixels: 1 << 60), [1 << 60, 0, 0, 0]),
            (
                ResourceLimits(maxPixels: 1, maxFileBytes: 2, maxRequestBytes: 3, maxRequestMilliseconds: 1 << 60),
                [1, 2, 3, 1 << 60]
            ),
        ] {
            ResourceLimits.ofProcess = given
            try await script.open().close()
            let seen = try #require(script.heard.withLock { $0.limits.last })
            let values = [seen.maxPixels, seen.maxFileBytes, seen.maxRequestBytes, seen.maxRequestMilliseconds]
            #expect(values == expected)
        }
    }

    @Test("The limits of the administrator leave a table that a backend holds as it was when others come into force")
    func unchanged() async {
        await #expect(processExitsWith: .success) { try ResourceLimitsTests().compareTables() }
    }

    private func compareTables() throws {
        let host = HostTable(label: "test")
        func table() throws -> UnsafePointer<picker_limits_v1> {
            let found = PICKER_EXT_LIMITS.withCString { text in
                host.pointer.pointee.get_extension(
                    host.pointer.pointee.context,
                    picker_string(data: text, length: UInt64(PICKER_EXT_LIMITS.utf8.count)))
            }
            return try #require(found).assumingMemoryBound(to: picker_limits_v1.self)
        }
        ResourceLimits.ofProcess.maxFileBytes = 70
        let first = try table()
        ResourceLimits.ofProcess.maxFileBytes = 70
        #expect(try table() == first)
        ResourceLimits.ofProcess.maxFileBytes = 71
        #expect(try table().pointee.max_file_bytes == 71 && first.pointee.max_file_bytes == 70)
        #expect(Int(first.pointee.struct_size) == MemoryLayout<picker_limits_v1>.size)
    }

    @Test(
        "The limits of the administrator are the only extension of the host",
        arguments: ["", "org.picker.limits/2", "org.picker.limits"])
    func unknown(id: String) {
        let host = HostTable(label: "test")
        let found = id.withCString { text in
            host.pointer.pointee.get_extension(
                host.pointer.pointee.context, picker_string(data: text, length: UInt64(id.utf8.count)))
        }
        #expect(found == nil)
    }
}
