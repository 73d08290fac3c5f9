import Foundation
import PhotoModel
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("What a store on a server does without asking it", .timeLimit(.minutes(5)))
struct ConnectionThreadTests {
    /// How many do something at once, and how many did at most.
    private final class Presence: @unchecked Sendable {  // Unchecked: guarded by its lock.
        private let lock = NSLock()
        private var present = 0
        private var most = 0

        var atMost: Int { lock.withLock { most } }

        func enter() {
            lock.withLock {
                present += 1
                most = max(most, present)
            }
        }

        func leave() { lock.withLock { present -= 1 } }
    }

    @Test("Pieces of work are done at once on as many threads as there may be")
    func atOnce() async throws {
        let threads = ConnectionThreads(most: 2)
        // Each waits for the other, which one thread could not do.
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let one = threads.run(patience: .max) { (_: inout Connection?) -> Bool in
            first.signal()
            return second.wait(timeout: .now() + .seconds(120)) == .success
        }
        async let other = threads.run(patience: .max) { (_: inout Connection?) -> Bool in
            second.signal()
            return first.wait(timeout: .now() + .seconds(120)) == .success
        }
        let answers = try await [one, other]
        #expect(answers == [true, true])
    }

    @Test("No more pieces of work are done at once than there may be threads, and all of them are")
    func limit() async throws {
        let threads = ConnectionThreads(most: 2)
        let presence = Presence()
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await threads.run(patience: .max) { (_: inout Connection?) -> Int in
                        presence.enter()
                        defer { presence.leave() }
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(done == Set(0..<50) && (1...2).contains(presence.atMost))
    }

    @Test("An error of a piece of work is its caller's, and the thread goes on")
    func errors() async throws {
        let threads = ConnectionThreads(most: 1)
        await #expect(throws: PhotoError.self) {
            try await threads.run(patience: .max) { (_: inout Connection?) -> Int in throw PhotoError(.io, "lost") }
        }
        let next = try await threads.run(patience: .max) { (kept: inout Connection?) -> Bool in kept == nil }
        #expect(next, "no connection is opened before it is needed")
    }

    @Test("A piece of work that waited too long is not done, and the next one is")
    func patience() async throws {
        let threads = ConnectionThreads(most: 1)
        let presence = Presence()
        await #expect(throws: DatabaseError.self) {
            try await threads.run(patience: 0) { (_: inout Connection?) -> Void in presence.enter() }
        }
        #expect(presence.atMost == 0)
        try await threads.run(patience: .max) { (_: inout Connection?) -> Void in presence.enter() }
        #expect(presence.atMost == 1)
    }

    @Test("What the server refuses is said as what it means for the owner")
    func refusals() throws {
        let address = try DatabaseAddress(
            "postgresql://db.example/picker", user: "picker", password: "s3cret", isEncrypted: true, certificates: nil)
        let meanings: [(error: DatabaseError, status: PhotoStatus, words: String)] = [
            (.refused("no"), .signInRequired, "picker store use says another password"),
            (.ended(.deadline), .offline, "did not answer for 15 s"),
            (.failed(state: "55P03", "lock timeout"), .busy, "another process"),
            (.failed(state: PostgresMigrations.tooNew, "too new"), .unsupported, "too new"),
            (.failed(state: "42501", "no"), .accessDenied, "no"), (.lost, .stopped, "ask again"),
        ]
        for (error, status, words) in meanings {
            let meaning = PhotoError(SessionStoreError(error, address))
            #expect(meaning.status == status && meaning.message.contains(words), "\(meaning)")
            #expect(meaning.message.contains("db.example") && !meaning.message.contains("s3cret"))
        }
    }
}
