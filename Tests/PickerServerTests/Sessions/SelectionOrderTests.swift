import Platform
import TestSupport
import Testing

@testable import PickerServer

@Suite("The order of what comes for a selection")
struct SelectionOrderTests {
    private struct Refusal: Error {}

    /// Holds the turn of a session until it is opened.
    private struct Holder {
        private let door = AsyncStream.makeStream(of: Void.self)
        let task: Task<Void, any Error>

        /// Returns when the turn has come.
        init(_ order: SelectionOrder, _ session: String, at end: @escaping @Sendable () throws -> Void = {}) async {
            let (entered, enter) = AsyncStream.makeStream(of: Void.self)
            let (opened, _) = door
            task = Task {
                try await order.inTurn(session) {
                    enter.finish()
                    for await _ in opened {}
                    try end()
                }
            }
            for await _ in entered {}
        }

        func open() { door.continuation.finish() }
    }

    private func wait(for count: Int, in order: SelectionOrder) async throws {
        try await TestSupport.wait(until: { order.countOfWaiting(for: "one") == count })
    }

    @Test("one after the other, as they came", .timeLimit(.minutes(1)))
    func arrival() async throws {
        let order = SelectionOrder()
        let done = Mutex<[Int]>([])
        let holder = await Holder(order, "one") { done.withLock { $0.append(0) } }
        var tasks: [Task<Void, any Error>] = []
        for number in 1...4 {
            let note: @Sendable () async throws -> Void = { done.withLock { $0.append(number) } }
            tasks.append(Task { try await order.inTurn("one", note) })
            try await wait(for: number, in: order)
        }
        #expect(done.withLock { $0 } == [])
        holder.open()
        for task in tasks { try await task.value }
        #expect(done.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("what is only read waits for what came before", .timeLimit(.minutes(1)))
    func reading() async throws {
        let order = SelectionOrder()
        let selected = Mutex(false)
        let holder = await Holder(order, "one") { selected.withLock { $0 = true } }
        let reader = Task {
            try await order.passed("one")
            return selected.withLock { $0 }
        }
        try await wait(for: 1, in: order)
        holder.open()
        #expect(try await reader.value)
    }

    @Test("another session waits for nothing", .timeLimit(.minutes(1)))
    func others() async throws {
        let order = SelectionOrder()
        let holder = await Holder(order, "one")
        try await order.passed("two")
        holder.open()
        try await holder.task.value
    }

    @Test("what fails lets the next one in", .timeLimit(.minutes(1)))
    func failure() async throws {
        let order = SelectionOrder()
        let holder = await Holder(order, "one") { throw Refusal() }
        let next = Task { try await order.inTurn("one") { 1 } }
        try await wait(for: 1, in: order)
        holder.open()
        await #expect(throws: Refusal.self) { try await holder.task.value }
        #expect(try await next.value == 1)
    }

    @Test("who is cancelled waits no longer, and lets no one pass who came later", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let order = SelectionOrder()
        let isOpen = Mutex(false)
        let holder = await Holder(order, "one") { isOpen.withLock { $0 = true } }
        let impatient = Task { try await order.passed("one") }
        try await wait(for: 1, in: order)
        let next = Task {
            try await order.passed("one")
            return isOpen.withLock { $0 }
        }
        try await wait(for: 2, in: order)
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        #expect(order.countOfWaiting(for: "one") == 1)
        holder.open()
        #expect(try await next.value)
        // A task that is cancelled before it asks is not let in, either, and holds no turn.
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await order.passed("one")
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        try await order.passed("one")
    }
}
