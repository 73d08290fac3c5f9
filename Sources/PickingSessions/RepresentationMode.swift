/// As which file a picked asset is handed over.
public enum RepresentationMode: String, Sendable, CaseIterable {
    /// As it is.
    case current
    /// As a JPEG or an MP4 file that every program reads, where it is none.
    case compatible
}
