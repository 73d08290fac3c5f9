import PhotoModel
import PickingSessions
import TestSupport
import Testing

@Suite("Random acts of picking")
struct PickingPropertyTests {
    private enum Act: CaseIterable {
        case select, selectRun, deselect, deselectRun, replace, finish, resolve, cancel
    }

    @Test("keep the limit, the order, the sums and the end of a session", arguments: 0..<200)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...12, using: &generator)
        let configuration = try #require(
            PickingConfiguration(
                selectionLimit: limit, minimum: Int.random(in: 0...limit, using: &generator),
                allowsWholeAlbums: Bool.random(using: &generator)))
        var session = PickingSession(configuration: configuration)
        for _ in 0..<60 {
            let before = session
            do {
                try Self.act(on: &session, &generator)
            } catch {
                #expect(session == before, "a refusal changed the session: \(error)")
            }
            if before.state != .pending { #expect(session == before, "a session changed after its end") }
            #expect(session.selection.count <= limit)
            #expect(session.selection.count == session.selection.parts.reduce(0) { $0 + $1.count })
            #expect(session.byteTotal == session.selection.parts.reduce(0) { $0 + $1.byteTotal })
            #expect(Set(session.localIdentifiers).count == session.localIdentifiers.count)
            if session.state == .picked { #expect(session.selection.count >= configuration.minimum) }
            if session.state == .cancelled { #expect(session.selection.parts.isEmpty) }
        }
    }

    private static func act(
        on session: inout PickingSession, _ generator: inout SeededGenerator
    ) throws(PickingSessionError) {
        let asset = asset(&generator)
        let run = run(&generator)
        // Ends are rare, so that there is something to end.
        let acts = Array(repeating: Act.allCases.prefix(5), count: 4).joined() + Act.allCases
        switch acts.randomElement(using: &generator) ?? .select {
        case .select: try session.select(asset)
        case .selectRun: try session.select(run)
        case .deselect: try session.deselect(asset.localIdentifier)
        case .deselectRun: try session.deselect(run)
        case .replace: try session.replaceSelection(withParts: [.run(run), .asset(asset), .run(run)])
        case .finish: try session.finish()
        case .resolve: try session.finish(resolved: [asset, asset])
        case .cancel: try session.cancel()
        }
    }

    private static func asset(_ generator: inout SeededGenerator) -> PickedAsset {
        PickedAsset(
            localIdentifier: "\(Int.random(in: 0..<8, using: &generator))", mediaType: .image,
            byteSize: .random(in: 0...9, using: &generator))
    }

    private static func run(_ generator: inout SeededGenerator) -> AssetRun {
        let whole = AssetRun(wholeCollection: "album", count: .random(in: 0...3, using: &generator), byteTotal: 7)
        let first = Int.random(in: 0...3, using: &generator)
        return Bool.random(using: &generator)
            ? whole : AssetRun(of: .init(collection: "roll"), places: first..<first + 2, byteTotal: 4) ?? whole
    }
}
