import Testing

@testable import PickerHost

@Suite("Observing again after a failure") struct ObservationDelayTests {
    @Test("Observing again after a failure comes soon, and the later the more often it failed, up to half a minute")
    func longer() {
        var delay = ObservationDelay()
        let first = delay.afterFailure(lasted: 0)
        #expect(first == 250 && delay.isFirst)
        let next = (0..<8).map { _ in delay.afterFailure(lasted: 59_999_999_999) }
        #expect(next == [500, 1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000])
        #expect(!delay.isFirst)
    }

    @Test("Observing again after a failure is as at first when the observation before it held for a minute")
    func calm() {
        var delay = ObservationDelay()
        for _ in 0..<5 { _ = delay.afterFailure(lasted: 0) }
        let afterCalm = delay.afterFailure(lasted: 60_000_000_000)
        #expect(afterCalm == 250 && delay.isFirst)
        let next = delay.afterFailure(lasted: 0)
        #expect(next == 500 && !delay.isFirst)
    }
}
