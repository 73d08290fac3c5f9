/// What a camera says of a photo, as an EXIF block (EXIF 2.32, 4.6) with the place of its receiver.
struct CameraBlock: Sendable {
    var make: String
    var model: String
    /// Seconds, as a fraction.
    var exposure: (UInt32, UInt32)
    /// Tenths.
    var aperture: UInt32
    var speed: UInt16
    /// Millimetres.
    var focalLength: UInt32
    /// Degrees north and east, in quarters of a degree.
    var place: (latitude: Int, longitude: Int)
    /// Decimetres above the level of the sea.
    var altitude: Int

    /// The JPEG with the block in front.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        jpeg.prefix(2) + EXIFBlock.segment(0xE1, Array("Exif\0\0".utf8) + tiff) + jpeg.dropFirst(2)
    }

    /// A TIFF structure: a directory, and those of the camera and the receiver after it.
    private var tiff: [UInt8] {
        let start = 8 + Self.size(fieldCount: 4)
        let camera = Self.directory(cameraFields, at: start)
        let receiver = Self.directory(receiverFields, at: start + camera.count)
        // Texts of more than four bytes are after the directories.
        let (texts, maker, name) = (start + camera.count + receiver.count, Self.text(make), Self.text(model))
        let first = [
            Self.entry(0x010F, 2, maker.count, Self.long(texts)),
            Self.entry(0x0110, 2, name.count, Self.long(texts + maker.count)),
            Self.entry(0x8769, 4, 1, Self.long(start)), Self.entry(0x8825, 4, 1, Self.long(start + camera.count)),
        ]
        let header = Array("II".utf8) + [42, 0] + Self.long(8) + [UInt8(first.count), 0]
        return header + first.flatMap(\.self) + Self.long(0) + camera + receiver + maker + name
    }

    private var cameraFields: [Field] {
        [
            Field(0x829A, [exposure]), Field(0x829D, [(aperture, 10)]), Field(0x8827, speed),
            Field(0x920A, [(focalLength, 1)]),
        ]
    }

    private var receiverFields: [Field] {
        let (south, west) = (place.latitude < 0, place.longitude < 0)
        return [
            Field(1, south ? "S" : "N"), Field(2, Self.angle(place.latitude)), Field(3, west ? "W" : "E"),
            Field(4, Self.angle(place.longitude)), Field(5, isBelow: altitude < 0),
            Field(6, [(UInt32(altitude.magnitude), 10)]),
        ]
    }

    // MARK: Parts of a TIFF structure (TIFF 6.0, 2)

    /// A field of a directory: its value, or numbers that are after the directory.
    private struct Field {
        let tag: Int
        let kind: Int
        let count: Int
        let value: [UInt8]

        init(_ tag: Int, _ fractions: [(UInt32, UInt32)]) {
            (self.tag, kind, count) = (tag, 5, fractions.count)
            value = fractions.flatMap { CameraBlock.long(Int($0.0)) + CameraBlock.long(Int($0.1)) }
        }

        init(_ tag: Int, _ number: UInt16) {
            (self.tag, kind, count) = (tag, 3, 1)
            value = [UInt8(number & 255), UInt8(number >> 8), 0, 0]
        }

        init(_ tag: Int, _ letter: String) {
            (self.tag, kind, count) = (tag, 2, 2)
            value = Array(letter.utf8.prefix(1)) + [0, 0, 0]
        }

        init(_ tag: Int, isBelow: Bool) {
            (self.tag, kind, count) = (tag, 1, 1)
            value = [isBelow ? 1 : 0, 0, 0, 0]
        }
    }

    /// Degrees, minutes and seconds of an angle in quarters of a degree.
    private static func angle(_ quarters: Int) -> [(UInt32, UInt32)] {
        let size = UInt32(quarters.magnitude)
        return [(size / 4, 1), (size % 4 * 15, 1), (0, 1)]
    }

    private static func size(fieldCount: Int) -> Int { 2 + fieldCount * 12 + 4 }

    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var (entries, values) = ([UInt8](), [UInt8]())
        let end = start + size(fieldCount: fields.count)
        for field in fields {
            let isHere = field.value.count <= 4
            entries += entry(field.tag, field.kind, field.count, isHere ? field.value : long(end + values.count))
            if !isHere { values += field.value }
        }
        return [UInt8(fields.count), 0] + entries + long(0) + values
    }

    private static func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        [UInt8(tag & 255), UInt8(tag >> 8), UInt8(kind), 0] + long(count) + value
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        // Directories and what is after them begin at even places.
        return bytes.count % 2 == 0 ? bytes : bytes + [0]
    }

    /// A number of 32 bits, the low byte first.
    private static func long(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
