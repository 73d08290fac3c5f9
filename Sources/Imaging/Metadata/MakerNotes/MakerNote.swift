/// The maker note: a directory whose format differs from maker to maker. Only the lens is read, and never a byte outside
/// the note.
///
/// ExifTool's `MakerNotes.pm` says where the directory is, and what its offsets count from.
struct MakerNote {
    /// How many bytes of a note are read; those of some cameras continue with previews.
    static let byteLimit = 128 << 10

    let bytes: ByteView
    /// The offset of the note from the header of the structure that contains it, from which the offsets of most makers
    /// count.
    let offset: Int
    /// The byte order of the structure that contains the note; it applies to notes that do not have their own.
    let isLittleEndian: Bool

    /// The lens: its name, or else its focal lengths and apertures.
    ///
    /// - Parameter make: the camera's make, which identifies the maker if the note does not.
    func lens(make: String?) -> String? {
        if bytes.has("Nikon\0\u{2}", at: 0) { return nikonLens }
        if bytes.has("OLYMP", at: 0) || bytes.has("OM SYSTEM\0", at: 0) { return olympusLens }
        if bytes.has("Panasonic\0\0\0", at: 0) { return name(in: directory(at: 12, isRelative: false), .panasonicLens) }
        if bytes.has("FUJIFILM", at: 0) { return fujifilmLens }
        if bytes.has("SONY ", at: 0) { return sonyLens(directory(at: 12, isRelative: false)) }
        switch make?.uppercased() {
        case "CANON": return canonLens
        case "SONY": return sonyLens(directory(at: 0, isRelative: false))
        default: return nil
        }
    }

    /// - Parameter isRelative: whether offsets count from the note's first byte.
    private func directory(at start: Int, isRelative: Bool, isLittleEndian: Bool? = nil) -> TIFFDirectory? {
        let structure = TIFFStructure(
            noteBytes: bytes, isLittleEndian: isLittleEndian ?? self.isLittleEndian, directoryAt: start,
            origin: isRelative ? 0 : offset)
        return structure.directory(at: start)
    }

    private func name(in directory: TIFFDirectory?, _ tag: TIFFDirectory.Tag) -> String? {
        guard let text = directory?.string(tag)?.lensName,
            // Offsets that an editor did not update lead anywhere.
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FFFD}" })
        else { return nil }
        return text
    }
}

extension String {
    /// The name of a lens; nil for what cameras write if there is no lens, or one without contacts.
    var lensName: String? {
        guard let text = trimmedText, !Self.noLens.contains(text.uppercased()), text.contains(where: { $0 != "-" })
        else { return nil }
        return text
    }

    private static let noLens: Set<String> = ["N/A", "NO-LENS", "NONE", "NO LENS", "UNKNOWN"]
}

extension MakerNote {
    /// The note is a directory without a header. Older cameras write the focal lengths of the lens instead of its name.
    private var canonLens: String? {
        let directory = directory(at: 0, isRelative: false)
        if let name = name(in: directory, .canonLens) { return name }
        guard let settings = directory?.shorts(.canonSettings), settings.count > 25, settings[25] > 0 else {
            return nil
        }
        let unit = Double(settings[25])
        return LensNumbers(focalLengths: [Double(settings[24]) / unit, Double(settings[23]) / unit])?.text
    }

    /// The note contains a complete TIFF structure after its first ten bytes.
    private var nikonLens: String? {
        guard let inner = bytes.slice(upTo: .max, at: 10), let structure = TIFFStructure(inner),
            let directory = structure.directory(at: structure.firstDirectoryOffset)
        else { return nil }
        return LensNumbers(directory.rationals(.nikonLens))?.text
    }

    private var olympusLens: String? {
        var main: TIFFDirectory?
        if bytes.has("OM SYSTEM\0", at: 0) {
            main = directory(at: 16, isRelative: true, isLittleEndian: bytes.has("II", at: 12))
        } else if bytes.has("OLYMPUS\0", at: 0) {
            main = directory(at: 12, isRelative: true, isLittleEndian: bytes.has("II", at: 8))
        } else {
            main = directory(at: 8, isRelative: false)
        }
        return name(in: main?.inner(.olympusEquipment), .olympusLens)
    }

    /// The note is little-endian, regardless of the photo's byte order.
    private var fujifilmLens: String? {
        guard let start = bytes.littleUInt32(at: 8),
            let directory = directory(at: Int(start), isRelative: true, isLittleEndian: true)
        else { return nil }
        let tags: [TIFFDirectory.Tag] = [
            .fujifilmShortest, .fujifilmLongest, .fujifilmWidestAtShortest, .fujifilmWidestAtLongest,
        ]
        return LensNumbers(tags.compactMap { directory.rationals($0).first })?.text
    }

    /// The tag has eight bytes. The inner six are decimal digits, two in each: four digits for each of the two focal lengths,
    /// then two for each of the two apertures, in tenths.
    private func sonyLens(_ directory: TIFFDirectory?) -> String? {
        guard let bytes = directory?.bytes(.sonyLens), bytes.count == 8 else { return nil }
        let digits = bytes.bytes.dropFirst().prefix(6).flatMap { [$0 >> 4, $0 & 15] }.map(Double.init)
        guard digits.allSatisfy({ $0 < 10 }) else { return nil }
        let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 * 10 + $1 } }
        return LensNumbers([number(0..<4), number(4..<8), number(8..<10) / 10, number(10..<12) / 10])?.text
    }
}

extension EXIFBlock {
    /// Whether EXIF itself names the lens.
    var namesLens: Bool { exif?.string(.lensModel)?.lensName != nil }

    /// The lens by the maker note, or else by the focal lengths and apertures of EXIF or DNG.
    ///
    /// - Parameter note: the maker note if it is not in the block.
    func lens(note: MakerNote?) -> String? {
        let own = exif?.valueRange(.makerNote).flatMap { range in
            structure.bytes.slice(upTo: range.length, at: range.offset).map {
                MakerNote(bytes: $0, offset: range.offset, isLittleEndian: structure.isLittleEndian)
            }
        }
        return (note ?? own)?.lens(make: main.string(.make)?.trimmedText)
            ?? LensNumbers(exif?.rationals(.lensSpecification) ?? [])?.text
            ?? LensNumbers(main.rationals(.dngLens))?.text
    }
}
