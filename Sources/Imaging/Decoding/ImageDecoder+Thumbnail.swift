public import Pixels

extension ImageDecoder {
    /// The upright thumbnail that the camera embedded, decoded from the first 64 KiB of the file.
    ///
    /// Nil when there is none, when it is broken, reaches beyond those bytes, or when its shape says that it was
    /// left behind by an editor that changed the image. Cameras put pictures of other shapes on 160x120 pixels
    /// between black bars: the bars are cut off where they are really black. Where the size of the image is not
    /// in the first 64 KiB, a few more small reads find it.
    ///
    /// - Throws: As `header(of:)`.
    public func embeddedThumbnail(of source: ImageSource) throws(ImagingError) -> PixelBuffer? {
        let window = try SourceWindow(source)
        guard try Self.format(window) == .jpeg else { return nil }
        let structure = try JPEGStructureReader.read(window)
        guard let block = structure.exif, let exif = window.head.slice(upTo: block.length, at: block.offset) else {
            return nil
        }
        let parsed = EXIFBlock(exif)
        guard let jpeg = parsed?.thumbnail else { return nil }
        let header = try JPEGHeaderReader.header(structure, orientation: parsed?.orientation ?? .upright)
        return EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: header).upright()
    }
}
