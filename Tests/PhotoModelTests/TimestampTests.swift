import PhotoModel
import Testing

@Suite("A timestamp") struct TimestampTests {
    private let noon = Timestamp(milliseconds: 1_714_557_600_000)

    @Test("A timestamp is written in UTC when no offset is known")
    func utc() {
        #expect(noon.iso8601() == "2024-05-01T10:00:00Z")
    }

    @Test(
        "A timestamp is written as the clock at the place showed it",
        arguments: [
            (120, "2024-05-01T12:00:00+02:00"), (0, "2024-05-01T10:00:00+00:00"), (-570, "2024-05-01T00:30:00-09:30"),
            (345, "2024-05-01T15:45:00+05:45"), (840, "2024-05-02T00:00:00+14:00"), (-1, "2024-05-01T09:59:00-00:01"),
        ])
    func offsets(minutes: Int, text: String) {
        #expect(noon.iso8601(offsetMinutes: minutes) == text)
    }

    @Test("A timestamp has milliseconds in its text only when there are any")
    func milliseconds() {
        #expect(Timestamp(milliseconds: 7).iso8601() == "1970-01-01T00:00:00.007Z")
        #expect(Timestamp(milliseconds: -1).iso8601() == "1969-12-31T23:59:59.999Z")
    }

    @Test("A timestamp comes before a later one")
    func order() {
        #expect(Timestamp(milliseconds: -5) < Timestamp(milliseconds: 3))
    }
}
