internal import ABIMemory
internal import BackendAPI

/// Asks a plugin for its extensions by their ids.
struct ExtensionFinder {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?, picker_string) -> UnsafeRawPointer?

    private let function: Function?
    private let context: UnsafeMutableRawPointer?

    init(_ function: Function?, _ context: UnsafeMutableRawPointer?) {
        self.function = function
        self.context = context
    }

    /// A copy of the table; nil: there is none.
    func callAsFunction<Table>(_ id: String, _ empty: Table) -> Table? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = function?(context, arena.string(id)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }
}

extension WireWriter {
    /// What of an extension's table the plugin filled in, if there is one.
    mutating func shape<Table: BitwiseCopyable>(of table: Table?) {
        integer(table == nil ? UInt8(0) : 1)
        table.map { TableShape(of: $0, head: TableShape.extensionHead) }?.write(to: &self)
    }
}
