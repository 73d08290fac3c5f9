internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryTable {
    /// A copy of the table of an extension.
    ///
    /// - Throws: `.unsupported` when the library has none of that name.
    func extensionTable<Table>(_ id: String, _ empty: Table) throws(PhotoError) -> Table {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table.get_extension(table.context, arena.string(id)) else {
            throw PhotoError(.unsupported, "the backend \(backend) does not offer \(id)")
        }
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }

    /// The error for an extension that lacks a function (R7.1).
    func missingFunction(_ id: String) -> PhotoError {
        PhotoError(.internal, "\(backend): its table of \(id) has a NULL function")
    }
}
