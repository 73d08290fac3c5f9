internal import PhotoModel

/// The order of a fetch. Assets with equal keys are in default order (by creation, name, row id), or in reverse if the
/// last key is descending.
struct SortOrder {
    let keys: [SortKey]

    init(_ keys: [SortKey]) {
        var seen: Set<SortKey.Property> = []
        // A property that was already sorted by has no effect when it comes again.
        self.keys = keys.filter { seen.insert($0.property).inserted }
    }

    /// Whether it is the default order or its reverse.
    var isDefault: Bool {
        keys.isEmpty || keys.map(\.property) == [.creationTime]
            || keys.map(\.property) == [.creationTime, .filename] && keys[0].isDescending == keys[1].isDescending
    }

    var isDescending: Bool { keys.last?.isDescending ?? false }

    /// The terms of ORDER BY with which the assets that were added last come first.
    static let recentFirst = "added DESC, id DESC"

    /// The terms of ORDER BY.
    var columns: String {
        let given = keys.map { (Self.column($0.property), $0.isDescending) }
        let rest = ["created", "sort_name", "id"].filter { name in !given.contains { $0.0 == name } }
        return (given + rest.map { ($0, isDescending) }).map { $0.0 + ($0.1 ? " DESC" : "") }.joined(separator: ", ")
    }

    private static func column(_ property: SortKey.Property) -> String {
        switch property {
        case .creationTime: "created"
        case .modificationTime: "modified"
        case .filename: "sort_name"
        case .byteSize: "byte_size"
        }
    }
}
