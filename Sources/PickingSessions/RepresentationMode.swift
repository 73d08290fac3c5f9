/// Which file of a picked asset is handed over.
public enum RepresentationMode: String, Sendable, CaseIterable {
    /// The file as it is.
    case current
    /// A JPEG or MP4 file, which every program reads; other formats are converted.
    case compatible
}
