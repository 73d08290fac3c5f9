extension [any ImageCodec] {
    /// The codecs that need no library besides those of this module. They decode JPEG, PNG, WebP, GIF, BMP and PSD; of
    /// HEIF, TIFF, JPEG XL, JPEG 2000 and RAW they read only metadata; all other formats are only recognized.
    ///
    /// A file's format is looked for in the order of this list.
    public static var builtIn: [any ImageCodec] { builtInCodecs }

    /// The codecs of the formats in which servers keep prepared images: JPEG, PNG, WebP and GIF.
    static var wholeImageFiles: [any ImageCodec] { wholeImageFileCodecs }
}

private let wholeImageFileCodecs: [any ImageCodec] = [JPEGCodec(), PNGCodec(), GIFCodec(), WebPCodec()]

private let builtInCodecs: [any ImageCodec] = [
    JPEGCodec(), PNGCodec(), GIFCodec(), BMPCodec(), PSDCodec(), JXLContainerCodec(), JP2ContainerCodec(),
    RecognizedStills(), WebPCodec(), HEIFContainerCodec(), RecognizedVideos(), TIFFCodec(),
]
