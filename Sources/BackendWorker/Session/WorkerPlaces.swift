/// The folders that a worker may reach besides those of the system. Bytes of the file system.
struct WorkerPlaces: Sendable {
    /// The library's folder.
    var root: [UInt8] = []
    /// Whether it may be added to.
    var isRootWritable = false
    /// Of the backend; nil: it keeps nothing.
    var data: [UInt8]?

    func message() throws(WireError) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(isRootWritable ? UInt8(1) : 0)
        for path in [root, data ?? []] {
            writer.integer(UInt64(path.count))
            writer.append(path)
        }
        return writer.body
    }

    init() {}

    init(_ reader: inout WireReader) throws(WireError) {
        isRootWritable = try reader.integer(UInt8.self) != 0
        root = try reader.raw().map { Array($0) } ?? []
        let data = try reader.raw().map { Array($0) } ?? []
        self.data = data.isEmpty ? nil : data
    }
}
