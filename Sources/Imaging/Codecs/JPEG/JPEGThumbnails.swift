internal import PhotoModel

/// The small images that a camera stored in a JPEG beside the main one: EXIF's thumbnail, and the large thumbnails of a
/// multi-picture file (CIPA DC-007).
struct JPEGThumbnails {
    /// The most bytes that may be read for the first frame besides the header. Full HD previews of some cameras are ten
    /// times as long, and the image itself is decoded about as soon.
    private static let previewLimit = 64 << 10

    private let window: SourceWindow
    private let structure: JPEGStructure
    private let exif: EXIFBlock?

    init(_ window: SourceWindow) throws(ImagingError) {
        self.window = window
        structure = try JPEGStructureReader.read(window)
        exif = structure.exif.flatMap { window.head.slice(upTo: $0.length, at: $0.offset) }.flatMap { EXIFBlock($0) }
    }

    /// The first one that can be used, upright. EXIF's comes first, because it is already in memory.
    func upright(_ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer? {
        if let jpeg = exif?.thumbnail {
            let thumbnail = EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: try header())
            if let found = thumbnail.upright(cancellation) { return found }
        }
        guard let block = previewBlock else { return nil }
        let bytes = try read(block)
        let header = try header()
        guard bytes.count == block.length, Self.mayStand(bytes, as: header.orientation) else { return nil }
        return EmbeddedThumbnail(bytes: bytes, image: header).upright(cancellation)
    }

    private func header() throws(ImagingError) -> ImageHeader {
        let orientation =
            if let orientation = exif?.orientation { orientation } else {
                try JPEGHeaderReader.orientation(of: structure, window.source)
            }
        return try JPEGHeaderReader.header(structure, orientation: orientation)
    }

    /// The bytes of the preview that the index names, if the index itself is in memory.
    private var previewBlock: JPEGStructure.Block? {
        guard let index = structure.multiPicture,
            let bytes = window.head.slice(upTo: index.length, at: index.offset),
            let entry = MultiPictureIndex(bytes)?.thumbnails(upTo: Self.previewLimit).first
        else { return nil }
        return .init(offset: index.offset + entry.offset, length: entry.length)
    }

    private func read(_ block: JPEGStructure.Block) throws(ImagingError) -> [UInt8] {
        if let bytes = window.head.slice(at: block.offset, length: block.length) { return Array(bytes.bytes) }
        return try window.source.read(at: block.offset, count: block.length)
    }

    /// Whether a preview has this orientation. Cameras store previews like the image, and write the orientation once.
    /// If a preview has another one of its own, it is not clear which of them is meant.
    private static func mayStand(_ preview: [UInt8], as orientation: Orientation) -> Bool {
        guard preview.starts(with: [0xFF, 0xD8]), let window = try? SourceWindow(ImageSource(bytes: preview)),
            let own = try? JPEGThumbnails(window)
        else { return false }
        return (own.exif?.orientation ?? orientation) == orientation
    }
}
