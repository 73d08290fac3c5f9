internal import PhotoModel

/// A page of the results of a search.
struct SearchPage: Sendable {
    let records: [AssetRecord]
    let isLast: Bool

    /// - Parameter owner: the user whose assets are taken; nil: those of everyone. A search finds those of partners, too.
    /// - Throws: `.unsupported` if the document is not an answer to a search.
    init(_ document: JSON, server: String, of owner: String? = nil) throws(PhotoError) {
        guard let assets = document["assets"], let items = assets["items"]?.elements else {
            throw .unsupported("\(server) answers searches in another way than Immich does")
        }
        records = items.filter { owner == nil || $0["ownerId"]?.text == owner }.compactMap(AssetRecord.init)
        isLast = assets["nextPage"] == nil
    }

    private init(_ records: [AssetRecord], isLast: Bool) { (self.records, self.isLast) = (records, isLast) }

    /// The same page with other records.
    func with(_ others: [AssetRecord]) -> SearchPage { SearchPage(others, isLast: isLast) }

    /// No library has more. Several such numbers can be added without overflow.
    static let mostTotal = 1 << 31

    /// How many assets a search would find.
    static func total(_ document: JSON, server: String) throws(PhotoError) -> Int {
        guard let total = document["total"]?.integer, (0...mostTotal).contains(total) else {
            throw .unsupported("\(server) counts in another way than Immich does")
        }
        return total
    }
}
