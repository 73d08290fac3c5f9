import PhotoFolder
import PhotoIndex
import PhotoModel
import Testing

@testable import IndexServing

@Suite("An error of an index")
struct IndexStatusTests {
    @Test("An error of an index has the status that says who can do something about it, and one line that says what")
    func statuses() {
        for (error, status) in [
            (.notFound("asset a"), .notFound), (.libraryGone(path: "/p"), .notFound), (.tokenTooOld, .notFound),
            (.invalidArgument("it is none"), .invalidArgument), (.expired, .changed), (.busy(file: "/f"), .busy),
            (.diskFull(file: "/f"), .noSpace), (.writeRefused(file: "/f"), .noSpace),
            (.writeFailed(file: "/f", reason: "no disk"), .io), (.corrupt(file: "/f"), .io),
            (.database(PhotoError.closed), .io), (.notWritable(file: "/f"), .accessDenied),
            (.libraryUnreadable(.accessDenied(path: "/p", code: 13)), .accessDenied),
            (.libraryUnreadable(.io(path: "/p", code: 5)), .io), (.stopped(.cancelled), .cancelled),
            (.stopped(.deadline), .deadline), (.stopped(.closed), .closed),
        ] as [(IndexError, PhotoStatus)] {
            let found = PhotoError(error)
            #expect(found.status == status && !found.message.isEmpty, "\(error)")
            #expect(!found.message.contains("\n"))
        }
    }

    @Test("An error of an index keeps its cause, and one that has a status already stays as it is")
    func causes() {
        let made = #expect(throws: PhotoError.self) {
            try indexing { () throws -> Void in throw IndexError.notWritable(file: "/f") }
        }
        if case .notWritable? = made?.underlying as? IndexError {} else { Issue.record("\(String(describing: made))") }
        let kept = #expect(throws: PhotoError.self) {
            try indexing { () throws -> Void in throw PhotoError(.busy, "later") }
        }
        #expect(kept == PhotoError(.busy, "later"))
    }
}
