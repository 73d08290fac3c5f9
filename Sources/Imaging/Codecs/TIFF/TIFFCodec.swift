package import PhotoModel

/// TIFF and the RAW formats based on it: reads their metadata. Pixels need a codec that decodes them.
package struct TIFFCodec: ImageCodec {
    package let formats: [MediaFormat] = [
        .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2, .pef, .srw, .threeFR, .iiq, .erf, .dcr, .mef,
    ]

    package init() {}

    package func sniff(_ head: FileHead) -> MediaFormat? {
        Self.sniff(head.view, filenameExtension: head.filenameExtension)
    }

    /// The tags that distinguish RAW files from others may be anywhere in the file.
    package func refined(_ format: MediaFormat, of source: ImageSource) -> MediaFormat {
        guard format == .tiff, let window = try? SourceWindow(source),
            let head = window.head.slice(upTo: MediaFormat.signatureLength, at: 0).flatMap({ TIFFStructure($0) })
        else { return format }
        let near = head.directory(at: head.firstDirectoryOffset)
        guard near == nil || near?.contains(.subIFDs) == true, let gathered = try? GatheredEXIF(window),
            let main = EXIFBlock(gathered.block)?.main
        else { return format }
        if gathered.places[TIFFDirectory.Tag.dngVersion.rawValue] != nil { return .dng }
        let hasRAWImages =
            main.isReduced || Self.subimages(gathered, source).contains(where: \.isOfSensor)
        return Self.rawFormat(
            make: main.string(.make), hasRAWImages: hasRAWImages, isOfSensor: main.isOfSensor, filenameExtension: nil
        ) ?? format
    }

    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try metadataSources(file).metadata(file.source)
    }

    /// The block has only the tags that suit any image, because a TIFF file as a whole is a block.
    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        try GatheredEXIF(file.window, isForOtherImages: true)?.block
    }

    /// The directories make up an EXIF block, wherever they are in the file; XMP and IPTC are in tags.
    private func metadataSources(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        guard let gathered = try GatheredEXIF(file.window) else { return MetadataSources() }
        var sources = MetadataSources(exif: gathered.block)
        sources.makerNote = try makerNote(gathered, file.source)
        sources.xmp = try value(of: .xmp, gathered, file.source).map { XMPPacket($0) }
        sources.iptc = try iptc(gathered, file.source)
        return sources
    }

    /// The IPTC record in a tag of its own, or in the resources of Photoshop.
    private func iptc(_ gathered: GatheredEXIF, _ source: ImageSource) throws(ImagingError) -> IPTCRecord? {
        if let bytes = try value(of: .iptc, gathered, source) { return IPTCRecord(ByteView(bytes)) }
        guard let bytes = try value(of: .photoshop, gathered, source) else { return nil }
        return PhotoshopResources(ByteView(bytes)).data(PhotoshopResources.iptc).map(IPTCRecord.init)
    }

    /// The maker note, which is read only if the lens is not named elsewhere.
    private func makerNote(
        _ gathered: GatheredEXIF, _ source: ImageSource
    ) throws(ImagingError) -> MakerNote? {
        guard let range = gathered.foreignNote, EXIFBlock(gathered.block)?.namesLens != true else { return nil }
        let bytes = try source.read(at: range.lowerBound, count: min(range.count, MakerNote.byteLimit))
        return MakerNote(
            bytes: ByteView(bytes), offset: range.lowerBound, isLittleEndian: gathered.isLittleEndian)
    }

    private func value(
        of tag: TIFFDirectory.Tag, _ gathered: GatheredEXIF, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8]? {
        guard let range = gathered.places[tag.rawValue], range.count <= XMLDocument.byteLimit else { return nil }
        return try source.read(at: range.lowerBound, count: range.count)
    }
}
