import Testing

@testable import PickerHost

@Suite("Equal requests in flight") struct JoinedRequestsTests {
    private typealias Requests = JoinedRequests<String, String, Int, String>
    private var requests = Requests()

    /// - Returns: the place, and the work and value that the request joins; nil when it begins one.
    private mutating func join(_ key: String, _ waiter: String) -> (Requests.Place, (work: String, newest: Int?)?) {
        let (place, joined) = requests.join(key, waiter, or: "work of \(waiter)")
        if case .joins(let work, let newest) = joined { return (place, (work, newest)) }
        return (place, nil)
    }

    @Test("Equal requests in flight are one work, others are their own")
    mutating func joined() {
        let (first, begun) = join("a", "1")
        #expect(begun == nil)
        #expect(join("a", "2").1?.work == "work of 1")
        #expect(join("b", "3").1 == nil && requests.count == 2)
        #expect(requests.add(5, by: first).waiters.sorted() == ["1", "2"])
        let ended = requests.end(by: first)
        #expect(ended?.waiters.sorted() == ["1", "2"] && ended?.newest == 5 && requests.count == 1)
        #expect(join("a", "4").1 == nil)
    }

    @Test("Equal requests in flight give the newest value to one that joins late")
    mutating func late() {
        let (first, _) = join("a", "1")
        #expect(join("a", "2").1?.newest == nil)
        _ = requests.add(1, by: first)
        #expect(requests.add(2, by: first).former == 1)
        #expect(join("a", "3").1?.newest == 2)
    }

    @Test("Equal requests in flight end their work when the last that waits has gone, and not before")
    mutating func leaving() {
        let (first, _) = join("a", "1")
        let (second, _) = join("a", "2")
        #expect(requests.leave(first)?.work == nil)
        #expect(requests.leave(first)?.work == nil)
        #expect(requests.add(1, by: first).waiters == ["2"])
        #expect(requests.leave(second)?.work == "work of 1")
        #expect(requests.leave(second)?.work == nil)
        #expect(requests.count == 0)
        // What the work still gives reaches no one.
        #expect(requests.add(2, by: first).waiters.isEmpty)
        #expect(requests.end(by: first)?.work == nil)
    }

    @Test("Equal requests in flight are not joined to a work that is ending because no one wanted it")
    mutating func afterCancellation() {
        let (first, _) = join("a", "1")
        _ = requests.leave(first)
        let (second, begun) = join("a", "2")
        #expect(begun == nil)
        // The end of the former work is not that of the new one.
        #expect(requests.end(by: first)?.work == nil)
        #expect(requests.add(7, by: first).waiters.isEmpty)
        #expect(requests.add(8, by: second).waiters == ["2"])
        #expect(requests.end(by: second)?.work == "work of 2")
    }
}
