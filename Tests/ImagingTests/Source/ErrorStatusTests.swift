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

    @Test("Each error has the status that means the same, and only those of the system have a number")
    func statuses() {
        let errors: [(ImagingError, PhotoStatus)] = [
            (.notFound(path: "a"), .notFound), (.notRegularFile(path: "a"), .unsupportedFormat),
            (.unsupportedFormat("a"), .unsupportedFormat), (.corrupt("a"), .corruptMedia), (.tooLarge("a"), .tooLarge),
            (.cancelled, .cancelled), (.timedOut(seconds: 1), .deadline), (.outOfMemory(bytes: 1), .outOfMemory),
            (.invalidRequest("a"), .invalidArgument),
        ]
        for (error, status) in errors {
            #expect(error.status == status && error.systemErrno == 0, "\(error)")
        }
        #expect(ImagingError(PixelBufferError.outOfMemory(bytes: 7)) == .outOfMemory(bytes: 7))
        #expect(ImagingError(PixelBufferError.invalidSize(PixelSize(width: 0, height: 1))).status == .invalidArgument)
    }

    @Test("An error says what to do, with the path where there is one")
    func words() {
        #expect(ImagingError.notFound(path: "a.jpg").description == "there is no file at a.jpg; check the path")
        #expect(ImagingError.io(path: "a.jpg", code: EIO).description == "a.jpg cannot be read: Input/output error")
        #expect(
            ImagingError.io(path: nil, code: EIO).description == "the image cannot be read: Input/output error")
        #expect(
            ImagingError.io(path: "/tmp", code: ENOSPC).description
                == "a temporary file in /tmp cannot be written: No space left on device; make room there")
        #expect(
            ImagingError.corrupt("x").description == "the image is damaged: x; restore it from its source")
    }
}
