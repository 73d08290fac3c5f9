internal import PhotoModel

/// Makes an `ImageHeader` from the segments of a JPEG.
enum JPEGHeaderReader {
    static func header(_ window: SourceWindow) throws(ImagingError) -> ImageHeader {
        let structure = try JPEGStructureReader.read(window)
        let orientation = try orientation(of: structure, window.source)
        return try header(structure, orientation: orientation)
    }

    static func header(_ structure: JPEGStructure, orientation: Orientation) throws(ImagingError) -> ImageHeader {
        guard let frame = structure.frame else { throw .corrupt("the JPEG has no frame header") }
        guard frame.marker != 0xF7 else { throw .unsupportedFormat("JPEG-LS") }
        guard !frame.size.isEmpty else { throw .corrupt("the JPEG says that it is \(frame.size) pixels large") }
        guard [1, 3, 4].contains(frame.componentCount) else {
            throw .unsupportedFormat("a JPEG of \(frame.componentCount) components")
        }
        return ImageHeader(
            format: .jpeg, storedSize: frame.size, orientation: orientation, hasAlpha: false,
            isProgressive: frame.isProgressive, colorComponents: frame.componentCount,
            bitsPerComponent: frame.bitsPerComponent, hasColorProfile: !structure.colorProfile.isEmpty
        )
    }

    /// The EXIF orientation, or XMP's if there is none. Upright if neither has a valid value.
    static func orientation(of structure: JPEGStructure, _ source: ImageSource) throws(ImagingError) -> Orientation {
        if let bytes = try structure.exifBlock(source), let orientation = EXIFBlock(bytes)?.orientation {
            return orientation
        }
        if let block = structure.xmp {
            let bytes = try source.read(at: block.offset, count: block.length)
            if let orientation = XMPPacket(bytes).orientation { return orientation }
        }
        return .upright
    }
}
