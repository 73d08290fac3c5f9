extension JPEGStructure {
    /// Reads everything that the file says about the image.
    func metadataSources(_ source: ImageSource) throws(ImagingError) -> MetadataSources {
        var sources = MetadataSources()
        sources.exif = try exifBlock(source)
        if let block = xmp { sources.xmp = XMPPacket(try source.read(at: block.offset, count: block.length)) }
        if let identifier = sources.xmp?.text(.hasExtendedXMP) {
            sources.extendedXMP = try extendedXMP(identifier, source).map { XMPPacket($0) }
        }
        sources.iptc = try iptc(source)
        sources.isHDR = hasGainMap
        sources.hasOtherImages = multiPicture != nil
        return sources
    }

    /// The TIFF structure of EXIF, put together from its segments; nil when there is none.
    func exifBlock(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        guard let exif else { return nil }
        var bytes = try source.read(at: exif.offset, count: exif.length)
        for piece in exifRest {
            guard bytes.count + piece.length <= Self.limit else { break }
            bytes += try source.read(at: piece.offset, count: piece.length)
        }
        return bytes
    }

    /// The most bytes of EXIF in several segments, of extended XMP and of IPTC. Captions and keywords need some
    /// kilobytes.
    private static let limit = 1 << 20

    /// The extended packet with the given identifier; nil if there is none, or a piece is missing, or it is large. A
    /// large one contains depth maps or images, and nothing that is read here.
    ///
    /// Each piece begins with 32 characters of the identifier, the full length, and the piece's offset in it.
    func extendedXMP(_ identifier: String, _ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        let headLength = 40
        var whole: [UInt8] = []
        var missing = 0
        for block in extendedXMP where block.length >= headLength {
            let head = ByteView(try source.read(at: block.offset, count: headLength))
            guard head.starts(with: Array(identifier.utf8)), identifier.utf8.count == 32,
                let length = head.bigUInt32(at: 32).map(Int.init), let offset = head.bigUInt32(at: 36).map(Int.init)
            else { continue }
            if whole.isEmpty {
                guard length <= Self.limit else { return nil }
                (whole, missing) = ([UInt8](repeating: 0, count: length), length)
            }
            let piece = try source.read(at: block.offset + headLength, count: block.length - headLength)
            guard offset <= whole.count, piece.count <= whole.count - offset else { return nil }
            whole.replaceSubrange(offset..<offset + piece.count, with: piece)
            missing -= piece.count
        }
        return !whole.isEmpty && missing == 0 ? whole : nil
    }

    /// The IPTC record in the resource blocks of Photoshop.
    func iptc(_ source: ImageSource) throws(ImagingError) -> IPTCRecord? {
        var bytes: [UInt8] = []
        for block in photoshop where bytes.count + block.length <= Self.limit {
            bytes += try source.read(at: block.offset, count: block.length)
        }
        return PhotoshopResources(ByteView(bytes)).data(PhotoshopResources.iptc).map(IPTCRecord.init)
    }
}

extension JPEGStructure {
    /// The ICC profile, put together from its pieces; nil when there is none or a piece is missing.
    func colorProfile(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        guard colorProfilePieces > 0 else { return nil }
        var bytes: [UInt8] = []
        for number in 1...colorProfilePieces {
            guard let block = colorProfile[number], block.length > 0 else { return nil }
            bytes += try source.read(at: block.offset, count: block.length)
        }
        return bytes
    }
}
