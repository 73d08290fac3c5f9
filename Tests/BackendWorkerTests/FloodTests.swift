import Testing

@testable import BackendWorker

@Suite("Floods from a worker") struct FloodTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("A worker may send many messages at once and some each second, and no more")
    func messages() {
        var flood = FloodGuard(now: 5 * Self.second)
        let atOnce = (0..<20_000).prefix { _ in flood.admitsMessage(at: 5 * Self.second) }.count
        #expect(atOnce == 10_000)
        let later = (0..<20_000).prefix { _ in flood.admitsMessage(at: 7 * Self.second) }.count
        #expect(later == 2000)
        // A clock that went back is no reason.
        #expect(!flood.admitsMessage(at: Self.second) && flood.admitsMessage(at: 8 * Self.second))
        #expect((0..<20_000).prefix { _ in flood.admitsMessage(at: 1000 * Self.second) }.count == 10_000)
    }

    @Test("A call has so many frames, and no more")
    func frames() {
        var flood = FloodGuard(now: 0)
        #expect((0..<1000).prefix { _ in flood.admitsFrame() }.count == 256)
    }

    @Test("A call has so many bytes of records, however many messages they come in, and no more")
    func records() {
        var flood = FloodGuard(now: 0)
        #expect((0..<1000).prefix { _ in flood.admitsRecords(byteCount: 1 << 28) }.count == 4)
        var small = FloodGuard(now: 0)
        #expect((0..<100_000).prefix { _ in small.admitsRecords(byteCount: 1 << 16) }.count == 1 << 14)
    }

    @Test("A log has so many lines of a plugin each second, and one line that says how many were dropped")
    func log() {
        var limiter = LogLimiter()
        let start = 9 * Self.second
        var (written, notes): (Int, [String]) = (0, [])
        for moment in [start, start + Self.second, start + 3 * Self.second] {
            for _ in 0..<1000 {
                let (isWritten, note) = limiter.admit(at: moment)
                written += isWritten ? 1 : 0
                if let note { notes.append(note) }
            }
        }
        #expect(written == 200 + 20 + 40)
        let begins = "it logs more than 20 lines a second: others are dropped"
        #expect(notes == [begins, "800 of its lines were dropped", begins, "980 of its lines were dropped", begins])
    }

    @Test("A log has warnings of a plugin, however much else it says")
    func levels() {
        var limiters = LogLimiters()
        let chatter = (0..<1000).count { _ in limiters.admit(at: Self.second, isUrgent: false).isWritten }
        #expect(chatter == 200)
        #expect(limiters.admit(at: Self.second, isUrgent: true).isWritten)
        let warnings = (0..<1000).count { _ in limiters.admit(at: Self.second, isUrgent: true).isWritten }
        #expect(warnings == 199)
    }

    private static func take(_ text: String, into lines: inout OutputLines, at now: UInt64 = second) -> [String]? {
        var shown: [String] = []
        let isTaken = Array(text.utf8).withUnsafeBytes { lines.take($0, at: now) { shown.append($0) } }
        return isTaken ? shown : nil
    }

    @Test("What a process writes is shown in lines, wherever they are cut, the long ones in part")
    func lines() {
        var lines = OutputLines(now: Self.second)
        #expect(Self.take("one\ntw", into: &lines) == ["one"])
        #expect(Self.take("o", into: &lines) == [])
        #expect(Self.take("\n\n", into: &lines) == ["two", ""])
        #expect(Self.take(String(repeating: "x", count: 5000), into: &lines) == [])
        #expect(Self.take("y\nthree", into: &lines) == [String(repeating: "x", count: 1000)])
        var rest: [String] = []
        lines.finish(at: Self.second) { rest.append($0) }
        #expect(rest == ["three"])
    }

    @Test("What a process writes is dropped when it is too many lines, and too much when it is too many bytes")
    func bytes() {
        var lines = OutputLines(now: Self.second)
        let shown = Self.take(String(repeating: "\n", count: 10_000), into: &lines)
        #expect(shown == Array(repeating: "", count: 200) + ["it logs more than 20 lines a second: others are dropped"])
        let megabyte = String(repeating: "x", count: 1 << 20)
        let taken = (0..<100).prefix { _ in Self.take(megabyte, into: &lines) != nil }.count
        #expect(taken == 15)
        #expect(Self.take(megabyte, into: &lines, at: 3 * Self.second) != nil)
        #expect(Self.take(megabyte, into: &lines, at: 3 * Self.second) != nil)
        #expect(Self.take(megabyte, into: &lines, at: 3 * Self.second) == nil)
        var silent = OutputLines(now: Self.second)
        for days in [204, 1000, 100_000] as [UInt64] {
            #expect(Self.take("a\n", into: &silent, at: days * 86_400 * Self.second) == ["a"], "after \(days) days")
        }
        // A clock that went back is no reason to believe it.
        #expect(Self.take(megabyte, into: &lines, at: Self.second) == nil)
    }
}
