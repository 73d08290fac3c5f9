public import PhotoModel

extension MediaFormat {
    /// How many of a file's first bytes are examined. A shorter file may have fewer.
    public static let signatureLength = 4096

    /// The format by the first bytes of a file; nil if it is not one of `MediaFormat`.
    ///
    /// - Parameters:
    ///   - head: The first `signatureLength` bytes of the file, or all of them if there are fewer.
    ///   - filenameExtension: Without its dot, in any case. Decides only between formats that share TIFF's signature,
    ///     and only if the first bytes leave it open.
    public static func sniff(
        _ head: some RandomAccessCollection<UInt8>, filenameExtension: String? = nil
    ) -> MediaFormat? {
        let bytes = ByteView(Array(head.prefix(signatureLength)))
        return sniff(FileHead(bytes, filenameExtension: filenameExtension), .builtIn)
    }

    static func sniff(_ head: FileHead, _ codecs: [any ImageCodec]) -> MediaFormat? {
        for codec in codecs { if let format = codec.sniff(head) { return format } }
        for codec in codecs { if let format = codec.sniffDisplaced(head) { return format } }
        return nil
    }

    /// The name of the format in messages: `JPG (image/jpeg)`.
    var title: String { "\(preferredExtension.uppercased()) (\(mimeType))" }
}
