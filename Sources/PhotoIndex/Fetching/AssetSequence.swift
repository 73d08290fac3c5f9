internal import GRDB

/// The assets of a fetch result in their order, as row ids; all of one state of the index.
protocol AssetSequence: Sendable {
    var count: Int { get }

    /// The ids of the assets in `range`, which is within 0..<count.
    func ids(_ range: Range<Int>, _ database: Database) throws -> [Int64]

    /// The positions of assets of the same state; nil for those that are not in the sequence.
    func positions(of keys: [AssetKey], _ database: Database) throws -> [Int?]
}
