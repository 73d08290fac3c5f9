extension [any ImageCodec] {
    /// The codecs that need no library besides those of this module. JPEG, PNG, WebP, GIF, BMP and PSD are decoded; of
    /// HEIF, TIFF, JPEG XL, JPEG 2000 and RAW they read what is said about the image; the rest is only recognized.
    ///
    /// They are asked for a file's format in this order.
    public static var builtIn: [any ImageCodec] { builtInCodecs }

    /// Those of the files that servers keep ready: JPEG, PNG, WebP and GIF.
    static var wholeImageFiles: [any ImageCodec] { wholeImageFileCodecs }
}

private let wholeImageFileCodecs: [any ImageCodec] = [JPEGCodec(), PNGCodec(), GIFCodec(), WebPCodec()]

private let builtInCodecs: [any ImageCodec] = [
    JPEGCodec(), PNGCodec(), GIFCodec(), BMPCodec(), PSDCodec(), JXLContainerCodec(), JP2ContainerCodec(),
    RecognizedStills(), WebPCodec(), HEIFContainerCodec(), RecognizedVideos(), TIFFCodec(),
]
