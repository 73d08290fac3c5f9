internal import CImaging
internal import PhotoModel

/// Converts what libexif found in an EXIF block to metadata. `EXIFBlock` reads the texts that people write.
struct EXIFMetadataReader {
    let exif: imaging_exif

    /// Nil if libexif cannot read the block.
    ///
    /// - Parameter block: the EXIF block, from its TIFF header on.
    init?(_ block: [UInt8]) {
        var exif = imaging_exif()
        // libexif reads no more than fits into a segment of a JPEG; other files may have longer maker notes.
        let block = block.count > GatheredEXIF.longestBlock ? GatheredEXIF.block(of: block) ?? block : block
        guard imaging_exif_read(block, block.count, &exif) == 0 else { return nil }
        self.exif = exif
    }

    func metadata() -> ImageMetadata {
        var metadata = ImageMetadata()
        metadata.orientation = UInt8(exactly: exif.orientation).flatMap(Orientation.init) ?? .upright
        metadata.dateTimeOriginal = CivilTime(
            exif: text(exif.date_original), offset: text(exif.offset_original),
            subseconds: text(exif.subseconds_original)
        )
        metadata.dateTimeDigitized = CivilTime(
            exif: text(exif.date_digitized), offset: text(exif.offset_digitized),
            subseconds: text(exif.subseconds_digitized)
        )
        metadata.dateTimeChanged = CivilTime(
            exif: text(exif.date_changed), offset: text(exif.offset_changed),
            subseconds: text(exif.subseconds_changed)
        )
        metadata.location = location
        if location != nil {
            metadata.altitude = exif.altitude.isFinite ? exif.altitude : nil
            metadata.receiverTime = receiverTime
        }
        metadata.make = make
        metadata.model = text(exif.model)
        metadata.lens = text(exif.lens)
        metadata.software = text(exif.software)
        metadata.exposureTime = positive(exif.exposure_seconds)
        metadata.fNumber = positive(exif.f_number)
        metadata.focalLength = positive(exif.focal_length)
        metadata.isoSpeed = exif.iso_speed > 0 ? Int(exif.iso_speed) : nil
        return metadata
    }

    var make: String? { text(exif.make) }

    private var location: Location? {
        let latitude = exif.latitude
        let longitude = exif.longitude
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // A receiver without a fix writes zeros, which would be a place in the sea.
        guard latitude != 0 || longitude != 0 else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    private var receiverTime: CivilTime? {
        guard let date = text(exif.gps_date), (0..<24).contains(exif.gps_hour), (0..<60).contains(exif.gps_minute),
            (0..<61).contains(exif.gps_second)
        else { return nil }
        guard var time = CivilTime(exif: date + " 00:00:00", offset: nil, subseconds: nil) else { return nil }
        time.hour = Int(exif.gps_hour)
        time.minute = Int(exif.gps_minute)
        time.second = Int(exif.gps_second)
        // Round, because a binary fraction may be slightly less than the number of milliseconds.
        time.millisecond = min(999, Int(((exif.gps_second - exif.gps_second.rounded(.down)) * 1000).rounded()))
        time.utcOffsetMinutes = 0
        return time
    }

    private func positive(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }

    /// The text of a field of characters that ends with NUL; nil if it is empty.
    private func text<Field>(_ field: Field) -> String? {
        withUnsafeBytes(of: field) { EXIFBlock.trimmed($0[..<($0.firstIndex(of: 0) ?? $0.endIndex)]) }
    }
}

/// The tag CustomRendered. EXIF defines its values 0 and 1 (EXIF 3.0, section 4.6.6). iOS also writes 2 (HDR whose original
/// was not kept), 3 (HDR whose original was kept), 4 (that original), 6 (panorama), 7 (HDR portrait) and 8 (portrait);
/// see ExifTool, `Exif.pm`, tag 0xA401.
extension EXIFMetadataReader {
    var isPanorama: Bool { appleRendering == 6 }

    var isHDR: Bool { [2, 3, 7].contains(appleRendering) }

    /// The tag's value in photos of Apple's cameras; nil for others, which use these numbers in other ways.
    private var appleRendering: CInt? { make == "Apple" ? exif.custom_rendered : nil }
}
