extension [any ImageCodec] {
    /// The codecs that need no library besides those of this module. JPEG, PNG, WebP and GIF are decoded; of HEIF, TIFF
    /// and RAW they read what is said about the image; the rest is only recognized.
    ///
    /// They are asked for a file's format in this order.
    public static var builtIn: [any ImageCodec] { builtInCodecs }
}

private let builtInCodecs: [any ImageCodec] = [
    JPEGCodec(), PNGCodec(), GIFCodec(), RecognizedStills(), WebPCodec(), HEIFContainerCodec(), RecognizedVideos(),
    TIFFCodec(),
]
