/// Builds EXIF blocks with tags of every kind, in either byte order.
struct TIFFFixture {
    enum Value {
        case ascii(String)
        /// The same, of any bytes.
        case text([UInt8])
        case utf8(String)
        case bytes([UInt8])
        case undefined([UInt8])
        case short(UInt16)
        case shorts([UInt16])
        case long(UInt32)
        case rationals([(UInt32, UInt32)])
        case signedRationals([(Int32, Int32)])
        case signedLong(Int32)
    }

    var isBigEndian = false
    var main: [(UInt16, Value)] = []
    var exif: [(UInt16, Value)] = []
    var gps: [(UInt16, Value)] = []
    var thumbnail: [UInt8] = []

    /// The block, from its TIFF header on: the main directory, that of EXIF, that of GPS, that of the thumbnail.
    var block: [UInt8] { placed(after: 0) }

    /// The same with so many zeros between the header and the directories.
    func placed(after gap: Int) -> [UInt8] {
        let start = 8 + gap
        var entries = main
        if !exif.isEmpty { entries.append((0x8769, .long(0))) }
        if !gps.isEmpty { entries.append((0x8825, .long(0))) }
        let exifStart = start + size(entries)
        let gpsStart = exifStart + (exif.isEmpty ? 0 : size(exif))
        let nextStart = gpsStart + (gps.isEmpty ? 0 : size(gps))
        for (index, entry) in entries.enumerated() {
            if entry.0 == 0x8769 { entries[index].1 = .long(UInt32(exifStart)) }
            if entry.0 == 0x8825 { entries[index].1 = .long(UInt32(gpsStart)) }
        }
        entries.sort { $0.0 < $1.0 }
        var bytes = Array((isBigEndian ? "MM" : "II").utf8) + two(42) + four(UInt32(start))
        bytes +=
            [UInt8](repeating: 0, count: gap) + directory(entries, at: start, next: thumbnail.isEmpty ? 0 : nextStart)
        if !exif.isEmpty { bytes += directory(exif, at: exifStart, next: 0) }
        if !gps.isEmpty { bytes += directory(gps, at: gpsStart, next: 0) }
        guard !thumbnail.isEmpty else { return bytes }
        let last: [(UInt16, Value)] = [(0x0201, .long(0)), (0x0202, .long(UInt32(thumbnail.count)))]
        let data = UInt32(nextStart + size(last))
        return bytes + directory([(0x0201, .long(data)), last[1]], at: nextStart, next: 0) + thumbnail
    }

    private func size(_ entries: [(UInt16, Value)]) -> Int {
        2 + entries.count * 12 + 4
            + entries.map { encoded($0.1).bytes.count }.filter { $0 > 4 }.reduce(0) { $0 + $1 + $1 % 2 }
    }

    /// A directory and the values after it.
    ///
    /// - Parameter start: where it is, from where offsets count from.
    func directory(_ entries: [(UInt16, Value)], at start: Int, next: Int = 0) -> [UInt8] {
        var bytes = two(UInt16(entries.count))
        var values: [UInt8] = []
        for (tag, value) in entries {
            let (type, count, data) = encoded(value)
            bytes += two(tag) + two(type) + four(UInt32(count))
            if data.count <= 4 {
                bytes += data + [UInt8](repeating: 0, count: 4 - data.count)
            } else {
                bytes += four(UInt32(start + 2 + entries.count * 12 + 4 + values.count))
                values += data + [UInt8](repeating: 0, count: data.count % 2)
            }
        }
        return bytes + four(UInt32(next)) + values
    }

    private func encoded(_ value: Value) -> (type: UInt16, count: Int, bytes: [UInt8]) {
        switch value {
        case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .text(let bytes): (2, bytes.count + 1, bytes + [0])
        case .utf8(let text): (129, text.utf8.count + 1, Array(text.utf8) + [0])
        case .bytes(let bytes): (1, bytes.count, bytes)
        case .undefined(let bytes): (7, bytes.count, bytes)
        case .short(let number): (3, 1, two(number))
        case .shorts(let numbers): (3, numbers.count, numbers.flatMap { two($0) })
        case .long(let number): (4, 1, four(number))
        case .rationals(let numbers): (5, numbers.count, numbers.flatMap { four($0.0) + four($0.1) })
        case .signedRationals(let numbers):
            (10, numbers.count, numbers.flatMap { four(UInt32(bitPattern: $0.0)) + four(UInt32(bitPattern: $0.1)) })
        case .signedLong(let number): (9, 1, four(UInt32(bitPattern: number)))
        }
    }

    private func two(_ value: UInt16) -> [UInt8] {
        let bytes = [UInt8(value >> 8), UInt8(value & 255)]
        return isBigEndian ? bytes : bytes.reversed()
    }

    private func four(_ value: UInt32) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        return isBigEndian ? bytes : bytes.reversed()
    }
}
