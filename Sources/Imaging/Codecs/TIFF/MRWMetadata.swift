/// The metadata of Minolta's RAW files (MRW): a structure of TIFF in one of the blocks at the beginning of the file, each with four
/// letters and its length (ExifTool, `MinoltaRaw.pm`).
package enum MRWMetadata {
    private static let blockHead = 8
    /// Files have five.
    private static let mostBlocks = 16
    /// How much of the structure is read: besides the directories it has a small preview.
    private static let byteLimit = 1 << 20

    /// Nil if there is no directory of the camera.
    package static func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata? {
        guard let structure = try structure(file.source), let gathered = try GatheredEXIF(structure) else { return nil }
        return MetadataSources(exif: gathered.block).metadata(file.source)
    }

    /// An EXIF block with the tags that suit any image; nil if there is no directory of the camera.
    package static func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        guard let structure = try structure(file.source) else { return nil }
        return try GatheredEXIF(structure, isForOtherImages: true)?.block
    }

    private static func structure(_ source: ImageSource) throws(ImagingError) -> SourceWindow? {
        // The first block contains all others.
        var place = blockHead
        for _ in 0..<mostBlocks {
            let head = ByteView(try source.read(at: place, count: blockHead))
            guard let length = head.bigUInt32(at: 4).map(Int.init) else { return nil }
            place += blockHead
            if head.has("\0TTW", at: 0) {
                return try SourceWindow(
                    ImageSource(bytes: try source.read(at: place, count: min(length, byteLimit))))
            }
            place += length
        }
        return nil
    }
}
