import PhotoModel
import Testing

@testable import PickerCommands

@Suite("How a command ends when it fails")
struct FailureTests {
    private static let codes: [(status: PhotoStatus, code: Int32)] = [
        (.invalidArgument, 64), (.notFound, 66), (.accessDenied, 77), (.signInRequired, 77), (.consentRequired, 77),
        (.networkNotAllowed, 77), (.unsupported, 69), (.offline, 69), (.busy, 69), (.rateLimited, 69), (.stopped, 69),
        (.noSpace, 73), (.quota, 73), (.alreadyExists, 73), (.changed, 65), (.corruptMedia, 65),
        (.unsupportedFormat, 65), (.tooLarge, 65), (.io, 65), (.cancelled, 130), (.internal, 70), (.outOfMemory, 70),
        (.closed, 70), (.deadline, 70),
    ]

    @Test("The exit code says what kind of error it was", arguments: codes)
    func exitCode(status: PhotoStatus, code: Int32) {
        let failure = CommandFailure(PhotoError(status, "words"))
        #expect(failure?.status.rawValue == code && failure?.message == "words")
    }

    private struct OtherError: Error {}

    @Test("A failure stays what it is, a cancelled task was interrupted, and other errors are none of a command")
    func kinds() {
        let failure = CommandFailure(CommandFailure(.cannotWrite, "full"))
        #expect(failure?.status == .cannotWrite && failure?.message == "full")
        let interrupted = CommandFailure(CancellationError())
        #expect(interrupted?.status == .interrupted && interrupted?.message == "")
        #expect(CommandFailure(OtherError())?.message == nil)
    }

    private static let pauses: [(wait: Duration?, end: String)] = [
        (nil, ""), (.zero, ""), (.milliseconds(1), "; try again in 1 s"), (.seconds(119), "; try again in 119 s"),
        (.seconds(120), "; try again in 2 min"), (.seconds(121), "; try again in 3 min"),
        (.seconds(7199), "; try again in 120 min"), (.seconds(7200), "; try again in 2 h"),
        (.seconds(7201), "; try again in 3 h"),
    ]

    @Test("When to try again is said in seconds, minutes or hours, and never too early", arguments: pauses)
    func pause(wait: Duration?, end: String) {
        #expect(PhotoError(.busy, "It is busy", retryAfter: wait).line == "It is busy" + end)
    }

    @Test("A word is suggested if one letter in three is wrong at most, whatever its case")
    func suggestions() {
        let known = ["serve", "size", "albums", "thumbnails"]
        for (word, nearest) in [
            ("serv", "serve"), ("SERVE", "serve"), ("sizes", "size"), ("sise", "size"), ("ablums", "albums"),
            ("thmbnials", "thumbnails"),
        ] { #expect(Suggestion.nearest(word, among: known) == nearest, "\(word)") }
        for word in ["saze1", "srv", "alb", "picks"] {
            #expect(Suggestion.nearest(word, among: known) == nil, "\(word)")
        }
        #expect(Suggestion.question("sise", among: known) == "; did you mean \"size\"?")
        #expect(Suggestion.question("picks", among: known) == "" && Suggestion.question("x", among: []) == "")
    }
}
