package import Pixels

/// One picture as its codec wrote it: a still image, or a tile of one.
package struct CodedPicture: Sendable {
    /// The type of its item: `hvc1`, `av01`, …
    package let type: String
    /// The box with the codec's configuration (`hvcC`, `av1C`), without its size and type.
    package let configuration: [UInt8]
    /// What the file says; the bitstream may say more.
    package let size: PixelSize
    /// What the file says of its samples, which stands above what the bitstream says.
    package let codePoints: CodePoints?
    package let data: [UInt8]

    package init(
        type: String, configuration: [UInt8], size: PixelSize, codePoints: CodePoints?, data: [UInt8]
    ) {
        self.type = type
        self.configuration = configuration
        self.size = size
        self.codePoints = codePoints
        self.data = data
    }

    /// The type of the box with the codec's configuration; nil for codecs that nobody decodes here.
    static func configurationType(of type: String) -> String? {
        switch type {
        case "hvc1", "hev1": "hvcC"
        case "av01": "av1C"
        default: nil
        }
    }

    /// What to call the codec in messages.
    static func codecName(of type: String) -> String {
        switch type {
        case "avc1": "AVC"
        case "jpeg": "JPEG"
        case "j2k1": "JPEG 2000"
        case "vvc1": "VVC"
        case "evc1": "EVC"
        case "unci": "uncompressed samples"
        default: "“\(type.shown)”"
        }
    }
}

/// Decodes the pictures inside of HEIF files: what the library behind a codec does.
package protocol PictureDecoding: Sendable {
    /// Decodes one picture, on the calling thread, from several threads at once.
    ///
    /// - Throws: `corrupt`, `unsupportedFormat`, `outOfMemory`.
    func decode(_ picture: CodedPicture) throws(ImagingError) -> DecodedPicture
}
