internal import Foundation
internal import PhotoFolder
internal import PhotoModel

/// Combines the changes of a log, which are added in its order, into at most one net change for each asset and
/// collection.
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

    /// Adds a touch of a collection. Only the first one counts: it says whether the collection existed before all of
    /// them.
    mutating func add(_ touch: LoggedTouch, of identifier: Data) {
        guard touches[identifier] == nil else { return }
        touches[identifier] = touch
        touchOrder.append(identifier)
    }

    /// The net changes: removed, inserted, updated, first for assets, then for collections. Empty ones are left out.
    ///
    /// - Parameter present: called only if collections were touched.
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
