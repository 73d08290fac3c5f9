/// What a worker may reach and use, besides what every worker needs. Paths are bytes of the file system.
struct Sandbox: Sendable {
    /// The library's folder; empty: it serves no library.
    var root: [UInt8] = []
    /// Whether it may be added to.
    var isRootWritable = false
    /// Of the backend; nil: it keeps nothing.
    var data: [UInt8]?
    /// Of its own memory; 0: unlimited.
    var memoryBytes: UInt64 = 0
    /// Whether it goes on when it cannot be confined.
    var isOptional = false

    func message() throws(WireError) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(isRootWritable ? UInt8(1) : 0)
        writer.integer(isOptional ? UInt8(1) : 0)
        writer.integer(memoryBytes)
        for path in [root, data ?? []] {
            writer.integer(UInt64(path.count))
            writer.append(path)
        }
        return writer.body
    }

    init() {}

    init(_ reader: inout WireReader) throws(WireError) {
        isRootWritable = try reader.integer(UInt8.self) != 0
        isOptional = try reader.integer(UInt8.self) != 0
        memoryBytes = try reader.integer()
        root = try reader.raw().map { Array($0) } ?? []
        let data = try reader.raw().map { Array($0) } ?? []
        self.data = data.isEmpty ? nil : data
    }
}
