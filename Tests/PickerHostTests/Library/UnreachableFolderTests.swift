import Foundation
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("A library's folder that is not found")
struct UnreachableFolderTests {
    @Test(
        "A library's folder that is not found is closed to the user, not there, or on a disk that is not reached",
        arguments: [
            (EACCES, PhotoStatus.accessDenied, "permission denied"),
            (ENOENT, .notFound, "no such folder; name one with --library"),
            (ENAMETOOLONG, .notFound, "no such folder; name one with --library"),
            (ENOTCONN, .notFound, "cannot be reached: Transport endpoint is not connected; check the disk"),
            (ESTALE, .notFound, "cannot be reached: Stale file handle; check the disk"),
        ])
    func reasons(code: Int32, status: PhotoStatus, words: String) {
        let error = LibraryLocation.failure("/photos", SystemError(code: code))
        #expect(error.status == status && error.systemErrno == code)
        #expect(error.message.hasPrefix("/photos: \(words)"), "\(error.message)")
    }

    @Test("A library's folder that cannot be looked at, because its disk is not reached, is not called a file")
    func mountPoint() throws {
        let error = #expect(throws: PhotoError.self) {
            try LibraryLocation.checkFolder("/photos") { () throws(SystemError) in throw SystemError(code: ENOTCONN) }
        }
        #expect(error == LibraryLocation.failure("/photos", SystemError(code: ENOTCONN)))
        let file = #expect(throws: PhotoError.self) { try LibraryLocation.checkFolder("/photos") { .file } }
        #expect(file?.status == .invalidArgument && file?.message.contains("not a folder") == true)
        try LibraryLocation.checkFolder("/photos") { .folder }
    }
}
