import Testing

@testable import BackendWorker

@Suite("How much may come at once and per second") struct TokenBucketTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("What is asked for in small parts of a second is worth as much as at once")
    func parts() {
        var bucket = TokenBucket(burst: 10, perSecond: 3)
        let isFull = bucket.take(10)
        #expect(isFull)
        var taken = 0
        for step in 1...1000 {
            bucket.fill(at: UInt64(step) * Self.second / 100)
            while bucket.take() { taken += 1 }
        }
        #expect(taken == 30)
    }

    @Test("Silence fills it, however long it is, and a clock that goes back takes nothing")
    func silence() {
        var bucket = TokenBucket(burst: 1 << 24, perSecond: 1 << 20, now: 5)
        let isTaken = bucket.take(1 << 24)
        bucket.fill(at: 0)
        #expect(isTaken && bucket.room == 0)
        bucket.fill(at: .max)
        #expect(bucket.room == 1 << 24)
    }
}
