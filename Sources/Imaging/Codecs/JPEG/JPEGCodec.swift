internal import PhotoModel

/// JPEG, by libjpeg-turbo.
struct JPEGCodec: ImageCodec {
    let formats: [MediaFormat] = [.jpeg]

    func sniff(_ head: FileHead) -> MediaFormat? { head.view.starts(with: [0xFF, 0xD8, 0xFF]) ? .jpeg : nil }

    /// Some transfers put a few bytes before the image. Only the complete beginning of a JFIF or EXIF file counts, so
    /// that other files that contain a JPEG are not taken for one.
    func sniffDisplaced(_ head: FileHead) -> MediaFormat? {
        let isContainer = Self.containers.contains { head.view.has($0, at: 0) }
        return isContainer || JPEGStructureReader.displacedStart(head.view) == nil ? nil : .jpeg
    }

    /// The beginnings of files that often contain a whole JPEG near their start, but are not images: archives whose
    /// first member is not compressed, songs with a cover, documents.
    private static let containers: [StaticString] = ["PK\u{3}\u{4}", "ID3", "fLaC", "OggS", "%PDF"]

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try JPEGHeaderReader.header(file.window) }

    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try JPEGStructureReader.read(file.window).metadataSources(file.source).metadata(file.source)
    }

    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        try JPEGStructureReader.read(file.window).metadataSources(file.source).exif
    }

    func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto? {
        metadata?.motionPhoto ?? SamsungTrailer.motionPhoto(of: source, make: metadata?.make)
    }

    func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? {
        try JPEGThumbnails(file.window).upright(cancellation)
    }

    /// An eighth needs one coefficient of 64.
    var quickReduction: Int { 8 }

    func withoutLocation(_ file: ImageFile) throws(ImagingError) -> LocationFreeJPEG {
        try LocationFreeJPEG(file.source)
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try JPEGRenderer(file.window, request, limits).render(cancellation)
    }
}
