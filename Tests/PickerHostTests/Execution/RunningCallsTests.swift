import Testing

@testable import PickerHost

@Suite("Calls that run") struct RunningCallsTests {
    private var calls = RunningCalls<String>()

    @Test("Calls that run are given up when their time is over, once, and no longer charged")
    mutating func giveUp() {
        calls.begin(1, "a", bytes: 10, end: 100)
        calls.begin(2, "b", bytes: 20, end: 200)
        calls.begin(3, "forever", bytes: 40, end: nil)
        #expect(calls.giveUp(at: 99).calls.isEmpty && calls.lostCount == 0 && calls.isTimed)
        let first = calls.giveUp(at: 100)
        #expect(first.calls == ["a"] && first.bytes == 10 && calls.lostCount == 1)
        let second = calls.giveUp(at: 1000)
        #expect(second.calls == ["b"] && second.bytes == 20 && calls.lostCount == 2 && !calls.isTimed)
    }

    @Test("Calls that run and return give back what they were charged, unless that was done before")
    mutating func end() {
        calls.begin(1, "a", bytes: 10, end: 100)
        calls.begin(2, "b", bytes: 20, end: 200)
        _ = calls.giveUp(at: 100)
        let (lost, sound) = (calls.end(1), calls.end(2))
        #expect(lost.bytes == 0 && lost.isLost && sound.bytes == 20 && !sound.isLost)
        #expect(calls.lostCount == 0 && calls.replacedCount == 0)
    }

    @Test("Calls that run for ever have a bounded number of their threads replaced")
    mutating func bound() {
        for number in 0..<20 { calls.begin(number, "a", bytes: 0, end: 1) }
        _ = calls.giveUp(at: 1)
        #expect(calls.lostCount == 20 && calls.replacedCount == 8)
    }
}
