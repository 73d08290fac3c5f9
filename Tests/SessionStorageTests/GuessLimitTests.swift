import PhotoModel
import Testing

@testable import SessionStorage

@Suite("How much guessing is slowed down")
struct GuessLimitTests {
    private let start = StoreFixture.start

    @Test(
        "Five may be wrong; then each pause is twice as long, up to a quarter of an hour",
        arguments: zip([0, 4, 5, 6, 7, 11, 12, 13, 14, 1_000_000], [0, 0, 5, 10, 20, 320, 640, 900, 900, 900]))
    func pauses(failures: Int, seconds: Int) {
        #expect(GuessLimit.pause(after: failures, last: start, now: start) == seconds)
        let end = StoreFixture.time(Int64(seconds))
        #expect(GuessLimit.pause(after: failures, last: start, now: end) == 0)
    }

    @Test("What is left of a pause is told, in seconds that are not too few")
    func left() {
        let later = Timestamp(milliseconds: start.milliseconds + 1500)
        #expect(GuessLimit.pause(after: 5, last: start, now: later) == 4)
    }

    @Test("A clock that was set back keeps no one out")
    func clockSetBack() {
        #expect(GuessLimit.pause(after: 50, last: start, now: StoreFixture.time(-60)) == 0)
    }
}
