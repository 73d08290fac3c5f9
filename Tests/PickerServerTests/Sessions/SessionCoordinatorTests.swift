import PhotoModel
import PickingSessions
import Platform
import Testing

@testable import PickerServer

@Suite("The coordinator of one picking session")
struct SessionCoordinatorTests {
    private func photo(_ identifier: String) -> PickedAsset {
        PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: 5)
    }

    @Test("everybody who waits gets the outcome, those who come later too")
    func outcome() async throws {
        let coordinator = SessionCoordinator(.unrestricted)
        async let first = coordinator.outcome()
        async let second = coordinator.outcome()
        try coordinator.finish(with: [photo("b"), photo("a")])
        for session in await [first, second, coordinator.outcome()] {
            #expect(session.state == .picked && session.localIdentifiers == ["b", "a"])
        }
        #expect(!coordinator.isPending)
    }

    @Test("a refused end leaves the session as it was")
    func refused() throws {
        let coordinator = SessionCoordinator(try #require(PickingConfiguration(selectionLimit: 1, minimum: 1)))
        let before = coordinator.session
        #expect(throws: PickingSessionError.self) { try coordinator.finish(with: []) }
        #expect(throws: PickingSessionError.self) { try coordinator.finish(with: [photo("a"), photo("b")]) }
        #expect(coordinator.session == before)
        try coordinator.finish(with: [photo("a")])
    }

    @Test("it ends once, whatever comes at the same time")
    func once() async {
        let coordinator = SessionCoordinator(.unrestricted)
        let ends = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    number.isMultiple(of: 2)
                        ? (try? coordinator.cancel()) != nil
                        : (try? coordinator.finish(with: [photo("\(number)")])) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ends == 1)
    }

    @Test("what cannot be handed over ends nothing, and can be handed over later")
    func notHandedOver() async throws {
        let attempts = Mutex<[[String]]>([])
        let coordinator = SessionCoordinator(try #require(PickingConfiguration(selectionLimit: 2, minimum: 1))) {
            (assets: [PickedAsset]) throws(PhotoError) in
            let count = attempts.withLock { attempts in
                attempts.append(assets.map(\.localIdentifier))
                return attempts.count
            }
            if count == 1 { throw PhotoError(.noSpace, "the disk is full") }
        }
        try coordinator.select([.asset(photo("a"))])
        let before = coordinator.session
        let error = await #expect(throws: ServerError.self) { try await coordinator.handOver([photo("b")]) }
        #expect(error?.reason == "NOT_HANDED_OVER" && error?.message == "the disk is full")
        #expect(error?.name == "FAILED_PRECONDITION" && coordinator.session == before)
        try await coordinator.handOver([photo("c"), photo("b"), photo("c")])
        #expect(coordinator.session.state == .picked && coordinator.session.localIdentifiers == ["c", "b"])
        #expect(attempts.withLock(\.self) == [["b"], ["c", "b"]])
    }

    @Test("what the session refuses is not handed over, and neither is anything after its end")
    func refusedHandOver() async throws {
        let attempts = Mutex(0)
        let coordinator = SessionCoordinator(try #require(PickingConfiguration(selectionLimit: 2, minimum: 1))) {
            (_: [PickedAsset]) throws(PhotoError) in attempts.withLock { $0 += 1 }
        }
        await #expect(throws: PickingSessionError.belowMinimum(minimum: 1, selected: 0)) {
            try await coordinator.handOver([])
        }
        await #expect(throws: PickingSessionError.overLimit(limit: 2)) {
            try await coordinator.handOver(["a", "b", "c"].map { photo($0) })
        }
        try coordinator.cancelUnlessHandingOver()
        await #expect(throws: PickingSessionError.notPending(.cancelled)) {
            try await coordinator.handOver([photo("a")])
        }
        #expect(attempts.withLock(\.self) == 0)
    }

    @Test("while it is handed over, nothing else ends the session", .timeLimit(.minutes(1)))
    func handingOver() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let coordinator = SessionCoordinator(.unrestricted) { (_: [PickedAsset]) async throws(PhotoError) in
            begin.finish()
            for await _ in ended {}
        }
        async let handOver: Void = coordinator.handOver([photo("a")])
        for await _ in begun {}
        let refused = #expect(throws: ServerError.self) { try coordinator.cancelUnlessHandingOver() }
        #expect(refused?.reason == "HANDING_OVER" && coordinator.isPending)
        let second = await #expect(throws: ServerError.self) { try await coordinator.handOver([photo("b")]) }
        #expect(second?.reason == "HANDING_OVER")
        end.finish()
        try await handOver
        #expect(coordinator.session.localIdentifiers == ["a"] && coordinator.session.state == .picked)
    }
}
