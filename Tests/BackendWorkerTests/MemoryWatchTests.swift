import Testing

@testable import BackendWorker

@Suite("The memory of a worker") struct MemoryWatchTests {
    @Test("A worker that takes more memory than it may is found, and looked at more often while it takes more")
    func memory() {
        var watch = MemoryWatch(limit: 1000 << 20)
        #expect(watch.fault(at: nil) == nil && watch.interval == 100)
        for _ in 0..<10 { #expect(watch.fault(at: 0) == nil) }
        #expect(watch.interval == 1600)
        #expect(watch.fault(at: 1000 << 20) == nil && watch.interval == 100)
        let fault = watch.fault(at: 1001 << 20)
        #expect(fault == "used 1001 MiB of memory, and may use 1000 (\"maxWorkerBytes\" in the settings)")
        var unlimited = MemoryWatch(limit: 0)
        #expect(unlimited.fault(at: .max) == nil)
        #expect(MemoryWatch.hardLimit(of: 100) == 200 && MemoryWatch.hardLimit(of: .max) == .max)
    }
}
