internal import ABIMemory
internal import BackendAPI

/// Which part of a function table the plugin filled in. This is enough to make a table that a host refuses for the same
/// reasons (R5.4, R7.1).
///
/// The tables of the ABI have 16 bytes before their first function and those of extensions 8; after that, there are
/// only functions.
struct TableShape: Equatable {
    static let tableHead = 16
    static let extensionHead = 8

    var structSize: UInt32
    /// Has bit `n` if function `n` is not NULL.
    var functions: UInt64

    init<Table: BitwiseCopyable>(of table: Table, head: Int = tableHead) {
        (structSize, functions) = withUnsafeBytes(of: table) { bytes in
            let size = bytes.load(as: UInt32.self)
            var mask: UInt64 = 0
            for index in 0..<(bytes.count - head) / 8 {
                let slot = bytes.load(fromByteOffset: head + index * 8, as: UInt64.self)
                if slot != 0, head + index * 8 + 8 <= size { mask |= 1 << UInt64(index) }
            }
            return (size, mask)
        }
    }

    init(_ reader: inout WireReader) throws(WireError) {
        structSize = try reader.integer()
        functions = try reader.integer()
    }

    func write(to writer: inout WireWriter) {
        writer.integer(structSize)
        writer.integer(functions)
    }

    /// Whether the table is long enough and no function is missing.
    func isWhole<Table: BitwiseCopyable>(like table: Table, head: Int = tableHead) -> Bool {
        structSize >= UInt32(MemoryLayout<Table>.size) && functions == TableShape(of: table, head: head).functions
    }

    /// Fills a table of the host as the plugin would: no further than the plugin filled its own.
    ///
    /// - Returns: false if there is no room even for `struct_size`.
    func fill<Table: BitwiseCopyable>(_ destination: UnsafeMutablePointer<Table>, with table: Table) -> Bool {
        let room = UnsafeMutableRawPointer(destination)
        room.storeBytes(of: min(room.load(as: UInt32.self), structSize), as: UInt32.self)
        return boundedFill(destination, with: table)
    }

    /// The table without what the plugin left out.
    func applied<Table: BitwiseCopyable>(to table: Table, head: Int = tableHead) -> Table {
        var table = table
        withUnsafeMutableBytes(of: &table) { bytes in
            bytes.storeBytes(of: min(structSize, UInt32(bytes.count)), as: UInt32.self)
            for index in 0..<(bytes.count - head) / 8 where functions & 1 << UInt64(index) == 0 {
                bytes.storeBytes(of: 0, toByteOffset: head + index * 8, as: UInt64.self)
            }
        }
        return table
    }
}
