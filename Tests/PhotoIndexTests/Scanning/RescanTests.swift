import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("An index that is refreshed equals one that is made again")
struct RescanTests {
    @Test(
        "An index that is refreshed equals one that is made again after random edits",
        arguments: TestExtent.sample(Array(0..<16), one: 4))
    func randomEdits(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let photoIndex = try library.photoIndex()
            var edits = RandomEdits(library, seed: seed)
            for _ in 0..<6 {
                try edits.make(20)
                // Files this young are looked at again, unless each status is taken for what it is.
                _ = try photoIndex.refresh(.full, options: seed % 2 == 0 ? .trusting : RefreshOptions())
                #expect(try IndexDump.lines(photoIndex) == library.fresh())
            }
        }
    }

    @Test(
        "An index that is refreshed equals one that is made again when files only came and went, and only folders are compared",
        arguments: TestExtent.sample(Array(20..<30)))
    func quick(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let photoIndex = try library.photoIndex()
            var edits = RandomEdits(library, seed: seed)
            for _ in 0..<6 {
                try edits.make(20, rewrites: false)
                _ = try photoIndex.refresh(.quick)
                #expect(try IndexDump.lines(photoIndex) == library.fresh())
            }
        }
    }

    @Test(
        "An index that is refreshed equals one that is made again when a folder was emptied on a disk with a new number",
        arguments: [RefreshMode.full, .quick])
    func renumbered(mode: RefreshMode) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["a/1.jpg", "b/2.jpg"] { try library.write(name) }
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            // As if the disk had been mounted again since.
            try photoIndex.pool.write { database in
                try database.execute(sql: "UPDATE folder SET device = device + 1")
            }
            try library.remove("a/1.jpg")
            let outcome = try photoIndex.refresh(mode)
            #expect(outcome.diagnostics.isEmpty)
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test("An index that is refreshed equals one that is made again and finds nothing to do when nothing happened")
    func nothing() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            var edits = RandomEdits(library, seed: 77)
            try edits.make(60)
            let photoIndex = try library.photoIndex()
            let first = try photoIndex.refresh(options: .trusting)
            #expect(first.report.inserted == first.report.assets)
            for mode in [RefreshMode.full, .quick] {
                let again = try photoIndex.refresh(mode, options: .trusting)
                #expect(again.report.inserted + again.report.updated + again.report.removed == 0)
                #expect(again.changesBefore == again.changesAfter)
                #expect(again.report.assets == first.report.assets)
                #expect(again.diagnostics == first.diagnostics)
            }
        }
    }

    @Test("An index that is refreshed reads a damaged file once, and one that it was not allowed to read each time")
    func refusedFiles() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("damaged.jpg", [1, 2, 3])
            let photoIndex = try library.photoIndex()
            #expect(try photoIndex.refresh(options: .trusting).report.filesRead == 1)
            #expect(try photoIndex.refresh(options: .trusting).report.filesRead == 0)
            // As if reading it had been refused; root, who runs the tests at times, is refused nothing.
            try photoIndex.pool.write { database in
                try database.execute(
                    sql: "UPDATE other_file SET reason = ?", arguments: [PhotoStatus.accessDenied.rawValue])
            }
            #expect(try photoIndex.refresh(options: .trusting).report.filesRead == 1)
        }
    }
}
