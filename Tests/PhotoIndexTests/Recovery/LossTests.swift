import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("What becomes of an index that is lost")
struct LossTests {
    private static let harmless: [any Error] = [
        IndexError.stopped(.deadline), IndexError.notFound("x"), IndexError.invalidArgument("x"), IndexError.expired,
        IndexError.tokenTooOld, IndexError.libraryGone(path: "/x"), IndexError.busy(file: "x"),
        IndexError.diskFull(file: "x"), IndexError.writeRefused(file: "x"),
    ]
    private static let ofPlace: [any Error] = [
        IndexError.notWritable(file: "x"), PhotoError(.io, "x"),
        IndexError.database(DatabaseError(resultCode: .SQLITE_CONSTRAINT)),
    ]
    private static let damage: [any Error] = [
        IndexError.corrupt(file: "x"), IndexError.database(DatabaseError(resultCode: .SQLITE_CORRUPT)),
        IndexError.database(DatabaseError(resultCode: .SQLITE_NOTADB)),
        IndexError.database(DatabaseError(resultCode: .SQLITE_ERROR)),
        IndexError.database(DatabaseError(resultCode: .SQLITE_IOERR)),
    ]

    @Test("An index is lost by damage or with its file, and not because a caller or another process stood in the way")
    func errors() throws {
        let fixture = try IndexFixture()
        let photoIndex = fixture.photoIndex
        for error in Self.harmless + Self.ofPlace { #expect(!photoIndex.isLost(after: error), "\(error)") }
        for error in Self.damage { #expect(photoIndex.isLost(after: error), "\(error)") }
        try FileManager.default.removeItem(atPath: photoIndex.files.database)
        for error in Self.harmless { #expect(!photoIndex.isLost(after: error), "\(error)") }
        for error in Self.ofPlace + Self.damage { #expect(photoIndex.isLost(after: error), "\(error)") }
    }

    @Test("The log of an index that is gone or empty is removed, since the next one would read it; no other is")
    func remains() throws {
        for content in [nil, "", "an index"] {
            let folder = try TemporaryFolder()
            let files = IndexFiles(directory: folder.path)
            let names = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"]
            if let content { try folder.write(content, to: names[0]) }
            for name in names.dropFirst() { try folder.write("log", to: name) }
            files.removeRemains()
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(left == (content == "an index" ? names.sorted() : []))
        }
    }

    @Test("An index that is set aside takes its log along, under a name of its own, and is no longer suspected")
    func aside() throws {
        let folder = try TemporaryFolder()
        let files = IndexFiles(directory: folder.path)
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        var names: Set<String> = []
        for number in 1...2 {
            try folder.write("index \(number)", to: "catalog.sqlite")
            try folder.write("log \(number)", to: "catalog.sqlite-wal")
            try folder.write("memory", to: "catalog.sqlite-shm")
            files.suspect()
            #expect(files.isSuspect)
            let aside = try files.setAside(now: now)
            names.insert(aside)
            #expect(!files.isSuspect)
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == "index \(number)")
            #expect(try String(contentsOfFile: aside + "-wal", encoding: .utf8) == "log \(number)")
        }
        #expect(names.count == 2)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.count == 4 && left.allSatisfy { $0.contains(".aside-") })
    }
}
