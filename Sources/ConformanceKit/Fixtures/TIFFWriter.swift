/// Writes the TIFF structure that EXIF blocks are (TIFF 6.0, section 2).
struct TIFFWriter {
    /// The order of bytes, 42, and where the first directory begins: how long that is.
    private static let headerLength = 8
    private static let entryLength = 12

    /// A field of a directory.
    struct Field {
        let tag: Int
        let value: Value
    }

    /// What a field says, by the types of TIFF.
    enum Value {
        case byte(Int)
        /// ASCII; a zero is put behind it.
        case text(String)
        case short(Int)
        case long(Int)
        /// Numerators and denominators.
        case fractions([(Int, Int)])
    }

    /// As some cameras write numbers, instead of little-endian.
    let isBigEndian: Bool

    /// All of it.
    ///
    /// - Parameters:
    ///   - main: the fields of the first directory; those that say where the two others are, are put behind them.
    ///   - camera: the fields of EXIF's own directory (EXIF 2.32, 4.6.5); none: there is no such directory.
    ///   - receiver: those of the directory of GPS (4.6.6).
    ///   - thumbnail: a JPEG in the second directory of the main chain (4.5.6).
    func structure(main: [Field], camera: [Field], receiver: [Field], thumbnail: [UInt8]?) -> [UInt8] {
        // How long a directory is does not depend on where it says that others are.
        func first(_ cameraStart: Int, _ receiverStart: Int) -> [Field] {
            main + (camera.isEmpty ? [] : [Field(tag: 0x8769, value: .long(cameraStart))])
                + (receiver.isEmpty ? [] : [Field(tag: 0x8825, value: .long(receiverStart))])
        }
        let cameraStart = Self.headerLength + directory(first(0, 0), at: 0).count
        let second = camera.isEmpty ? [] : directory(camera, at: cameraStart)
        let receiverStart = cameraStart + second.count
        let third = receiver.isEmpty ? [] : directory(receiver, at: receiverStart)
        let end = receiverStart + third.count
        let header = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(Self.headerLength, 4)
        let main = directory(
            first(cameraStart, receiverStart), at: Self.headerLength, next: thumbnail == nil ? 0 : end)
        return header + main + second + third + (thumbnail.map { preview($0, at: end) } ?? [])
    }

    /// The second directory, and the JPEG behind it: compression, where it begins, how long it is.
    private func preview(_ jpeg: [UInt8], at start: Int) -> [UInt8] {
        func fields(_ place: Int) -> [Field] {
            [
                Field(tag: 0x0103, value: .short(6)), Field(tag: 0x0201, value: .long(place)),
                Field(tag: 0x0202, value: .long(jpeg.count)),
            ]
        }
        return directory(fields(start + directory(fields(0), at: start).count), at: start) + jpeg
    }

    /// A directory, and behind it the values that have no room in it.
    ///
    /// - Parameter next: where the next one of its chain begins; 0: there is none.
    private func directory(_ fields: [Field], at start: Int, next: Int = 0) -> [UInt8] {
        var (entries, values) = ([UInt8](), [UInt8]())
        let end = start + 2 + fields.count * Self.entryLength + 4
        for field in fields {
            let (type, count, value) = encoded(field.value)
            let isHere = value.count <= 4
            let inside = isHere ? value + [UInt8](repeating: 0, count: 4 - value.count) : number(end + values.count, 4)
            entries += number(field.tag, 2) + number(type, 2) + number(count, 4) + inside
            guard !isHere else { continue }
            // Values and directories begin at even places.
            values += value.count % 2 == 0 ? value : value + [0]
        }
        return number(fields.count, 2) + entries + number(next, 4) + values
    }

    private func encoded(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .byte(let byte): (1, 1, number(byte, 1))
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let short): (3, 1, number(short, 2))
        case .long(let long): (4, 1, number(long, 4))
        case .fractions(let all): (5, all.count, all.flatMap { number($0.0, 4) + number($0.1, 4) })
        }
    }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
