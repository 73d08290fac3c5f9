extension MediaFormat {
    /// TIFF and the RAW formats built on it.
    ///
    /// Olympus and Panasonic changed TIFF's magic number and Canon put its own behind it; the others are told
    /// by their tags.
    static func sniffTIFF(_ bytes: ByteView, filenameExtension: String?) -> MediaFormat? {
        if bytes.has("IIRO", at: 0) || bytes.has("IIRS", at: 0) || bytes.has("MMOR", at: 0) { return .orf }
        if bytes.starts(with: [0x49, 0x49, 0x55, 0x00]) { return .rw2 }
        guard let structure = TIFFStructure(bytes) else { return nil }
        if bytes.has("CR", at: 8), bytes.byte(at: 10) == 2 { return .cr2 }
        guard let directory = structure.directory(at: structure.firstDirectoryOffset) else {
            return named(filenameExtension) ?? .tiff  // The tags lie beyond the bytes at hand.
        }
        if directory.contains(.dngVersion) { return .dng }
        return rawFormat(of: directory, filenameExtension: filenameExtension) ?? .tiff
    }

    private static func rawFormat(of directory: TIFFDirectory, filenameExtension: String?) -> MediaFormat? {
        // A plain TIFF from a scanner or an editor may carry a camera's name too, but no sub-images.
        let hasSubimages = directory.contains(.subIFDs)
        guard let make = directory.string(.make)?.uppercased() else {
            return hasSubimages ? named(filenameExtension) : nil
        }
        if make.hasPrefix("NIKON"), hasSubimages { return .nef }
        if make.hasPrefix("SONY"), hasSubimages { return .arw }
        return nil
    }

    private static func named(_ filenameExtension: String?) -> MediaFormat? {
        switch filenameExtension {
        case "dng": .dng
        case "cr2": .cr2
        case "nef", "nrw": .nef
        case "arw", "sr2", "srf": .arw
        case "orf": .orf
        case "rw2": .rw2
        default: nil
        }
    }
}
