/// Stores records of what was given to whom, and when. Each record is written in the transaction of what it records.
///
/// There is a limit: the oldest records are removed first, and before that the names of their assets.
package protocol RecordStore: Sendable {
    /// Records, the newest first.
    ///
    /// - Parameters:
    ///   - before: only records that are older than this one; nil: from the newest on.
    ///   - limit: the most records.
    func records(before: Int64?, limit: Int) async throws -> [AccessRecord]

    /// The picked assets of a record, in order, at most `limit`; fewer than its count if their names are no longer
    /// kept.
    func items(ofRecord identifier: Int64, limit: Int) async throws -> [RecordedItem]
}
