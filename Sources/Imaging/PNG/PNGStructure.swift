internal import Pixels

/// What the chunks of a PNG say (W3C PNG, third edition), and where its metadata lies.
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
    /// The data of a tEXt or zTXt chunk with keyword "Raw profile type iptc" (ImageMagick), and which it is.
    var rawIPTC: (block: Block, isCompressed: Bool)?
    /// The data of a tEXt or zTXt chunk with keyword "Raw profile type exif" (ImageMagick), and which it is.
    var rawEXIF: (block: Block, isCompressed: Bool)?

    var hasColorProfile: Bool { color.profile != nil }

    var hasAlpha: Bool { colorType & 4 != 0 || hasTransparency }

    var colorComponents: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }
}
