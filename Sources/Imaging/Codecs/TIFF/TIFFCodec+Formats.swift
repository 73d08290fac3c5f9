internal import PhotoModel

extension TIFFCodec {
    /// Recognizes TIFF and the formats based on it. Olympus and Panasonic changed TIFF's magic number, Canon and Phase
    /// One put their own after it; the others are distinguished by their tags.
    static func sniff(_ bytes: ByteView, filenameExtension: String?) -> MediaFormat? {
        if bytes.has("IIRO", at: 0) || bytes.has("IIRS", at: 0) || bytes.has("MMOR", at: 0) { return .orf }
        if bytes.starts(with: [0x49, 0x49, 0x55, 0x00]) { return .rw2 }
        if isBig(bytes) { return .tiff }
        guard let structure = TIFFStructure(bytes) else { return nil }
        if bytes.has("CR", at: 8), bytes.byte(at: 10) == 2 { return .cr2 }
        if bytes.has("IIII", at: 8) || bytes.has("MMMM", at: 8) { return .iiq }
        guard let directory = structure.directory(at: structure.firstDirectoryOffset) else {
            return named(filenameExtension) ?? .tiff  // The tags are not in memory.
        }
        if directory.contains(.dngVersion) { return .dng }
        return rawFormat(
            make: directory.string(.make), hasRAWImages: hasRAWImages(directory, filenameExtension),
            isOfSensor: directory.isOfSensor, filenameExtension: filenameExtension
        ) ?? .tiff
    }

    /// Whether the bytes begin a BigTIFF, whose offsets have eight bytes.
    static func isBig(_ bytes: ByteView) -> Bool {
        bytes.starts(with: [0x49, 0x49, 43, 0, 8, 0, 0, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 43, 0, 8, 0, 0])
    }

    /// Whether the images below the first directory show that the file is a RAW file. Editors put smaller images of any
    /// TIFF there (GIMP a thumbnail, libvips a pyramid); cameras put the sensor's image there, below a smaller one.
    ///
    /// If they are not in memory, the file's name decides.
    private static func hasRAWImages(_ main: TIFFDirectory, _ filenameExtension: String?) -> Bool {
        guard main.contains(.subIFDs) else { return false }
        if main.isReduced { return true }
        let offsets = main.longs(.subIFDs)
        let subimages = offsets.compactMap(main.structure.directory)
        return subimages.contains(where: \.isOfSensor)
            || subimages.count < max(1, offsets.count) && named(filenameExtension) != nil
    }

    /// The directories below the first one, wherever they are in the file.
    static func subimages(_ gathered: GatheredEXIF, _ source: ImageSource) -> [TIFFDirectory] {
        guard let place = gathered.places[TIFFDirectory.Tag.subIFDs.rawValue],
            let list = try? source.read(at: place.lowerBound, count: min(place.count, 4 * TIFFDirectory.subimageLimit))
        else { return [] }
        let numbers = TIFFStructure(
            noteBytes: ByteView(list), isLittleEndian: gathered.isLittleEndian, directoryAt: 0, origin: 0)
        return stride(from: 0, to: list.count, by: 4).compactMap { index in
            guard let offset = numbers.uint32(at: index).map({ Int($0) }),
                let bytes = try? source.read(at: offset, count: MediaFormat.signatureLength)
            else { return nil }
            let structure = TIFFStructure(
                noteBytes: ByteView(bytes), isLittleEndian: gathered.isLittleEndian, directoryAt: 0, origin: offset)
            return structure.directory(at: 0)
        }
    }

    static func rawFormat(
        make: String?, hasRAWImages: Bool, isOfSensor: Bool, filenameExtension: String?
    ) -> MediaFormat? {
        // A plain TIFF from a scanner or an editor may contain a camera's name, too.
        guard hasRAWImages || isOfSensor else { return nil }
        guard let make = make?.uppercased() else { return named(filenameExtension) }
        return makes.first { make.hasPrefix($0.name) }?.format ?? (isOfSensor ? named(filenameExtension) : nil)
    }

    /// The beginnings of makers' names, as their cameras write them.
    private static let makes: [(name: String, format: MediaFormat)] = [
        ("NIKON", .nef), ("SONY", .arw), ("PENTAX", .pef), ("RICOH", .pef), ("ASAHI", .pef), ("SAMSUNG", .srw),
        ("HASSELBLAD", .threeFR), ("PHASE ONE", .iiq), ("LEAF", .iiq), ("SEIKO EPSON", .erf), ("EPSON", .erf),
        ("KODAK", .dcr), ("EASTMAN KODAK", .dcr), ("MAMIYA", .mef),
    ]

    private static func named(_ filenameExtension: String?) -> MediaFormat? {
        switch filenameExtension {
        case "nrw": .nef
        case "sr2", "srf": .arw
        case "kdc": .dcr
        case let name?: MediaFormat(rawValue: name).flatMap { $0.kind == .raw && isBuiltOnTIFF($0) ? $0 : nil }
        case nil: nil
        }
    }

    private static func isBuiltOnTIFF(_ format: MediaFormat) -> Bool { TIFFCodec().formats.contains(format) }
}

extension TIFFDirectory {
    /// The most directories below the first one; files have one to four.
    static let subimageLimit = 16

    /// Whether its image is a smaller version of another one in the file.
    var isReduced: Bool { integer(.newSubfileType) == 1 }

    /// Whether its image is the sensor's: by its kind of colours (a colour filter array, linear RAW), or by a
    /// compression that only cameras use, of Sony, Samsung, Nikon, Pentax and Kodak.
    var isOfSensor: Bool {
        if let kind = integer(.photometric), [32803, 34892].contains(kind) { return true }
        return integer(.compression).map { [32767, 32770, 32772, 34713, 65000, 65535].contains($0) } ?? false
    }

    /// The values of a tag of type LONG or IFD, at most `subimageLimit`.
    fileprivate func longs(_ tag: Tag) -> [Int] {
        guard let type = type(tag), [4, 13].contains(type), let place = valueRange(tag) else { return [] }
        let end = place.offset + min(place.length, 4 * Self.subimageLimit)
        return stride(from: place.offset, to: end, by: 4).compactMap { structure.uint32(at: $0).map { Int($0) } }
    }
}
