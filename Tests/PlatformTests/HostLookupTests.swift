import Testing

@testable import Platform

@Suite("Looking up a host") struct HostLookupTests {
    @Test("answers an address with itself, and the machine's own name with addresses")
    func addresses() {
        #expect(HostLookup.addresses(of: "127.0.0.1", while: { true }) == ["127.0.0.1"])
        #expect(HostLookup.addresses(of: "::1", while: { true })?.allSatisfy { $0 == "::1" } == true)
        #expect(HostLookup.addresses(of: "localhost", while: { true })?.isEmpty == false)
        #expect(HostLookup.addresses(of: "no such name", while: { true }) == [])
    }

    @Test("is given up when no one waits for the answer")
    func givenUp() {
        #expect(HostLookup.addresses(of: "localhost", while: { false }) == nil)
    }

    @Test("A duration that no clock reaches can be added to any clock's time")
    func longDurations() {
        for duration in [Duration.milliseconds(Int.max), .seconds(1 << 40)] {
            let (_, isTooLarge) = MonotonicTime.now.addingReportingOverflow(duration.nanoseconds)
            #expect(!isTooLarge && duration.nanoseconds > Duration.seconds(86_400 * 36_500).nanoseconds)
        }
        #expect(Duration.milliseconds(1500).nanoseconds == 1_500_000_000 && Duration.seconds(-1).nanoseconds == 0)
    }
}
