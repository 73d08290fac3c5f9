internal import CVideo
internal import Imaging
internal import PhotoModel

/// What AVCHD camcorders store about a recording beside its first frame.
///
/// A pack has a tag and four bytes. Dates and times are decimal digits as in IEC 61834-4; camera and location are as in
/// EXIF, with numerators and denominators of 16 bits. The numbers of tags and makers are those that exiftool documents
/// (H264 tags, MDPM).
struct DVPacks {
    private static let date: UInt8 = 0x18
    private static let latitude: UInt8 = 0xB1
    private static let longitude: UInt8 = 0xB5
    private static let altitude: UInt8 = 0xB9
    private static let receiverStatus: UInt8 = 0xBE
    private static let maker: UInt8 = 0xE0
    private static let sonyModel: UInt8 = 0xE4

    private let contents: [UInt8: [UInt8]]

    /// - Parameter packs: one after the other. If several have the same tag, the first one counts.
    init(_ packs: [UInt8]) {
        let size = Int(VIDEO_DV_PACK_SIZE)
        let all = stride(from: 0, through: packs.count - size, by: size).map {
            (packs[$0], Array(packs[($0 + 1)..<($0 + size)]))
        }
        contents = Dictionary(all) { first, _ in first }
    }

    /// The time by the camera's clock, with its zone. In summer time it is not clear whether the zone includes the
    /// hour, so there is none.
    var dateTimeOriginal: CivilTime? {
        guard let first = contents[Self.date], let second = contents[Self.date + 1] else { return nil }
        let numbers = (first.dropFirst() + second).compactMap(Self.decimal)
        guard numbers.count == 7 else { return nil }
        var date = CivilTime(
            year: numbers[0] * 100 + numbers[1], month: numbers[2], day: numbers[3], hour: numbers[4],
            minute: numbers[5], second: numbers[6])
        date?.utcOffsetMinutes = Self.offset(zone: first[0])
        return date
    }

    /// Nil also if the receiver says that it had no fix.
    var location: Location? {
        guard contents[Self.receiverStatus]?.first != UInt8(ascii: "V"),
            let latitude = degrees(Self.latitude, south: "S"),
            let longitude = degrees(Self.longitude, south: "W"), (-90...90).contains(latitude),
            (-180...180).contains(longitude), latitude != 0 || longitude != 0
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// In metres above sea level.
    var altitude: Double? {
        guard let metres = number(Self.altitude + 1) else { return nil }
        let isBelow = contents[Self.altitude]?.contains { $0 != 0 } == true
        return isBelow ? -metres : metres
    }

    var make: String? {
        guard let content = contents[Self.maker] else { return nil }
        return switch Int(content[0]) << 8 | Int(content[1]) {
        case 0x0103: "Panasonic"
        case 0x0108: "Sony"
        case 0x1011: "Canon"
        case 0x1104: "JVC"
        default: nil
        }
    }

    /// Makers other than Sony write only numbers.
    var model: String? {
        guard make == "Sony" else { return nil }
        let bytes = (0..<3).flatMap { contents[Self.sonyModel + $0] ?? [] }.prefix { (0x20...0x7E).contains($0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Degrees, minutes and seconds, which follow the tag of a reference.
    private func degrees(_ reference: UInt8, south: Character) -> Double? {
        guard let first = contents[reference]?.first, let degrees = number(reference + 1) else { return nil }
        let value = degrees + (number(reference + 2) ?? 0) / 60 + (number(reference + 3) ?? 0) / 3600
        return Character(UnicodeScalar(first)).uppercased() == String(south) ? -value : value
    }

    private func number(_ tag: UInt8) -> Double? {
        guard let bytes = contents[tag] else { return nil }
        let denominator = Int(bytes[2]) << 8 | Int(bytes[3])
        return denominator == 0 ? nil : Double(Int(bytes[0]) << 8 | Int(bytes[1])) / Double(denominator)
    }

    private static func decimal(_ byte: UInt8) -> Int? {
        byte >> 4 <= 9 && byte & 15 <= 9 ? Int(byte >> 4) * 10 + Int(byte & 15) : nil
    }

    /// The bits, from the highest: unused, summer time, west, four of hours, an additional half hour. All are set if
    /// there is no zone.
    private static func offset(zone: UInt8) -> Int? {
        guard zone & 0x40 == 0 else { return nil }
        let minutes = Int(zone >> 1 & 15) * 60 + Int(zone & 1) * 30
        return minutes > 14 * 60 ? nil : zone & 0x20 == 0 ? minutes : -minutes
    }
}

extension VideoFile {
    /// Reads the packs of a file that was just opened. Reading continues after them.
    ///
    /// - Throws: `io`, `cancelled` or `outOfMemory`.
    func dvPacks() throws(ImagingError) -> DVPacks {
        var (count, status) = (CInt(0), video_status())
        let packs = [UInt8](unsafeUninitializedCapacity: Int(VIDEO_DV_PACK_SIZE * VIDEO_MOST_DV_PACKS)) { room, used in
            _ = video_read_dv_packs(pointer, room.baseAddress, &count, &status)
            used = Int(count) * Int(VIDEO_DV_PACK_SIZE)
        }
        guard status.code == VIDEO_OK else { throw ImagingError(status) }
        return DVPacks(packs)
    }
}
