import Imaging
import PhotoModel

/// A HEIF file for tests: items whose data is in `idat`, properties, references.
struct HEIFFixture {
    struct Item {
        var id: Int
        var type: String
        var size: PixelSize?
        var data: [UInt8] = [1]
        /// Boxes besides `ispe` and the codec's configuration, in this order.
        var properties: [[UInt8]] = []
        var contentType = ""
        var isHidden = false
    }

    var brand = "heic"
    var primary: Int? = 1
    var items: [Item]
    /// From one item to others.
    var references: [(type: String, from: Int, to: [Int])] = []

    /// One image of HEVC.
    static func image(_ width: Int, _ height: Int, _ properties: [[UInt8]] = []) -> HEIFFixture {
        HEIFFixture(items: [
            Item(id: 1, type: "hvc1", size: PixelSize(width: width, height: height), properties: properties)
        ])
    }

    /// Tiles of 64 pixels.
    static func grid(columns: Int, rows: Int, size: PixelSize) -> HEIFFixture {
        let tiles = (0..<columns * rows).map {
            Item(id: $0 + 2, type: "hvc1", size: PixelSize(width: 64, height: 64), data: [UInt8($0)], isHidden: true)
        }
        let data = [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + big(size.width, 2) + big(size.height, 2)
        return HEIFFixture(
            items: [Item(id: 1, type: "grid", size: size, data: data)] + tiles,
            references: [("dimg", 1, tiles.map(\.id))])
    }

    var bytes: [UInt8] {
        var content = Self.fullBox("hdlr", Self.big(0) + "pict".utf8 + [UInt8](repeating: 0, count: 13))
        if let primary { content += Self.fullBox("pitm", Self.big(primary, 2)) }
        content += itemInformation + itemProperties + itemReferences + itemLocations
        content += Self.box("idat", items.flatMap(\.data))
        return Self.box("ftyp", brand.utf8 + Self.big(0) + "mif1".utf8) + Self.fullBox("meta", content)
    }

    var source: ImageSource { ImageSource(bytes: bytes) }

    private var itemInformation: [UInt8] {
        let entries = items.map { item in
            Self.fullBox(
                "infe", version: 2, flags: item.isHidden ? 1 : 0,
                Self.big(item.id, 2) + Self.big(0, 2) + item.type.utf8 + [0] + item.contentType.utf8 + [0])
        }
        return Self.fullBox("iinf", Self.big(items.count, 2) + entries.joined())
    }

    /// Each item has properties of its own.
    private var itemProperties: [UInt8] {
        var boxes: [[UInt8]] = []
        var associations = Self.big(items.count)
        for item in items {
            let own = Self.properties(of: item)
            associations += Self.big(item.id, 2) + [UInt8(own.count)]
            associations += own.indices.flatMap { Self.big(boxes.count + $0 + 1, 2) }
            boxes += own
        }
        let ipma = Self.fullBox("ipma", flags: 1, associations)
        return Self.box("iprp", Self.box("ipco", Array(boxes.joined())) + ipma)
    }

    private static func properties(of item: Item) -> [[UInt8]] {
        let size = item.size.map { [fullBox("ispe", big($0.width) + big($0.height))] } ?? []
        // Chroma 4:2:0 with eight bits.
        let configuration = [UInt8](repeating: 0, count: 16) + [0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 0]
        return (item.type == "hvc1" ? [box("hvcC", configuration)] : []) + size + item.properties
    }

    private var itemReferences: [UInt8] {
        Self.fullBox(
            "iref",
            Array(
                references.map { one in
                    let to = one.to.flatMap { Self.big($0, 2) }
                    return Self.box(one.type, Self.big(one.from, 2) + Self.big(one.to.count, 2) + to)
                }.joined()))
    }

    private var itemLocations: [UInt8] {
        var content: [UInt8] = [0x44, 0] + Self.big(items.count, 2)
        var offset = 0
        for item in items {
            content += Self.big(item.id, 2) + Self.big(1, 2) + Self.big(0, 2) + Self.big(1, 2)
            content += Self.big(offset) + Self.big(item.data.count)
            offset += item.data.count
        }
        return Self.fullBox("iloc", version: 1, content)
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + type.utf8 + content }

    static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, [version, 0, 0, flags] + content)
    }

    static func big(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Counter-clockwise, in steps of 90 degrees.
    static func rotation(_ steps: UInt8) -> [UInt8] { box("irot", [steps]) }
    static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

    /// A part of `width` x `height` whose centre is so far from that of the image, in halves of pixels.
    static func cleanAperture(_ width: Int, _ height: Int, right: Int, down: Int) -> [UInt8] {
        box("clap", [width, 1, height, 1, right, 2, down, 2].flatMap { big($0) })
    }
}
