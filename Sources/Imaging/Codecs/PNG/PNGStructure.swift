internal import PhotoModel

/// What the chunks of a PNG say (W3C PNG, third edition), and where its metadata is.
struct PNGStructure {
    /// A chunk's data inside the source.
    struct Block: Hashable {
        let offset: Int
        let length: Int
    }

    var size = PixelSize(width: 0, height: 0)
    var bitDepth = 0
    /// 0 gray, 2 colour, 3 palette, 4 gray with alpha, 6 colour with alpha.
    var colorType = 0
    var isInterlaced = false
    var hasTransparency = false
    var color = PNGColor()
    /// The TIFF structure of an eXIf chunk.
    var exif: Block?
    /// The data of an iTXt chunk with keyword XML:com.adobe.xmp.
    var xmp: Block?
    /// The data of a tEXt chunk with keyword "Software".
    var software: Block?
    /// The text chunks in which ImageMagick keeps metadata.
    var profiles = PNGProfiles()

    /// Whether there is an acTL chunk before the pixels, without which other decoders show none of the frames.
    var isAnimated = false
    private var frames = 0
    private var milliseconds = 0

    /// The animation; nil if there is none.
    var animation: ImageAnimation? {
        isAnimated ? ImageAnimation(frames: frames, milliseconds: milliseconds) : nil
    }

    /// Reads an fcTL chunk; `head` is the chunk with its length and type, as much as was read of it.
    mutating func noteFrame(_ head: ByteView) {
        guard let part = head.bigUInt16(at: 28), let whole = head.bigUInt16(at: 30) else { return }
        frames += 1
        milliseconds += ImageAnimation.shown(1000 * Int(part) / (whole == 0 ? 100 : Int(whole)))
    }

    var hasColorProfile: Bool { color.profile != nil }

    var hasAlpha: Bool { colorType & 4 != 0 || hasTransparency }

    var hasGraySamples: Bool { colorType & 2 == 0 }

    var colorComponents: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    /// Makes the header of the image from these chunks.
    ///
    /// - Throws: `corrupt` if the size or the kind of samples is invalid, `io`.
    func header(_ source: ImageSource) throws(ImagingError) -> ImageHeader {
        let largestSide = 0x7FFF_FFFF
        guard !size.isEmpty, max(size.width, size.height) <= largestSide else {
            throw .corrupt("the PNG says that it is \(size) pixels large")
        }
        guard [0, 2, 3, 4, 6].contains(colorType), [1, 2, 4, 8, 16].contains(bitDepth) else {
            throw .corrupt("colour type \(colorType) with \(bitDepth) bits does not exist in PNG")
        }
        let orientation = try PNGMetadataReader(structure: self, source: source).orientation()
        return ImageHeader(
            format: .png, storedSize: size, orientation: orientation, hasAlpha: hasAlpha,
            isProgressive: isInterlaced, colorComponents: colorComponents,
            bitsPerComponent: bitDepth, hasColorProfile: hasColorProfile
        )
    }
}
