internal import PhotoModel

/// The sources of metadata in one file.
struct MetadataSources {
    /// The TIFF structure of an EXIF block.
    var exif: [UInt8]?
    /// The maker note, if it is not in that structure.
    var makerNote: MakerNote?
    var xmp: XMPPacket?
    var extendedXMP: XMPPacket?
    var iptc: IPTCRecord?
    /// The text "Software" of a PNG.
    var software: String?
    /// Whether the container says that a gain map follows the image, or that its samples stand for more light than
    /// ordinary screens show.
    var isHDR = false
    /// Whether the container says that other images follow this one.
    var hasOtherImages = false

    /// Merges the sources. For texts and keywords, which people write, XMP takes precedence over IPTC and that over
    /// EXIF; for dates, locations and other things that cameras write, EXIF over XMP and that over IPTC.
    func metadata(_ source: ImageSource) -> ImageMetadata {
        let reader = exif.flatMap { EXIFMetadataReader($0) }
        let block = exif.flatMap { EXIFBlock($0) }
        var metadata = reader?.metadata() ?? ImageMetadata()
        block?.addTexts(to: &metadata)
        metadata.orientation = block?.orientation ?? xmp?.orientation ?? .upright
        if metadata.location == nil, let location = xmp?.location {
            (metadata.location, metadata.altitude) = (location, xmp?.altitude)
        }
        xmp?.addCamera(to: &metadata)
        metadata.lens =
            metadata.lens?.lensName ?? xmp?.lens ?? extendedXMP?.lens ?? block?.lens(note: makerNote)
        metadata.imageDescription = block?.imageDescription
        metadata.userComment = block?.userComment ?? xmp?.userComment
        metadata.software = metadata.software ?? software
        setDates(of: &metadata)
        setTexts(of: &metadata, block?.windowsTags ?? EXIFBlock.WindowsTags())
        setKinds(of: &metadata, reader)
        let note = block?.appleMakerNote
        metadata.burstIdentifier = note?.burstIdentifier
        metadata.contentIdentifier = note?.contentIdentifier
        // Only the other image says that it is a gain map; the maker note of the main image says how strongly it is applied.
        if hasOtherImages, note?.hasGain == true { metadata.isHDR = true }
        metadata.motionPhoto = xmp?.motionPhotos.first { $0.isPresent(in: source) }
        return metadata
    }

    /// If it is not known when an image was taken, the time of digitizing is used: cameras write the same for both.
    private func setDates(of metadata: inout ImageMetadata) {
        let digitized = metadata.dateTimeDigitized
        metadata.dateTimeDigitized =
            metadata.dateTimeDigitized ?? xmp?.dateTimeDigitized ?? iptc?.dateDigitized
        metadata.dateTimeOriginal =
            metadata.dateTimeOriginal ?? xmp?.dateTimeOriginal ?? iptc?.dateCreated ?? metadata.dateTimeDigitized
        setZone(of: &metadata, digitized: digitized)
    }

    /// A time without a zone gets the zone of another source in the file that has the same time.
    ///
    /// Programs write the zone of their computer into XMP's copies of EXIF's dates, and UTC into IPTC if they do not
    /// know the zone. Neither of these counts.
    private func setZone(of metadata: inout ImageMetadata, digitized: CivilTime?) {
        let record = iptc?.dateCreated.flatMap { $0.utcOffsetMinutes == 0 ? nil : $0 }
        let places = [xmp?.dateTimeCreated, record, digitized, metadata.dateTimeChanged]
        metadata.dateTimeOriginal?.takeZone(from: places)
        metadata.dateTimeDigitized?.takeZone(from: places + [metadata.dateTimeOriginal])
    }

    private func setTexts(of metadata: inout ImageMetadata, _ windows: EXIFBlock.WindowsTags) {
        metadata.title = xmp?.title ?? extendedXMP?.title ?? iptc?.title ?? windows.title
        metadata.imageDescription =
            xmp?.caption ?? extendedXMP?.caption ?? iptc?.caption ?? metadata.imageDescription ?? windows.comment
        let lists = [xmp?.keywords, extendedXMP?.keywords, iptc?.keywords, windows.keywords]
        metadata.keywords = lists.lazy.compactMap(\.self).first { !$0.isEmpty } ?? []
        metadata.isRejected = xmp?.isRejected ?? false
        metadata.rating = metadata.isRejected ? nil : xmp?.rating ?? windows.rating
    }

    private func setKinds(of metadata: inout ImageMetadata, _ reader: EXIFMetadataReader?) {
        metadata.isPanorama = reader?.isPanorama == true || xmp?.isPanorama == true
        metadata.isHDR = reader?.isHDR == true || xmp?.hasGainMap == true || isHDR
        metadata.isScreenshot =
            metadata.userComment == ScreenshotMarks.userComment
            || metadata.software.map(ScreenshotMarks.programs.contains) == true
    }
}

extension CivilTime {
    /// Takes the zone of the first time that is the same to the second and has one, unless this time has one.
    fileprivate mutating func takeZone(from others: [CivilTime?]) {
        guard utcOffsetMinutes == nil else { return }
        let same = others.lazy.compactMap(\.self).first {
            $0.utcOffsetMinutes != nil && ($0.year, $0.month, $0.day) == (year, month, day)
                && ($0.hour, $0.minute, $0.second) == (hour, minute, second)
        }
        utcOffsetMinutes = same?.utcOffsetMinutes
    }
}

/// What programs that take screenshots write into them.
enum ScreenshotMarks {
    /// EXIF's user comment, and XMP's, in screenshots of iOS and macOS.
    static let userComment = "Screenshot"
    /// gnome-screenshot's `screenshot-application.c` and GNOME Shell's `shell-screenshot.c` write this into PNG files.
    static let programs: Set = ["gnome-screenshot"]
}
