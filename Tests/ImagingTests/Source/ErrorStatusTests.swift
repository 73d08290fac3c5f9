import Foundation
import PhotoModel
import Testing

@testable import Imaging

@Suite("What an error of imaging is reported as") struct ErrorStatusTests {
    @Test(
        "What the system refuses is a full disk, a share that is used up, or else an I/O error",
        arguments: [(ENOSPC, .noSpace), (EDQUOT, .quota), (EIO, .io), (EACCES, .io)] as [(Int32, PhotoStatus)])
    func refusals(code: Int32, status: PhotoStatus) {
        #expect(ImagingError.io(path: "/tmp/copy", code: code).status == status)
        #expect(ImagingError.io(path: nil, code: code).systemErrno == code)
    }
}
