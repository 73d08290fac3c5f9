internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// How the index answers a fetch: its scope and options, resolved as far as possible before assets are read.
struct FetchPlan {
    let root: LibraryRoot
    let scope: IndexScope
    let options: FetchOptions
    /// The collection of the scope; nil if the scope is not a collection.
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

    /// The conditions that cannot be answered by an index of the database.
    var facts: RowCondition { RowCondition.facts(options) }

    /// The range of creation times, in milliseconds since 1970; nil if it is empty.
    var moments: ClosedRange<Int64>? {
        let first = options.createdFrom?.milliseconds ?? .min
        guard let end = options.createdBefore?.milliseconds else { return first ... .max }
        return end > first ? first...end - 1 : nil
    }

    /// The index of the database that has the assets in this order; nil if there is none.
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

    /// Whether the sequence is made in a few milliseconds.
    var isQuick: Bool { path != nil }

    /// Whether the newest come first because that is the default order of "Recently Added".
    var isRecentFirst: Bool {
        guard case .smartAlbum(.recentlyAdded) = place else { return false }
        return options.sort.isEmpty
    }

    private var hasDates: Bool { options.createdFrom != nil || options.createdBefore != nil }
}
