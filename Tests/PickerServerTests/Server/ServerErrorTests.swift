import HTTPTypes
import PhotoModel
import PickingSessions
import SessionStorage
import Testing

@testable import PickerServer

@Suite("What is refused over HTTP")
struct ServerErrorTests {
    @Test(
        "has the status that says whose matter it is",
        arguments: [
            (.invalidArgument, 400), (.notFound, 404), (.accessDenied, 403), (.signInRequired, 403),
            (.consentRequired, 403), (.networkNotAllowed, 403), (.changed, 409), (.alreadyExists, 409),
            (.unsupported, 501), (.unsupportedFormat, 415), (.corruptMedia, 415), (.tooLarge, 413),
            (.outOfMemory, 503), (.closed, 503), (.io, 503), (.offline, 503), (.busy, 503), (.stopped, 503),
            (.rateLimited, 429), (.noSpace, 507), (.quota, 507), (.deadline, 504), (.cancelled, 499), (.internal, 500),
            (.notYet, 500),
        ] as [(PhotoStatus, Int)])
    func statuses(status: PhotoStatus, code: Int) {
        let error = ServerError(PhotoError(status, "said no", retryAfter: .milliseconds(1001)))
        #expect(error.status.code == code && error.name == status.name && error.message == "said no")
        #expect(error.retryAfter == 2 && error.reason == nil && error.metadata.isEmpty && error.headers.isEmpty)
        #expect(ServerError(PhotoError(status, "said no")).retryAfter == nil)
    }

    @Test("of a picking session has a reason that programs know")
    func sessions() {
        let reasons: [(PickingSessionError, String)] = [
            (.notPending(.expired), "SESSION_EXPIRED"), (.notPending(.picked), "SESSION_ENDED"),
            (.notPending(.cancelled), "SESSION_ENDED"), (.overLimit(limit: 2), "OVER_LIMIT"),
            (.belowMinimum(minimum: 2, selected: 1), "BELOW_MINIMUM"),
            (.mediaTypeNotAllowed(localIdentifier: "a", filter: .image), "MEDIA_TYPE_NOT_ALLOWED"),
            (.wholeAlbumsNotAllowed, "WHOLE_ALBUMS_NOT_ALLOWED"),
        ]
        for (refusal, reason) in reasons {
            let error = ServerError(refusal)
            #expect(error.status == .badRequest && error.name == "FAILED_PRECONDITION" && error.reason == reason)
            #expect(error.message == refusal.description)
        }
    }

    @Test("of a store does not say where the store is")
    func stores() {
        for full in [SessionStoreError.tooManySessions(10_000), .tooManyPreselected(10_000)].map({ ServerError($0) }) {
            #expect(full.status == .tooManyRequests && full.name == "RESOURCE_EXHAUSTED")
        }
        let others: [SessionStoreError] = [
            .busy(file: "/secret"), .damaged(file: "/secret"), .diskFull(file: "/secret"), .unknownClient,
            .server(PhotoError(.offline, "db.secret is away")),
        ]
        for other in others {
            let error = ServerError(other)
            #expect(error.status == .serviceUnavailable && error.name == "UNAVAILABLE")
            #expect(error.message == "the server cannot keep sessions now")
        }
    }

    @Test("for its method names the methods that there are")
    func methods() {
        let error = ServerError.methodNotAllowed(["GET", "HEAD"])
        #expect(error.status == .methodNotAllowed && error.name == "UNIMPLEMENTED")
        #expect(error.headers[.allow] == "GET, HEAD" && error.message.hasSuffix(": GET, HEAD"))
    }
}
