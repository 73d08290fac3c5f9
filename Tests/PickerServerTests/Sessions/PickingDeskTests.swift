import PhotoModel
import Testing

@testable import PickerServer

@Suite("The desk where one session is picked")
struct PickingDeskTests {
    private func photo(_ identifier: String) -> PickedAsset {
        PickedAsset(localIdentifier: identifier, mediaType: .image, byteSize: 5)
    }

    @Test("everybody who waits gets the outcome, those who come later too")
    func outcome() async throws {
        let desk = PickingDesk(.unrestricted)
        async let first = desk.outcome()
        async let second = desk.outcome()
        try desk.finish(with: [photo("b"), photo("a")])
        for session in await [first, second, desk.outcome()] {
            #expect(session.state == .picked && session.localIdentifiers == ["b", "a"])
        }
        #expect(!desk.isPending)
    }

    @Test("a refused end leaves the session as it was")
    func refused() throws {
        let desk = PickingDesk(try #require(PickingConfiguration(selectionLimit: 1, minimum: 1)))
        let before = desk.session
        #expect(throws: PickingSessionError.self) { try desk.finish(with: []) }
        #expect(throws: PickingSessionError.self) { try desk.finish(with: [photo("a"), photo("b")]) }
        #expect(desk.session == before)
        try desk.finish(with: [photo("a")])
    }

    @Test("it ends once, whatever comes at the same time")
    func once() async {
        let desk = PickingDesk(.unrestricted)
        let ends = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    number.isMultiple(of: 2)
                        ? (try? desk.cancel()) != nil : (try? desk.finish(with: [photo("\(number)")])) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ends == 1)
    }
}
