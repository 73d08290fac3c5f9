/// The chunks of a PNG, in order.
struct PNGChunks {
    let chunks: [(type: String, data: [UInt8])]

    init(_ png: [UInt8]) {
        var found: [(type: String, data: [UInt8])] = []
        var offset = 8
        while offset + 12 <= png.count {
            let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard offset + 12 + length <= png.count else { break }
            let type = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
            found.append((type, Array(png[offset + 8..<offset + 8 + length])))
            offset += 12 + length
        }
        chunks = found
    }

    func first(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }?.data }
}
