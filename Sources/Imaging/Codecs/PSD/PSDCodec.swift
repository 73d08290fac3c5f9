internal import PhotoModel

/// Photoshop's PSD and PSB: decodes the merged image that is stored beside the layers.
struct PSDCodec: ImageCodec {
    let formats: [MediaFormat] = [.psd]

    /// Version 1, or 2 for large documents.
    func sniff(_ head: FileHead) -> MediaFormat? {
        guard head.view.has("8BPS", at: 0), let version = head.view.bigUInt16(at: 4) else { return nil }
        return version == 1 || version == 2 ? .psd : nil
    }

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try PSDStructure(file.window).header }

    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        let resources = try PSDStructure(file.window).resources
        let sources = MetadataSources(
            exif: resources.data(PSDStructure.exif).map { Array($0.bytes) },
            xmp: resources.data(PSDStructure.xmp).map { XMPPacket($0.bytes) },
            iptc: resources.data(PhotoshopResources.iptc).map { IPTCRecord($0) })
        var metadata = sources.metadata(file.source)
        // Photoshop turned the image when it opened the photo, but did not change the tag.
        metadata.orientation = .upright
        return metadata
    }

    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        try PSDStructure(file.window).resources.data(PSDStructure.exif).map { Array($0.bytes) }
    }

    /// The resource's header has 28 bytes, then comes a JPEG. The sections are those of the whole file: layers are longer than
    /// the bytes in memory, and the resources were read for the header already.
    func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? {
        let structure = try PSDStructure(file.window)
        let header = structure.header
        guard !header.hasAlpha, let resource = structure.resources.data(PSDStructure.thumbnail),
            let jpeg = resource.slice(upTo: resource.count, at: 28)
        else { return nil }
        return EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: header).upright(cancellation)
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let structure = try PSDStructure(file.window)
        try limits.check(fileBytes: file.source.byteCount)
        try limits.check(pixels: structure.header.storedSize)
        let decoder = try PSDDecoder(file.source, structure, limits)
        return try RowRenderer(decoder: decoder, header: structure.header, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}
