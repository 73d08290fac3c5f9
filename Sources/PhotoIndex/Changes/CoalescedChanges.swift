internal import Foundation
internal import PhotoFolder
internal import PhotoModel

/// Changes in the order of the log, of each asset and collection only what they come to.
struct CoalescedChanges {
    private struct Span {
        let existedBefore: Bool
        var exists: Bool
    }

    private var spans: [Data: Span] = [:]
    private var order: [Data] = []
    private var touches: [Data: LoggedTouch] = [:]
    private var touchOrder: [Data] = []

    mutating func add(_ change: LoggedChange, of identifier: Data) {
        guard spans[identifier] == nil else {
            spans[identifier]?.exists = change != .removed
            return
        }
        spans[identifier] = Span(existedBefore: change != .inserted, exists: change != .removed)
        order.append(identifier)
    }

    /// Of a collection the first touch counts: it says whether the collection was there before all of them.
    mutating func add(_ touch: LoggedTouch, of identifier: Data) {
        guard touches[identifier] == nil else { return }
        touches[identifier] = touch
        touchOrder.append(identifier)
    }

    /// Removed, inserted, updated; first assets, then collections. Those of which there are none are left out.
    ///
    /// - Parameter present: asked for when collections were touched.
    func list(_ present: () throws -> PresentCollections) rethrows -> [LibraryChange] {
        var lists = [
            LibraryChange.removed(identifiers { $0.existedBefore && !$0.exists }),
            .inserted(identifiers { !$0.existedBefore && $0.exists }),
            .updated(identifiers { $0.existedBefore && $0.exists }),
        ]
        if !touchOrder.isEmpty { lists += collections(try present()) }
        return lists.filter { !$0.identifiers.isEmpty }
    }

    private func identifiers(_ isTold: (Span) -> Bool) -> [String] {
        order.filter { spans[$0].map(isTold) ?? false }
            .compactMap { LocalIdentifier(kind: .asset, bytes: $0)?.text }
    }

    private func collections(_ present: PresentCollections) -> [LibraryChange] {
        var identifiers: [LibraryChange.Kind: [String]] = [:]
        for identifier in touchOrder {
            guard let touch = touches[identifier], let kind = present.change(of: identifier, after: touch),
                let text = LocalIdentifier(kind: .collection, bytes: identifier)?.text
            else { continue }
            identifiers[kind, default: []].append(text)
        }
        return [.removed, .inserted, .updated].map { kind in
            LibraryChange(kind, of: .collections, identifiers[kind, default: []])
        }
    }
}
