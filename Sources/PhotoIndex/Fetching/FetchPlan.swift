internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// How the index answers a fetch: its scope and options, resolved as far as they are before assets are read.
struct FetchPlan {
    let root: LibraryRoot
    let scope: IndexScope
    let options: FetchOptions
    /// What the scope's collection is.
    let place: CollectionPlace?

    /// - Throws: `notFound` when the scope is a collection that does not exist.
    init(_ scope: IndexScope, _ options: FetchOptions, _ root: LibraryRoot, _ database: Database) throws {
        self.root = root
        self.scope = scope
        self.options = options
        if case .collection(let identifier) = scope.assets {
            place = try CollectionPlace.find(identifier, root.identity, database)
        } else {
            place = nil
        }
    }

    var order: SortOrder { SortOrder(options.sort) }

    /// What is asked of assets that no index answers.
    var facts: RowCondition { RowCondition.facts(options) }

    /// Milliseconds of creation; nil when there are none.
    var moments: ClosedRange<Int64>? {
        let first = options.createdFrom?.milliseconds ?? .min
        guard let end = options.createdBefore?.milliseconds else { return first ... .max }
        return end > first ? first...end - 1 : nil
    }

    /// The index that has the assets in this order; nil when none has.
    var path: KeysetOrder.Path? {
        guard scope.text == nil, facts.sql.isEmpty else { return nil }
        return switch place {
        case .folder(let id): order.isDefault ? .folder(id) : nil
        case .moment(let day): order.isDefault ? .localDay(day) : nil
        case .smartAlbum(.recentlyAdded): isRecentFirst && !hasDates ? .added : nil
        case .smartAlbum: order.isDefault ? .library : nil
        case .list: nil
        case nil: scope.assets == .all && order.isDefault ? .library : nil
        }
    }

    /// Whether making the sequence is a matter of a few milliseconds.
    var isQuick: Bool { path != nil }

    /// The own order of what was added recently: the newest first.
    var isRecentFirst: Bool {
        guard case .smartAlbum(.recentlyAdded) = place else { return false }
        return options.sort.isEmpty
    }

    private var hasDates: Bool { options.createdFrom != nil || options.createdBefore != nil }
}
