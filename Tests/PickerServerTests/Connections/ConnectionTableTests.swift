import Testing

@testable import PickerServer

@Suite("Which connections are closed, and when")
struct ConnectionTableTests {
    private static let second: UInt64 = 1_000_000_000
    private var table = ConnectionTable<String>(
        ConnectionLimits(
            count: 2, headTime: .seconds(10), idleTime: .seconds(60), bodyTime: .seconds(20), bodyRate: 1000,
            unreadTime: .seconds(30), lingerTime: .seconds(5), stillTime: .seconds(10)))

    private mutating func expired(_ seconds: UInt64) -> [String] {
        table.removeExpired(at: seconds * Self.second).sorted()
    }

    @Test("a new connection has until its head time for a request")
    mutating func head() {
        #expect(table.opened("new", at: 0) == nil)
        #expect(expired(9).isEmpty)
        #expect(expired(10) == ["new"])
        #expect(table.count == 0)
    }

    @Test("a request is being answered until its answer ends, also with another one behind it")
    mutating func answering() {
        _ = table.opened("a", at: 0)
        #expect(!table.isAnswering("a") && !table.isAnswering("unknown"))
        for _ in 0..<2 {
            table.requestBegan("a", at: Self.second)
            #expect(table.isAnswering("a"))
            table.requestEnded("a", at: Self.second)
        }
        table.answerEnded("a", at: Self.second)
        #expect(table.isAnswering("a"))
        table.answerEnded("a", at: Self.second)
        #expect(!table.isAnswering("a"))
    }

    @Test("a request that is answered has no limit, and afterwards the connection is idle")
    mutating func idle() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 5 * Self.second)
        table.requestEnded("a", at: 5 * Self.second)
        #expect(expired(10_000).isEmpty)
        table.answerEnded("a", at: 10_000 * Self.second)
        #expect(expired(10_059).isEmpty)
        #expect(expired(10_060) == ["a"])
    }

    @Test("after the last answer its other side has a short time to close, whatever it still sends")
    mutating func lingering() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.answerEnded("a", at: Self.second)
        table.answersOver("a", at: 2 * Self.second)
        table.requestGrew("a", by: 1_000_000, at: 6 * Self.second)
        #expect(expired(6).isEmpty)
        #expect(expired(7) == ["a"])
    }

    @Test("a body has its time, and a second more for each second's worth of bytes")
    mutating func body() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        for _ in 0..<19 { table.requestGrew("a", by: 100, at: Self.second) }
        #expect(expired(21).isEmpty)
        #expect(expired(22) == ["a"])
    }

    @Test("a body that is larger than that of any request is ended, however fast it comes")
    mutating func endless() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.requestGrew("a", by: 64 << 20, at: Self.second)
        #expect(expired(1).isEmpty)
        table.requestGrew("a", by: 1, at: Self.second)
        #expect(expired(1) == ["a"])
    }

    @Test("a body that trickles on after its answer is ended too")
    mutating func bodyAfterAnswer() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.answerEnded("a", at: Self.second)
        table.requestGrew("a", by: 1, at: 19 * Self.second)
        #expect(expired(21) == ["a"])
    }

    @Test("an answer that waits for its reader has its time, which begins again with each part that was read")
    mutating func unread() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.requestEnded("a", at: 0)
        // It took long to make.
        #expect(expired(1000).isEmpty)
        for _ in 0..<3 { table.answerGrew("a", at: 1000 * Self.second) }
        #expect(expired(1029).isEmpty)
        table.answerMoved("a", at: 1029 * Self.second)
        table.answerMoved("a", at: 1058 * Self.second)
        #expect(expired(1087).isEmpty)
        #expect(expired(1088) == ["a"])
    }

    @Test("an answer of which all that there is was read has no limit")
    mutating func events() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.requestEnded("a", at: 0)
        for part in 1...3 {
            table.answerGrew("a", at: UInt64(part) * 1000 * Self.second)
            table.answerMoved("a", at: (UInt64(part) * 1000 + 1) * Self.second)
            #expect(expired(UInt64(part) * 1000 + 999).isEmpty)
        }
    }

    @Test("requests that come in do not make up for an answer that is not read")
    mutating func unreadWhileAsking() {
        _ = table.opened("a", at: 0)
        table.requestBegan("a", at: 0)
        table.requestEnded("a", at: 0)
        table.answerGrew("a", at: 0)
        table.requestBegan("a", at: 29 * Self.second)
        table.requestEnded("a", at: 29 * Self.second)
        #expect(expired(30) == ["a"])
    }

    @Test("requests that follow one another without waiting are each answered before it is idle")
    mutating func pipelined() {
        _ = table.opened("a", at: 0)
        for _ in 0..<2 {
            table.requestBegan("a", at: 0)
            table.requestEnded("a", at: 0)
        }
        table.answerEnded("a", at: 0)
        #expect(expired(1000).isEmpty)
        table.answerEnded("a", at: 1000 * Self.second)
        #expect(expired(1060) == ["a"])
    }

    @Test("a refusal of what is no request begins the idle time, once")
    mutating func refusal() {
        _ = table.opened("a", at: 0)
        table.answerEnded("a", at: Self.second)
        table.requestBegan("a", at: 2 * Self.second)
        table.requestEnded("a", at: 2 * Self.second)
        #expect(expired(1000).isEmpty)
    }

    @Test("a newcomer closes the one that is idle the longest")
    mutating func oldestIdle() {
        _ = table.opened("old", at: 0)
        _ = table.opened("older", at: 0)
        table.requestBegan("old", at: 1)
        table.requestEnded("old", at: 1)
        table.answerEnded("old", at: 2)
        #expect(table.opened("new", at: 3) == "older")
        #expect(table.opened("newer", at: 4) == "old")
        #expect(table.count == 2)
    }

    @Test("without an idle one, a newcomer closes the request that comes in the longest, not one that is answered")
    mutating func oldestIncoming() {
        _ = table.opened("answered", at: 0)
        table.requestBegan("answered", at: 0)
        table.requestEnded("answered", at: 0)
        _ = table.opened("slow", at: 1)
        table.requestBegan("slow", at: 2)
        #expect(table.opened("new", at: 3) == "slow")
    }

    @Test("where all are answered, a newcomer waits for one on which nothing moves")
    mutating func allAnswered() {
        for name in ["still", "moving"] {
            _ = table.opened(name, at: 0)
            table.requestBegan(name, at: 0)
            table.requestEnded(name, at: 0)
        }
        #expect(table.opened("new", at: 9 * Self.second) == "new")
        #expect(table.count == 2)
        table.answerMoved("moving", at: 9 * Self.second)
        #expect(table.opened("new", at: 10 * Self.second) == "still")
    }

    @Test(
        "some descriptors are left for what is no connection",
        arguments: [
            (UInt64(1024), 768), (256, 192), (4, 3), (1 << 20, 4096), (.max, 4096),
        ])
    func standardCount(descriptors: UInt64, count: Int) {
        #expect(ConnectionLimits.standardCount(descriptors: descriptors) == count)
    }
}
