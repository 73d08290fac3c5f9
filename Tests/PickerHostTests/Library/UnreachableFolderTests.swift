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
}
