/// The maker note of iOS: "Apple iOS", a version, a byte order, then a directory whose offsets count from the note's
/// first byte (ExifTool, `Apple.pm`).
struct AppleMakerNote {
    private static let byteOrderOffset = 12
    private static let directoryOffset = 14

    private let directory: TIFFDirectory

    /// Nil for notes of other makers, and for truncated ones.
    init?(_ note: ByteView) {
        guard note.has("Apple iOS\0", at: 0),
            let structure = TIFFStructure(note, byteOrderAt: Self.byteOrderOffset, directoryAt: Self.directoryOffset),
            let directory = structure.directory(at: structure.firstDirectoryOffset)
        else { return nil }
        self.directory = directory
    }

    /// An identifier that all photos of a burst share: a UUID as text.
    var burstIdentifier: String? { directory.string(.appleBurst)?.trimmedText }

    /// Whether the note has a headroom, which says how much brighter than white a gain map makes the image.
    var hasGain: Bool { directory.bytes(.appleHeadroom) != nil }

    /// An identifier that both parts of a Live Photo share: a UUID as text.
    var contentIdentifier: String? { directory.string(.contentIdentifier)?.trimmedText }
}

extension EXIFBlock {
    var appleMakerNote: AppleMakerNote? { exif?.bytes(.makerNote).flatMap(AppleMakerNote.init) }
}
