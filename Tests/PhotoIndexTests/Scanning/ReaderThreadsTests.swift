import Testing

@testable import PhotoIndex

@Suite("Threads that read files for a scan")
struct ReaderThreadsTests {
    // With none, as where the system cannot start any, the scan reads them itself.
    @Test(
        "Threads that read files for a scan read each once, and say when they have enough to do", arguments: [0, 1, 3])
    func all(count: Int) {
        let threads = ReaderThreads<Int, Int>(count: count, capacity: 20) { $0 * 2 }
        for unit in 1...20 {
            #expect(!threads.isFull)
            threads.submit(unit)
        }
        #expect(threads.isFull && threads.pendingCount == 20)
        var results: [Int] = []
        while threads.pendingCount > 0 { results += threads.take(milliseconds: 60_000) }
        #expect(results.sorted() == (1...20).map { $0 * 2 } && !threads.isFull)
        #expect(threads.take(milliseconds: 0) == [])
        threads.stop()
        threads.stop()
    }
}
