internal import GRDB

extension Catalog {
    /// Reads what the catalog holds now, all of it of one state, which ends with `body`.
    func read<E: Error, Result>(
        check: () throws(E) -> Void, _ body: (Database) throws -> Result
    ) throws(IndexError) -> Result {
        do {
            return try pool.read { database in
                try Interruption.watch(database, check: check) { try body(database) }
            }
        } catch {
            throw IndexError(error)
        }
    }
}
