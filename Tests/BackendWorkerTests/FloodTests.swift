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
}
