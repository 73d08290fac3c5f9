/// The places in one file that say something about its image.
struct MetadataSources {
    /// The TIFF structure of an EXIF block.
    var exif: [UInt8]?
    var xmp: XMPPacket?
    var extendedXMP: XMPPacket?
    var iptc: IPTCRecord?
    /// The text "Software" of a PNG.
    var software: String?
    /// Whether the container says that a gain map follows the image.
    var hasGainMap = false

    /// All of it in one. Texts and keywords that people write: XMP before IPTC before EXIF. Dates, places and what else
    /// cameras write: EXIF before XMP before IPTC.
    func metadata(_ source: ImageSource) -> ImageMetadata {
        let reader = exif.flatMap { EXIFMetadataReader($0) }
        let block = exif.flatMap { EXIFBlock($0) }
        var metadata = reader?.metadata() ?? ImageMetadata()
        metadata.orientation = block?.orientation ?? xmp?.orientation ?? .upright
        if metadata.location == nil, let location = xmp?.location {
            (metadata.location, metadata.altitude) = (location, xmp?.altitude)
        }
        metadata.userComment = metadata.userComment ?? xmp?.userComment
        metadata.software = metadata.software ?? software
        setDates(of: &metadata)
        setTexts(of: &metadata, block?.windowsTags ?? EXIFBlock.WindowsTags())
        setKinds(of: &metadata, reader)
        let note = block?.appleMakerNote
        metadata.burstIdentifier = note?.burstIdentifier
        metadata.contentIdentifier = note?.contentIdentifier
        metadata.motionPhoto = xmp?.motionPhoto.flatMap { $0.isPresent(in: source) ? $0 : nil }
        return metadata
    }

    /// When an image was digitised stands in for when it was taken: for cameras both are the same.
    private func setDates(of metadata: inout ImageMetadata) {
        metadata.dateTimeDigitized =
            metadata.dateTimeDigitized ?? xmp?.dateTimeDigitized ?? iptc?.dateDigitized
        metadata.dateTimeOriginal =
            metadata.dateTimeOriginal ?? xmp?.dateTimeOriginal ?? iptc?.dateCreated ?? metadata.dateTimeDigitized
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
        metadata.isHDR = reader?.isHDR == true || xmp?.hasGainMap == true || hasGainMap
        metadata.isScreenshot =
            metadata.userComment == ScreenshotMarks.userComment
            || metadata.software.map(ScreenshotMarks.programs.contains) == true
    }
}

/// What programs that take screenshots write into them.
enum ScreenshotMarks {
    /// EXIF's user comment, and XMP's, in screenshots of iOS and macOS.
    static let userComment = "Screenshot"
    /// gnome-screenshot's `screenshot-application.c` and GNOME Shell's `shell-screenshot.c` write this into PNG files.
    static let programs: Set = ["gnome-screenshot"]
}
