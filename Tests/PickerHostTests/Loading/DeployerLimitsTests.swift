import BackendAPI
import BackendKit
import Synchronization
import Testing

@testable import PickerHost

/// One test at a time, and no other suite sets them: they hold for the whole process.
@Suite("Limits of the deployer", .serialized) struct DeployerLimitsTests {
    @Test("are what a backend sees, and those that are not set are zero")
    func seen() async throws {
        let script = try LibraryScript()
        for (given, expected) in [
            (DeployerLimits(), [0, 0, 0, 0]), (DeployerLimits(maxPixels: 1 << 60), [1 << 60, 0, 0, 0]),
            (
                DeployerLimits(maxPixels: 1, maxFileBytes: 2, maxRequestBytes: 3, maxRequestMilliseconds: 1 << 60),
                [1, 2, 3, 1 << 60]
            ),
        ] {
            DeployerLimits.ofProcess = given
            defer { DeployerLimits.ofProcess = DeployerLimits() }
            try await script.open().close()
            let seen = try #require(script.heard.withLock { $0.limits.last })
            let values = [seen.maxPixels, seen.maxFileBytes, seen.maxRequestBytes, seen.maxRequestMilliseconds]
            #expect(values == expected)
        }
    }

    @Test("leave a table that a backend holds as it was when others come into force")
    func unchanged() throws {
        let host = HostTable(label: "test")
        func table() throws -> UnsafePointer<picker_limits_v1> {
            let found = PICKER_EXT_LIMITS.withCString { text in
                host.pointer.pointee.get_extension(
                    host.pointer.pointee.context,
                    picker_string(data: text, length: UInt64(PICKER_EXT_LIMITS.utf8.count)))
            }
            return try #require(found).assumingMemoryBound(to: picker_limits_v1.self)
        }
        defer { DeployerLimits.ofProcess = DeployerLimits() }
        DeployerLimits.ofProcess.maxFileBytes = 70
        let first = try table()
        DeployerLimits.ofProcess.maxFileBytes = 70
        #expect(try table() == first)
        DeployerLimits.ofProcess.maxFileBytes = 71
        #expect(try table().pointee.max_file_bytes == 71 && first.pointee.max_file_bytes == 70)
        #expect(Int(first.pointee.struct_size) == MemoryLayout<picker_limits_v1>.size)
    }

    @Test("are the only extension of the host", arguments: ["", "org.picker.limits/2", "org.picker.limits"])
    func unknown(id: String) {
        let host = HostTable(label: "test")
        let found = id.withCString { text in
            host.pointer.pointee.get_extension(
                host.pointer.pointee.context, picker_string(data: text, length: UInt64(id.utf8.count)))
        }
        #expect(found == nil)
    }
}
