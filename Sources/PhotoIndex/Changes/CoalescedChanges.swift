internal import Foundation
internal import PhotoFolder
internal import PhotoModel

/// Changes in the order of the log, of each asset only what they come to.
struct CoalescedChanges {
    private struct Span {
        let existedBefore: Bool
        var exists: Bool
    }

    private var spans: [Data: Span] = [:]
    private var order: [Data] = []

    mutating func add(_ change: LoggedChange, of identifier: Data) {
        guard spans[identifier] == nil else {
            spans[identifier]?.exists = change != .removed
            return
        }
        spans[identifier] = Span(existedBefore: change != .inserted, exists: change != .removed)
        order.append(identifier)
    }

    /// Removed, inserted, updated; those of which there are none are left out.
    var list: [LibraryChange] {
        let lists = [
            LibraryChange.removed(identifiers { $0.existedBefore && !$0.exists }),
            .inserted(identifiers { !$0.existedBefore && $0.exists }),
            .updated(identifiers { $0.existedBefore && $0.exists }),
        ]
        return lists.filter { ![.removed([]), .inserted([]), .updated([])].contains($0) }
    }

    private func identifiers(_ isTold: (Span) -> Bool) -> [String] {
        order.filter { spans[$0].map(isTold) ?? false }
            .compactMap { LocalIdentifier(kind: .asset, bytes: $0)?.text }
    }
}
