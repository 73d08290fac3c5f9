import GRDB
import PhotoModel
import Platform
import Testing

@testable import PhotoIndex

@Suite("What SQLite says of an index")
struct IndexErrorTests {
    private func words(_ code: ResultCode, _ refusal: SystemError? = nil) -> String {
        let error = DatabaseError(resultCode: code)
        return "\(IndexError(IndexError.of(error, file: "/d/catalog") { _ in refusal }))"
    }

    @Test("What SQLite says of an index comes to what can be done about it")
    func codes() {
        for (code, beginning) in [
            (.SQLITE_FULL, "the disk is full and /d/catalog cannot grow"),
            (.SQLITE_IOERR_SHMSIZE, "the disk is full and /d/catalog cannot grow"),
            (.SQLITE_READONLY, "/d/catalog cannot be written; change its permissions"),
            (.SQLITE_CANTOPEN, "/d/catalog cannot be written; change its permissions"),
            (.SQLITE_PERM, "/d/catalog cannot be written; change its permissions"),
            (.SQLITE_CORRUPT, "/d/catalog is damaged"), (.SQLITE_NOTADB, "/d/catalog is damaged"),
            (.SQLITE_BUSY, "another process is indexing /d/catalog"),
            (.SQLITE_LOCKED, "another process is indexing /d/catalog"),
            (.SQLITE_ERROR, "the index cannot be read: "), (.SQLITE_IOERR_READ, "the index cannot be read: "),
        ] as [(ResultCode, String)] {
            #expect(words(code).hasPrefix(beginning), "\(words(code))")
        }
    }

    @Test("What SQLite says of an index that was not written depends on what the disk says")
    func refusals() {
        for (refusal, beginning) in [
            (.diskFull, "the disk is full and /d/catalog cannot grow"),
            (.quotaExceeded, "/d/catalog cannot grow: your share of the disk is used up"),
            (.readOnlyFileSystem, "/d/catalog cannot be written: Read-only file system; check the disk"),
            (nil, "/d/catalog cannot be written: a write was refused; check the disk"),
        ] as [(SystemError?, String)] {
            #expect(words(.SQLITE_IOERR_WRITE, refusal).hasPrefix(beginning))
            // It is asked about writes alone.
            #expect(words(.SQLITE_IOERR_READ, refusal).hasPrefix("the index cannot be read: "))
        }
    }

    @Test("What others say of an index is left as it is")
    func others() {
        let error = IndexError.of(PhotoError.closed, file: "/d/catalog") as? PhotoError
        #expect(error == .closed)
        #expect("\(IndexError(IndexError.of(IndexError.expired, file: "/d/catalog")))" == "\(IndexError.expired)")
        #expect("\(IndexError.stopped(.deadline))" == PhotoError.deadline.message)
    }

    @Test("What the system says of a file beside an index comes to what can be done about it")
    func system() {
        for (error, beginning) in [
            (.diskFull, "the disk is full and /d/lock cannot grow"),
            (.quotaExceeded, "the disk is full and /d/lock cannot grow"),
            (.accessDenied, "/d/lock cannot be written; change its permissions"),
            (.notPermitted, "/d/lock cannot be written; change its permissions"),
            (.readOnlyFileSystem, "/d/lock cannot be written; change its permissions"),
            (.linkLoop, "/d/lock cannot be written; change its permissions"),
            (.inputOutput, "the index cannot be read: "),
        ] as [(SystemError, String)] {
            #expect("\(IndexError(error, file: "/d/lock"))".hasPrefix(beginning))
        }
    }
}
