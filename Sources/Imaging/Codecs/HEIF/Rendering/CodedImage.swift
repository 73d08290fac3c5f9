package import PhotoModel

/// One image as its codec wrote it: a still image, or a tile of one.
package struct CodedImage: Sendable {
    /// The type of its item: `hvc1`, `av01`, `avc1`, …
    package let type: String
    /// The box with the codec's configuration (`hvcC`, `av1C`), without its size and type.
    package let configuration: [UInt8]
    /// The size in the file's properties; the bitstream may declare a larger one.
    package let size: PixelSize
    /// The code points in the file's properties, which take precedence over those in the bitstream.
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

    /// The type of the box that the configuration was in; nil for codecs that are not decoded here.
    package var configurationType: String? { Self.configurationType(of: type) }

    /// The type of the box with the codec's configuration; nil for codecs that are not decoded here.
    static func configurationType(of type: String) -> String? {
        switch type {
        case "avc1": "avcC"
        case "hvc1", "hev1": "hvcC"
        case "av01": "av1C"
        default: nil
        }
    }

    /// The name of the codec in messages.
    static func codecName(of type: String) -> String {
        switch type {
        case "jpeg": "JPEG"
        case "j2k1": "JPEG 2000"
        case "vvc1": "VVC"
        case "evc1": "EVC"
        case "unci": "uncompressed samples"
        default: "“\(type.shown)”"
        }
    }
}

/// Decodes the images inside HEIF files with a codec's library.
package protocol CodedImageDecoding: Sendable {
    /// Decodes one image on the calling thread. May be called from several threads at once.
    ///
    /// - Throws: `corrupt`, `unsupportedFormat`, `outOfMemory`.
    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage
}

extension CodedImage {
    /// The size that the bitstream declares, for which its decoder allocates memory; the largest one if there are
    /// several, nil if none is found.
    var declaredSize: PixelSize? {
        switch type {
        case "av01": AV1SequenceHeader.largestSize(self)
        case "hvc1", "hev1": HEVCParameterSet.largestSize(self)
        default: nil  // The decoders of these are given a limit of pixels.
        }
    }

    /// Whether its decoder would allocate much more memory than the file's size suggests. Images are padded to whole
    /// blocks.
    var isLargerThanSaid: Bool {
        guard let declaredSize else { return false }
        return declaredSize.pixelCount > 2 * size.pixelCount + (1 << 20)
    }
}
