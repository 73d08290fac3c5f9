internal import PhotoModel

/// What the marker segments before the first scan say (ITU-T T.81, annex B), and where the metadata blocks are.
struct JPEGStructure {
    /// A run of bytes of the source.
    struct Block: Hashable {
        let offset: Int
        let length: Int
    }

    /// The start of the image: 0, or where it begins after junk.
    var start = 0
    var frame: JPEGFrame?
    /// The TIFF structure inside the first EXIF segment that has one.
    var exif: Block?
    /// Its continuation in the segments after that one.
    var exifRest: [Block] = []
    /// The packet of the first XMP segment.
    var xmp: Block?
    /// The pieces of the extended XMP (XMP specification part 3, section 1.1.3.1), each with its 40 bytes of head.
    var extendedXMP: [Block] = []
    /// The index of a multi-picture file (CIPA DC-007).
    var multiPicture: Block?
    /// The resource blocks of Photoshop, which contain IPTC captions; they may continue over several segments.
    var photoshop: [Block] = []
    /// Whether there is a segment of ISO 21496-1: a gain map follows the image.
    var hasGainMap = false
    /// The pieces of the ICC profile, by their number from 1 on (ICC.1, annex B.4).
    var colorProfile: [UInt8: Block] = [:]
    /// How many pieces the profile has.
    var colorProfilePieces: UInt8 = 0
    /// The colour transform of the Adobe segment: 0 none, 1 YCbCr, 2 YCCK.
    var adobeTransform: UInt8?
}

/// The frame header of a JPEG.
struct JPEGFrame {
    /// The marker's low byte: 0xC0 baseline, 0xC2 progressive and so on.
    let marker: UInt8
    let bitsPerComponent: Int
    let size: PixelSize
    let componentCount: Int

    var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }
    var isLossless: Bool { [0xC3, 0xC7, 0xCB, 0xCF].contains(marker) }
}
