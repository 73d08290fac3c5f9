import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A scan of an unusual tree")
struct UnusualTreeTests {
    @Test("reads 50,000 files in one folder, and the next one nothing")
    func manyFiles() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            // Four files a photo: in debug builds, assets cost ten times as much as files.
            let contents = [
                "JPG": SampleMedia.jpeg(), "DNG": SampleMedia.dng, "MOV": SampleMedia.quickTime, "AAE": [1],
            ]
            for (suffix, bytes) in contents {
                try library.write("many/0." + suffix, bytes)
                let first = library.path("many/0." + suffix)
                for number in 1..<12_500 where link(first, library.path("many/\(number)." + suffix)) != 0 {
                    throw POSIXError(.init(rawValue: errno) ?? .EIO)
                }
            }
            let catalog = try library.catalog()
            let first = try catalog.refresh(options: .trusting)
            #expect(first.inserted == 12_500 && first.files == 50_000 && first.filesRead == 50_000)
            let again = try catalog.refresh(options: .trusting)
            #expect(again.files == 50_000 && again.filesRead == 0)
            #expect(again.updated + again.inserted + again.removed == 0)
        }
    }

    @Test("reads deep folders, long names and names that are not UTF-8")
    func names() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let deep = Array(repeating: "level", count: 40).joined(separator: "/")
            try library.write("\(deep)/a.jpg")
            try library.write(String(repeating: "x", count: 251) + ".jpg")
            try library.write("plain.jpg")
            let bytes = Array((library.path + "/").utf8) + [0xFF, 0xFE] + Array(".jpg".utf8) + [0]
            let renamed = bytes.withUnsafeBufferPointer { buffer in
                // Not nil: the buffer holds at least the final NUL.
                buffer.withMemoryRebound(to: CChar.self) { rename(library.path("plain.jpg"), $0.baseAddress!) }
            }
            #expect(renamed == 0)
            let catalog = try library.catalog()
            #expect(try catalog.refresh().assets == 3)
            #expect(try CatalogDump.assets(catalog) == CatalogDump.walkedAssets(library.root()))
        }
    }

    @Test("keeps order and sense with times that no camera had")
    func times() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for (name, seconds) in [("a", -9_000_000_000), ("b", -1), ("c", 0), ("d", 15_000_000_000)] {
                try library.write("\(name).jpg")
                var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
                #expect(utimensat(AT_FDCWD, library.path("\(name).jpg"), &times, 0) == 0)
            }
            let catalog = try library.catalog()
            #expect(try catalog.refresh().assets == 4)
            let names = try catalog.pool.read { database in
                try String.fetchAll(database, sql: "SELECT CAST(name AS TEXT) FROM asset ORDER BY created, sort_name")
            }
            #expect(names == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
        }
    }

    @Test("takes dates that cameras without a clock write for none, and others for what they are")
    func dates() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let dates = [
                "0000:00:00 00:00:00", "1899:12:31 23:59:59", "    :  :     :  :  ", "2019:02:30 12:00:00",
                "1979:12:31 23:59:59", "2101:01:01 00:00:00", "9999:12:31 23:59:59",
            ]
            for (index, date) in dates.enumerated() { try library.write("\(index).jpg", SampleMedia.jpeg(taken: date)) }
            try library.write("IMG_20190714_101500.jpg", SampleMedia.jpeg(taken: dates[0]))
            let catalog = try library.catalog()
            #expect(try catalog.refresh().assets == 8)
            #expect(try CatalogDump.assets(catalog) == CatalogDump.walkedAssets(library.root()))
            let assets = try catalog.fetch(.all, FetchOptions(sort: [SortKey(.filename)])).assets()
            #expect(assets[..<4].allSatisfy { $0.creation?.source == .modification })
            #expect(assets[4..<7].allSatisfy { $0.creation?.source == .metadata })
            #expect(assets.last?.creation?.source == .filename)
            let years = assets[4...].compactMap(\.creation).map { CivilTime(timestamp: $0.time).year }
            #expect(years == [1979, 2101, 9999, 2019])
        }
    }

    @Test("keeps what an unreadable folder held, and forgets what a file took the place of")
    func unreadable() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("closed/inside/a.jpg")
            try library.write("gone/b.jpg")
            let catalog = try library.catalog()
            #expect(try catalog.refresh().assets == 2)
            // The user without privileges has to get at the catalog.
            chmod(catalog.files.directory, 0o777)
            for name in try FileManager.default.contentsOfDirectory(atPath: catalog.files.directory) {
                chmod(catalog.files.directory + "/" + name, 0o666)
            }
            chmod(library.path("closed"), 0)
            defer { chmod(library.path("closed"), 0o755) }
            try library.remove("gone")
            try library.write("gone", [1])
            // Alone, so that every call of a system function is made by the thread without privileges.
            var options = RefreshOptions()
            options.readerCount = 0
            let report = try withoutPrivileges { try catalog.refresh(options: options) }
            #expect(report.assets == 1 && report.removed == 1)
            #expect(report.diagnostics.map(\.relativePath) == ["closed"])
        }
    }

    @Test("carries over when a photo was added and its placeholder to its new name")
    func moved() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a/1.jpg")
            let catalog = try library.catalog()
            _ = try catalog.refresh()
            try catalog.pool.write { database in
                try database.execute(sql: "UPDATE asset SET added = 77, placeholder = x'0102'")
            }
            try library.move("a/1.jpg", to: "b/2.jpg")
            let report = try catalog.refresh()
            #expect(report.inserted == 1 && report.removed == 1)
            let row = try catalog.pool.read { try Row.fetchOne($0, sql: "SELECT added, placeholder FROM asset") }
            #expect(row?[0] == 77 && row?[1] == Data([1, 2]))
        }
    }
}
