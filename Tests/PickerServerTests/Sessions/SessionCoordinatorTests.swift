import PhotoModel
import PickingSessions
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
}
