/// What was given to whom, and when. It is written by what gives, in the same transaction.
///
/// Bounded: the oldest records go first, and before them the names of what they gave.
package protocol RecordStore: Sendable {
    /// Records, the newest first.
    ///
    /// - Parameters:
    ///   - before: those that are older than this one; nil: from the newest on.
    ///   - limit: at most so many.
    func records(before: Int64?, limit: Int) async throws -> [AccessRecord]

    /// The assets of a pick, in order, at most `limit`; fewer than its count when their names are not kept any more.
    func items(ofRecord identifier: Int64, limit: Int) async throws -> [RecordedItem]
}
