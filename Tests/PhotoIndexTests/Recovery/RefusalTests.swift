import Foundation
import GRDB
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A refresh that cannot be done")
struct RefusalTests {
    @Test("A refresh that cannot be done because another one is under way says so, or waits and can be ended")
    func busy() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.jpg")
            let photoIndex = try library.photoIndex()
            var lock = try FileLock.take(photoIndex.files.refreshLock, waits: false)
            var options = RefreshOptions()
            options.waitsForOthers = false
            #expect { try photoIndex.refresh(options: options) } throws: { error in
                if case IndexError.busy = error { true } else { false }
            }
            var checks = 0
            let outcome = try photoIndex.refresh(
                cancellation: Cancellation {
                    checks += 1
                    if checks == 5 { lock = nil }
                    return nil
                })
            #expect(outcome.report.assets == 1 && checks >= 5 && lock == nil)
        }
    }

    @Test("A refresh that cannot be done because the library is gone keeps the index")
    func gone() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a/b.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            let before = try IndexDump.lines(photoIndex)
            try FileManager.default.moveItem(atPath: library.path, toPath: library.path + " elsewhere")
            for mode in [RefreshMode.full, .quick, .folders([[]])] {
                #expect { try photoIndex.refresh(mode) } throws: { error in
                    if case IndexError.libraryGone = error { true } else { false }
                }
            }
            #expect(try IndexDump.lines(photoIndex) == before)
        }
    }

    @Test("A refresh that cannot be done because the library may not be read says so, and keeps the index")
    func unreadable() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a/b.jpg")
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            let before = try IndexDump.lines(photoIndex)
            chmod(library.path, 0)
            defer { chmod(library.path, 0o755) }
            for mode in [RefreshMode.full, .quick, .folders([[]])] {
                #expect {
                    try withoutPrivileges { try photoIndex.refresh(mode) }
                } throws: { error in
                    if case IndexError.libraryUnreadable = error { true } else { false }
                }
            }
            #expect(try IndexDump.lines(photoIndex) == before)
        }
    }

    @Test(
        "A refresh that cannot be done because it was cancelled keeps what was written, and the next one completes it")
    func cancelled() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let count = TestExtent.choose(2000, all: 6000)
            for number in 0..<count { try library.write("\(number % 3)/\(number).jpg") }
            let photoIndex = try library.photoIndex()
            var written = 0
            #expect {
                try photoIndex.refresh(
                    cancellation: Cancellation { written > 0 ? .closed : nil }, progress: { written = $0.assetsWritten }
                )
            } throws: { error in
                if case IndexError.stopped(.closed) = error { true } else { false }
            }
            #expect(try photoIndex.pool.read { try LibraryRow.assetCount($0) } == written)
            #expect(try !photoIndex.pool.read { try LibraryRow($0).isComplete })
            #expect(try photoIndex.refresh(.quick).report.assets == count)
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test("A refresh that cannot be done because it was cancelled ends before the next folder, also among empty ones")
    func cancelledAmongEmptyFolders() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<50 {
                try FileManager.default.createDirectory(
                    atPath: library.path("\(number)"), withIntermediateDirectories: false)
            }
            let photoIndex = try library.photoIndex()
            var checks = 0
            let cancellation = Cancellation {
                checks += 1
                return nil
            }
            _ = try photoIndex.refresh(cancellation: cancellation)
            #expect(checks > 50)
        }
    }

    @Test("A refresh that cannot be done because it was cancelled ends before the next link, also within one folder")
    func cancelledAmongLinks() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write(".kept/a.jpg")
            for number in 0..<50 {
                try FileManager.default.createSymbolicLink(
                    atPath: library.path("\(number).jpg"), withDestinationPath: ".kept/a.jpg")
            }
            let photoIndex = try library.photoIndex()
            var options = RefreshOptions()
            options.readerCount = 0
            var checks = 0
            let cancellation = Cancellation {
                checks += 1
                return nil
            }
            _ = try photoIndex.refresh(options: options, cancellation: cancellation)
            #expect(checks > 50)
        }
    }

    @Test("A refresh that cannot be done because the user's share of the disk is used up says so, and loses no index")
    func quota() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            defer { withExtendedLifetime(library) {} }
            let photoIndex = try library.photoIndex()
            let cause = DatabaseError(resultCode: .SQLITE_IOERR_WRITE)
            let error = IndexError(IndexError.of(cause, file: "/data/catalog.sqlite") { _ in .quotaExceeded })
            #expect(error.description.hasPrefix("/data/catalog.sqlite cannot grow: your share of the disk is used up"))
            #expect(!photoIndex.isLost(after: error))
            // SQLite has the same code for a disk with a fault.
            let fault = IndexError(IndexError.of(cause, file: "/data/catalog.sqlite") { _ in .inputOutput })
            #expect(fault.description.hasPrefix("/data/catalog.sqlite cannot be written: Input/output error; check"))
            #expect(!photoIndex.isLost(after: fault))
            // Nothing is refused here.
            let passed = IndexError(IndexError.of(cause, file: library.path("catalog.sqlite")))
            #expect(passed.description.contains("catalog.sqlite cannot be written: a write was refused"))
            // Work that does not go through a refresh has the error of SQLite itself.
            #expect(!photoIndex.isLost(after: IndexError.database(cause)))
            // What cannot be read still is damage.
            let unread = DatabaseError(resultCode: .SQLITE_IOERR_READ)
            #expect(photoIndex.isLost(after: IndexError(IndexError.of(unread, file: "/data/catalog.sqlite"))))
        }
    }

    @Test("A refresh that cannot be done because the data folder may not be written says so")
    func readOnly() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let data = library.surroundings.path("data")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            chmod(data, 0o555)
            defer { chmod(data, 0o755) }
            let root = try library.root()
            #expect {
                try withoutPrivileges { try PhotoIndexDatabase.open(root, directory: data) }
            } throws: { error in
                if case IndexError.notWritable = error { true } else { false }
            }
        }
    }
}
