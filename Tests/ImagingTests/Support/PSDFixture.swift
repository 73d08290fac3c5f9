/// A PSD in its sections.
struct PSDFixture {
    /// 2 for the large form.
    var version: UInt8 = 1
    var channels: UInt8
    var width: Int
    var height: Int
    var depth: UInt8 = 8
    var mode: UInt8
    var colors: [UInt8] = []
    var resources: [UInt8] = []
    var layers: [UInt8] = []
    /// The compression, the lengths of rows and the rows.
    var image: [UInt8] = []

    static let bitmap: UInt8 = 0
    static let gray: UInt8 = 1
    static let indexed: UInt8 = 2
    static let rgb: UInt8 = 3
    static let duotone: UInt8 = 8

    var bytes: [UInt8] {
        var bytes: [UInt8] = Array("8BPS".utf8) + [0, version, 0, 0, 0, 0, 0, 0, 0, channels]
        bytes += Self.big(height) + Self.big(width) + [0, depth, 0, mode]
        bytes += Self.big(colors.count) + colors
        bytes += Self.big(resources.count) + resources
        bytes += Self.big(layers.count, version == 2 ? 8 : 4) + layers
        return bytes + image
    }

    static func resource(_ identifier: Int, _ data: [UInt8]) -> [UInt8] {
        let head: [UInt8] = Array("8BIM".utf8) + big(identifier, 2) + [0, 0]
        return head + big(data.count) + data + [UInt8](repeating: 0, count: data.count % 2)
    }

    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
