internal import ABIMemory
internal import BackendAPI

/// Finds extensions of a plugin by their IDs.
struct ExtensionFinder {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?, picker_string) -> UnsafeRawPointer?

    private let function: Function?
    private let context: UnsafeMutableRawPointer?

    init(_ function: Function?, _ context: UnsafeMutableRawPointer?) {
        self.function = function
        self.context = context
    }

    /// A copy of the extension's table; nil if the plugin does not have it.
    func callAsFunction<Table>(_ id: String, _ empty: Table) -> Table? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = function?(context, arena.string(id)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }
}

extension WireWriter {
    /// Writes which part of an extension's table the plugin filled in, if it has the extension.
    mutating func shape<Table: BitwiseCopyable>(of table: Table?) {
        integer(table == nil ? UInt8(0) : 1)
        table.map { TableShape(of: $0, head: TableShape.extensionHead) }?.write(to: &self)
    }
}
