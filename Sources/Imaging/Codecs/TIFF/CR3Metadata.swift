/// The metadata of Canon's CR3 files: the directories of TIFF, each a structure of its own, in a box of Canon's inside of the
/// movie's, and Adobe's box of XMP (https://github.com/lclevy/canon_cr3).
package enum CR3Metadata {
    /// The identifier of Canon's box, which is of the type `uuid`.
    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    /// The largest box that is read; those with these directories have some kilobytes.
    private static let byteLimit = 1 << 20

    /// Nil if there is no directory of the camera.
    package static func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata? {
        guard let gathered = try gathered(file, isForOtherImages: false) else { return nil }
        var sources = MetadataSources(exif: gathered.block)
        var reader = ISOFileReader(file.window)
        let part = reader.first(identifier: MetadataBoxes.xmp, in: 0..<file.source.byteCount)
        if let part, part.count <= byteLimit {
            sources.xmp = XMPPacket(try reader.view(part).bytes)
        }
        return sources.metadata(file.source)
    }

    /// An EXIF block with the tags that suit any image; nil if there is no directory of the camera.
    package static func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        try gathered(file, isForOtherImages: true)?.block
    }

    private static func gathered(_ file: ImageFile, isForOtherImages: Bool) throws(ImagingError) -> GatheredEXIF? {
        var reader = ISOFileReader(file.window)
        guard let movie = reader.first(path: "moov"), let part = reader.first(identifier: canon, in: movie.content),
            let main = try structure("CMT1", in: part, &reader)
        else { return nil }
        let exif = try structure("CMT2", in: part, &reader)
        let gps = try structure("CMT4", in: part, &reader)
        return try GatheredEXIF(main, exif: exif, gps: gps, isForOtherImages: isForOtherImages)
    }

    private static func structure(
        _ type: String, in part: Range<Int>, _ reader: inout ISOFileReader
    ) throws(ImagingError) -> SourceWindow? {
        guard let box = reader.first(type, in: part), box.content.count <= byteLimit else { return nil }
        return try SourceWindow(ImageSource(bytes: Array(try reader.view(box.content).bytes)))
    }
}
