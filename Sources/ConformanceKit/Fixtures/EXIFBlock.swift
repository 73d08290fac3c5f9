/// What the kit writes into the EXIF block of a JPEG (EXIF 2.32, 4.6).
struct EXIFBlock: Sendable {
    /// 1…8; nil: it does not say.
    var orientation: UInt16?
    /// DateTimeOriginal and DateTimeDigitized, as `2021:06:15 08:30:00`.
    var dates: (original: String, digitized: String)?
    /// OffsetTimeOriginal, the distance of the first date from UTC, as `+05:30`; nil: it does not say.
    var offset: String?
    /// SubSecTimeOriginal, the digits behind the point of the first date's second; nil: it does not say.
    var subseconds: String?
    var camera: CameraFacts?
    /// As some cameras write numbers, instead of little-endian.
    var isBigEndian = false
    /// A small JPEG that cameras put beside the photo.
    var thumbnail: [UInt8]?
    /// Whether much else stands in the file before the picture, as programs write it: another block of metadata before EXIF,
    /// and 60 KB behind it.
    var hasMuchBeside = false

    /// The JPEG with the block in front; as it is when there is nothing to say.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        guard orientation != nil || dates != nil || camera != nil || thumbnail != nil else { return jpeg }
        let block = JPEGLayout.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
        guard hasMuchBeside else { return [0xFF, 0xD8] + block + jpeg.dropFirst(2) }
        let packet = "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>"
        let filler = JPEGLayout.segment(0xE4, [UInt8](repeating: 0x20, count: 60_000))
        return [0xFF, 0xD8] + JPEGLayout.segment(0xE1, Array(packet.utf8)) + block + filler + jpeg.dropFirst(2)
    }

    private var tiff: [UInt8] {
        var main = camera?.names ?? []
        if let orientation { main.append(.init(tag: 0x0112, value: .short(Int(orientation)))) }
        if let camera { main.append(.init(tag: 0x0131, value: .text(camera.software))) }
        return TIFFWriter(isBigEndian: isBigEndian).structure(
            main: main, camera: details, receiver: camera?.receiver ?? [], thumbnail: thumbnail)
    }

    /// EXIF's own fields, in the order of their tags.
    private var details: [TIFFWriter.Field] {
        var fields = camera?.exposureFields ?? []
        fields += times
        fields += camera?.focalFields ?? []
        if let subseconds { fields.append(.init(tag: 0x9291, value: .text(subseconds))) }
        fields += camera?.lensFields ?? []
        return fields
    }

    private var times: [TIFFWriter.Field] {
        guard let dates else { return [] }
        var fields = [
            TIFFWriter.Field(tag: 0x9003, value: .text(dates.original)),
            TIFFWriter.Field(tag: 0x9004, value: .text(dates.digitized)),
        ]
        if let offset { fields.append(.init(tag: 0x9011, value: .text(offset))) }
        return fields
    }
}

/// What a camera says of a photo, with the place of its receiver.
struct CameraFacts: Sendable {
    var make: String
    var model: String
    var lens: String
    var software: String
    /// Seconds, as a fraction.
    var exposure: (Int, Int)
    /// Tenths.
    var aperture: Int
    var speed: Int
    /// Millimetres.
    var focalLength: Int
    /// Seconds of arc north and east.
    var place: (latitude: Int, longitude: Int)
    /// Decimetres above the level of the sea.
    var altitude: Int
}

// Fields of EXIF, in the order of their tags.
extension CameraFacts {
    fileprivate var names: [TIFFWriter.Field] {
        [.init(tag: 0x010F, value: .text(make)), .init(tag: 0x0110, value: .text(model))]
    }

    fileprivate var exposureFields: [TIFFWriter.Field] {
        [
            .init(tag: 0x829A, value: .fractions([exposure])),
            .init(tag: 0x829D, value: .fractions([(aperture, 10)])), .init(tag: 0x8827, value: .short(speed)),
        ]
    }

    fileprivate var focalFields: [TIFFWriter.Field] { [.init(tag: 0x920A, value: .fractions([(focalLength, 1)]))] }

    fileprivate var lensFields: [TIFFWriter.Field] { [.init(tag: 0xA434, value: .text(lens))] }

    fileprivate var receiver: [TIFFWriter.Field] {
        [
            .init(tag: 1, value: .text(place.latitude < 0 ? "S" : "N")),
            .init(tag: 2, value: .fractions(Self.angle(place.latitude))),
            .init(tag: 3, value: .text(place.longitude < 0 ? "W" : "E")),
            .init(tag: 4, value: .fractions(Self.angle(place.longitude))),
            .init(tag: 5, value: .byte(altitude < 0 ? 1 : 0)),
            .init(tag: 6, value: .fractions([(abs(altitude), 10)])),
        ]
    }

    /// Degrees, minutes and seconds of an angle in seconds, which phones write in hundredths.
    private static func angle(_ seconds: Int) -> [(Int, Int)] {
        let size = abs(seconds)
        return [(size / 3600, 1), (size / 60 % 60, 1), (size % 60 * 100, 100)]
    }
}
