extension ImageDecoder {
    /// The video that lies behind a still picture in the same file; nil where there is none, or none that begins as a
    /// video does.
    ///
    /// It is looked for where the format has it: where XMP says (Motion Photo format 1.0, and MicroVideo before it), in
    /// the trailer of Samsung's phones, and in the box `mpvd` of HEIF files.
    ///
    /// - Parameter metadata: of the same file; nil where it has none that is read.
    public static func motionPhoto(
        of source: ImageSource, _ format: MediaFormat, metadata: ImageMetadata?
    ) -> MotionPhoto? {
        switch format {
        case .jpeg: metadata?.motionPhoto ?? samsungMotionPhoto(of: source, make: metadata?.make)
        case .heic, .heif, .avif: boxedMotionPhoto(of: source) ?? metadata?.motionPhoto
        default: nil
        }
    }

    /// Only files of these phones are read at their end: for others that would be a read for nothing.
    private static func samsungMotionPhoto(of source: ImageSource, make: String?) -> MotionPhoto? {
        guard make?.lowercased().hasPrefix("samsung") == true, let photo = SamsungTrailer(source)?.motionPhoto,
            photo.isPresent(in: source)
        else { return nil }
        return photo
    }

    private static func boxedMotionPhoto(of source: ImageSource) -> MotionPhoto? {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = BoxReader(window)
        guard let box = reader.first(path: "mpvd"), let photo = MotionPhoto(box.content, in: source),
            photo.isPresent(in: source)
        else { return nil }
        return photo
    }
}
