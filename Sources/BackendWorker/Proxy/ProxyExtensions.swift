internal import ABIMemory
internal import BackendAPI

/// The tables of the extensions of a plugin in a worker. They live as long as the backend or library that they belong
/// to (R6.4).
final class ProxyExtensions: @unchecked Sendable {  // Unchecked: written before it is shared.
    private var tables: [String: UnsafeMutableRawPointer] = [:]

    deinit { tables.values.forEach { $0.deallocate() } }

    func table(_ id: picker_string) -> UnsafeRawPointer? {
        (try? id.text()).flatMap { $0 }.flatMap { tables[$0] }.map { UnsafeRawPointer($0) }
    }

    /// Adds the table of one extension, if the plugin has it, without what the plugin left out.
    func add<Table: BitwiseCopyable>(
        _ id: String, _ functions: Table, _ reader: inout WireReader
    ) throws(WireError) {
        guard try reader.integer(UInt8.self) != 0 else { return }
        let shape = try TableShape(&reader)
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: shape.applied(to: functions, head: TableShape.extensionHead))
        tables[id] = UnsafeMutableRawPointer(table)
    }
}
