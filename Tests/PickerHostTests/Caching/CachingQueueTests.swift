import Testing

@testable import PickerHost

@Suite("The queue of images that are made ahead") struct CachingQueueTests {
    private static let empty = CachingQueue<Int>(waitingLimit: 6, runningLimit: 2)

    @Test("begins a few at a time, the most urgent of the newest window first")
    func order() {
        var queue = Self.empty
        #expect(queue.start([1, 2, 3, 4]) == [1, 2])
        #expect(queue.start([7, 8]) == [])
        #expect(queue.end(1) == [7])
        #expect(queue.end(2) == [8])
        #expect(queue.end(7) == [3])
        #expect(queue.end(8) == [4])
        #expect(queue.end(3) == [] && queue.end(4) == [])
        #expect(queue.counts == (0, 0))
    }

    @Test("has each image once, where the newest window wants it")
    func once() {
        var queue = Self.empty
        #expect(queue.start([1, 2, 3, 4, 4]) == [1, 2])
        #expect(queue.start([4, 1, 4]) == [])
        #expect(queue.counts == (2, 2))
        #expect(queue.end(1) == [4])
    }

    @Test("is bounded, and loses what was asked for first")
    func bounded() {
        var queue = Self.empty
        #expect(queue.start(Array(1...100)) == [1, 2])
        #expect(queue.counts == (4, 2))
        _ = queue.start([50, 51, 52, 53])
        #expect(queue.counts == (6, 2))
        #expect(queue.end(1) == [50] && queue.end(2) == [51] && queue.end(50) == [52] && queue.end(51) == [53])
        #expect(queue.end(52) == [3])
    }

    @Test("lets go of what is stopped, and goes on with the rest")
    func stop() {
        var queue = Self.empty
        _ = queue.start([1, 2, 3, 4, 5])
        let stopped = queue.stop([1, 3, 9])
        #expect(stopped.cancel == [1] && stopped.begin == [4])
        #expect(queue.end(1) == [])
        #expect(queue.end(2) == [5])
        #expect(Set(queue.stopAll()) == [4, 5])
        #expect(queue.counts == (0, 0))
    }
}
