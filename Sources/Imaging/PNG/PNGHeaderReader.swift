internal import Pixels

/// Makes the common header from a PNG's chunks.
enum PNGHeaderReader {
    static func header(_ window: SourceWindow) throws(ImagingError) -> ImageHeader {
        try header(PNGStructureReader.read(window), window.source)
    }

    static func header(_ structure: PNGStructure, _ source: ImageSource) throws(ImagingError) -> ImageHeader {
        let largestSide = 0x7FFF_FFFF
        guard !structure.size.isEmpty, max(structure.size.width, structure.size.height) <= largestSide else {
            throw .corrupt("the PNG says that it is \(structure.size) pixels large")
        }
        guard [0, 2, 3, 4, 6].contains(structure.colorType), [1, 2, 4, 8, 16].contains(structure.bitDepth) else {
            throw .corrupt("colour type \(structure.colorType) with \(structure.bitDepth) bits does not exist in PNG")
        }
        let orientation = try PNGMetadataReader(structure: structure, source: source).orientation()
        return ImageHeader(
            format: .png, storedSize: structure.size, orientation: orientation, hasAlpha: structure.hasAlpha,
            isProgressive: structure.isInterlaced, colorComponents: structure.colorComponents,
            bitsPerComponent: structure.bitDepth, hasColorProfile: structure.hasColorProfile
        )
    }
}
