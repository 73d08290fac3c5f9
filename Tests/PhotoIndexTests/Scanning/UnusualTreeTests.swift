import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A scan of an unusual tree")
struct UnusualTreeTests {
    @Test("A scan reads thousands of files in one folder, and the next one nothing")
    func manyFiles() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let count = TestExtent.choose(1250, all: 12_500)
            // Four files a photo: in debug builds, assets cost ten times as much as files.
            let contents = [
                "JPG": SampleMedia.jpeg(), "DNG": SampleMedia.dng, "MOV": SampleMedia.quickTime, "AAE": [1],
            ]
            for (suffix, bytes) in contents {
                try library.write("many/0." + suffix, bytes)
                let first = library.path("many/0." + suffix)
                for number in 1..<count where link(first, library.path("many/\(number)." + suffix)) != 0 {
                    throw POSIXError(.init(rawValue: errno) ?? .EIO)
                }
            }
            let photoIndex = try library.photoIndex()
            let first = try photoIndex.refresh(options: .trusting)
            #expect(
                first.report.inserted == count && first.report.files == 4 * count && first.report.filesRead == 4 * count
            )
            let again = try photoIndex.refresh(options: .trusting)
            #expect(again.report.files == 4 * count && again.report.filesRead == 0)
            #expect(again.report.updated + again.report.inserted + again.report.removed == 0)
        }
    }

    @Test("A scan of an unusual tree reads deep folders, long names and names that are not UTF-8")
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
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh().report.assets == 3)
            #expect(try IndexDump.assets(photoIndex) == IndexDump.walkedAssets(library.root()))
        }
    }

    @Test("A scan of an unusual tree keeps order and sense with times that no camera had")
    func times() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for (name, seconds) in [("a", -9_000_000_000), ("b", -1), ("c", 0), ("d", 15_000_000_000)] {
                try library.write("\(name).jpg")
                var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
                #expect(utimensat(AT_FDCWD, library.path("\(name).jpg"), &times, 0) == 0)
            }
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh().report.assets == 4)
            let names = try photoIndex.pool.read { database in
                try String.fetchAll(database, sql: "SELECT CAST(name AS TEXT) FROM asset ORDER BY created, sort_name")
            }
            #expect(names == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
        }
    }

    @Test(
        "A scan of an unusual tree takes dates that cameras without a clock write for none, and others for what they are"
    )
    func dates() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let dates = [
                "0000:00:00 00:00:00", "1899:12:31 23:59:59", "    :  :     :  :  ", "2019:02:30 12:00:00",
                "1979:12:31 23:59:59", "2101:01:01 00:00:00", "9999:12:31 23:59:59",
            ]
            for (index, date) in dates.enumerated() { try library.write("\(index).jpg", SampleMedia.jpeg(taken: date)) }
            try library.write("IMG_20190714_101500.jpg", SampleMedia.jpeg(taken: dates[0]))
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh().report.assets == 8)
            #expect(try IndexDump.assets(photoIndex) == IndexDump.walkedAssets(library.root()))
            let assets = try photoIndex.fetch(.all, FetchOptions(sort: [SortKey(.filename)])).assets()
            #expect(assets[..<4].allSatisfy { $0.creation?.source == .modification })
            #expect(assets[4..<7].allSatisfy { $0.creation?.source == .metadata })
            #expect(assets.last?.creation?.source == .filename)
            let years = assets[4...].compactMap(\.creation).map { CivilTime(timestamp: $0.time).year }
            #expect(years == [1979, 2101, 9999, 2019])
        }
    }

    @Test("A scan of an unusual tree keeps what an unreadable folder held, and forgets what a file took the place of")
    func unreadable() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("closed/inside/a.jpg")
            try library.write("gone/b.jpg")
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh().report.assets == 2)
            // The user without privileges has to get at the index.
            chmod(photoIndex.files.directory, 0o777)
            for name in try FileManager.default.contentsOfDirectory(atPath: photoIndex.files.directory) {
                chmod(photoIndex.files.directory + "/" + name, 0o666)
            }
            chmod(library.path("closed"), 0)
            defer { chmod(library.path("closed"), 0o755) }
            try library.remove("gone")
            try library.write("gone", [1])
            // Alone, so that every call of a system function is made by the thread without privileges.
            var options = RefreshOptions()
            options.readerCount = 0
            let outcome = try withoutPrivileges { try photoIndex.refresh(options: options) }
            #expect(outcome.report.assets == 1 && outcome.report.removed == 1)
            #expect(outcome.diagnostics.map(\.relativePath) == ["closed", "."])
        }
    }

    @Test("A scan of an unusual tree shows a hidden folder once that two folders link to, whichever is refreshed")
    func linkedTwice() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in [".kept/a.jpg", "first/b.jpg", "second/c.jpg"] { try library.write(name) }
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh(options: .trusting).report.assets == 2)
            for name in ["second", "first"] {
                try FileManager.default.createSymbolicLink(
                    atPath: library.path("\(name)/link"), withDestinationPath: "../.kept")
                let outcome = try photoIndex.refresh(.folders([Array(name.utf8)]), options: .trusting)
                #expect(outcome.report.assets == 3, "\(name)")
            }
            let both = RefreshMode.folders([Array("first".utf8), Array("second".utf8)])
            #expect(try photoIndex.refresh(both, options: .trusting).report.assets == 3)
            // The other link shows it when the first is gone.
            try library.remove("second/link")
            #expect(try photoIndex.refresh(both, options: .trusting).report.assets == 3)
            #expect(try photoIndex.refresh(options: .trusting).report.assets == 3)
        }
    }

    @Test("A scan of an unusual tree, also a quick one, shows a hidden folder by another link when the first is gone")
    func secondLink() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in [".kept/a.jpg", "first/b.jpg", "second/c.jpg"] { try library.write(name) }
            for name in ["first", "second"] {
                try FileManager.default.createSymbolicLink(
                    atPath: library.path("\(name)/link"), withDestinationPath: "../.kept")
            }
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh(options: .trusting).report.assets == 3)
            #expect(try photoIndex.refresh(.quick, options: .trusting).report.assets == 3)
            try library.remove("first/link")
            #expect(try photoIndex.refresh(.quick, options: .trusting).report.assets == 3)
            #expect(try photoIndex.refresh(.quick, options: .trusting).report.assets == 3)
        }
    }

    @Test("A scan of an unusual tree, also a quick one, leaves a hidden folder under the link that shows it already")
    func steadyLink() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in [".kept/a.jpg", ".kept/inside/b.jpg"] { try library.write(name) }
            let photoIndex = try library.photoIndex()
            var before: [String] = []
            for name in ["two", "one", "three"] {
                try FileManager.default.createSymbolicLink(
                    atPath: library.path(name), withDestinationPath: ".kept")
                for _ in 0..<2 {
                    let report = try photoIndex.refresh(.quick, options: .trusting).report
                    let assets = try IndexDump.assets(photoIndex)
                    if before.isEmpty { before = assets } else { #expect(report.inserted == 0, "\(name)") }
                    #expect(report.assets == 2 && assets == before, "\(name)")
                }
            }
        }
    }

    @Test("A scan of an unusual tree keeps files that cannot be read, each without a look at all others")
    func unreadableFiles() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            // No file system has such names, and the error of opening one says nothing of the file.
            let names = (10_000..<30_000).map { Array("IMG_\($0)\(String(repeating: "x", count: 300)).jpg".utf8) }
            var known = KnownFiles()
            for (number, name) in names.enumerated() {
                let state = AssetDraft.FileState(byteSize: 1, modificationTime: 2, changeTime: 3, inode: 4)
                name.withUnsafeBytes {
                    known.append(name: $0, state: state, asset: Int64(number + 1), isRefused: false)
                }
            }
            known.finish()
            let root = try library.root()
            let folder = try root.folder(at: [])
            let scan = FolderScan(
                inspection: FileInspection(root: root, folder: folder, path: []),
                listing: FolderListing(ofFiles: names), known: known, status: try folder.status(), isSettled: true,
                former: nil)
            let start = threadSeconds()
            let unit = ScanUnit(folder: 0, scan: scan, range: 0..<scan.listing.count)
            let findings = GroupReader.read(unit, root.identity, RefreshOptions(), .never)
            #expect(threadSeconds() - start < 20)
            #expect(findings.isUnsettled && findings.groups.isEmpty)
            #expect(Set(findings.seen).count == names.count)
        }
    }

    @Test("A scan of an unusual tree finds the other paths of a folder without reading the rows of all folders")
    func otherPaths() throws {
        let library = try ScannedLibrary()
        defer { withExtendedLifetime(library) {} }
        let photoIndex = try library.photoIndex()
        let plan = try photoIndex.pool.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT path FROM folder WHERE inode = 1")
        }
        let steps = plan.map { $0["detail"] as String }
        #expect(steps.contains { $0.contains("folder_inode") }, "\(steps)")
    }

    @Test("A scan of an unusual tree carries over when a photo was added and its preview hash to its new name")
    func moved() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a/1.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            try photoIndex.pool.write { database in
                try database.execute(sql: "UPDATE asset SET added = 77, placeholder = x'0102'")
            }
            try library.move("a/1.jpg", to: "b/2.jpg")
            let outcome = try photoIndex.refresh()
            #expect(outcome.report.inserted == 1 && outcome.report.removed == 1)
            let row = try photoIndex.pool.read { try Row.fetchOne($0, sql: "SELECT added, placeholder FROM asset") }
            #expect(row?[0] == 77 && row?[1] == Data([1, 2]))
        }
    }
}
