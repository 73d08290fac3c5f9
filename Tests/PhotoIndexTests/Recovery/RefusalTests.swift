import Foundation
import GRDB
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A refresh that cannot be done")
struct RefusalTests {
    @Test("because another one is under way says so, or waits and can be ended")
    func busy() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.jpg")
            let catalog = try library.catalog()
            var lock = try FileLock.take(catalog.files.refreshLock, waits: false)
            var options = RefreshOptions()
            options.waitsForOthers = false
            #expect { try catalog.refresh(options: options) } throws: { error in
                if case IndexError.busy = error { true } else { false }
            }
            var checks = 0
            let report = try catalog.refresh(check: {
                checks += 1
                if checks == 5 { lock = nil }
            })
            #expect(report.assets == 1 && checks >= 5 && lock == nil)
        }
    }

    @Test("because the library is gone keeps the catalog")
    func gone() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a/b.jpg")
            let catalog = try library.catalog()
            _ = try catalog.refresh()
            let before = try CatalogDump.lines(catalog)
            try FileManager.default.moveItem(atPath: library.path, toPath: library.path + " elsewhere")
            for mode in [RefreshMode.full, .quick, .folders([[]])] {
                #expect { try catalog.refresh(mode) } throws: { error in
                    if case IndexError.libraryGone = error { true } else { false }
                }
            }
            #expect(try CatalogDump.lines(catalog) == before)
        }
    }

    @Test("because it was cancelled keeps what was written, and the next one completes it")
    func cancelled() async throws {
        try await onThread {
            struct Stop: Error {}
            let library = try ScannedLibrary()
            for number in 0..<6000 { try library.write("\(number % 3)/\(number).jpg") }
            let catalog = try library.catalog()
            var written = 0
            #expect(throws: Stop.self) {
                _ = try catalog.refresh(
                    check: { if written > 0 { throw Stop() } }, progress: { written = $0.assetsWritten })
            }
            #expect(try catalog.pool.read { try LibraryRow.assetCount($0) } == written)
            #expect(try !catalog.pool.read { try LibraryRow($0).isComplete })
            #expect(try catalog.refresh(.quick).assets == 6000)
            #expect(try CatalogDump.lines(catalog) == library.fresh())
        }
    }

    @Test("because the data folder may not be written says so")
    func readOnly() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let data = library.surroundings.path("data")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            chmod(data, 0o555)
            defer { chmod(data, 0o755) }
            let root = try library.root()
            #expect {
                try withoutPrivileges { try Catalog.open(root, directory: data) }
            } throws: { error in
                if case IndexError.notWritable = error { true } else { false }
            }
        }
    }
}
