extension HEIFContainer {
    /// Metadata blocks are small; larger ones are not read.
    private static let blockLimit = 8 << 20

    /// EXIF and XMP of the main image. A damaged block counts as absent.
    func metadataSources(_ source: ImageSource) throws(ImagingError) -> MetadataSources {
        let item = try primary()
        var sources = MetadataSources()
        sources.exif = try exif(of: item, source)
        sources.xmp = try block(of: item, source) { $0.contentType == "application/rdf+xml" }.map { XMPPacket($0) }
        sources.isHDR = hasGainMap(item) || color(of: item).isHighDynamicRange
        return sources
    }

    /// A number before the block says where in it the TIFF structure begins (ISO/IEC 23008-12, annex A.2.1).
    func exif(of item: HEIFItem, _ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        guard let bytes = try block(of: item, source, where: { $0.type == "Exif" }) else { return nil }
        let view = ByteView(bytes)
        if let skipped = view.bigUInt32(at: 0), let block = view.slice(upTo: bytes.count, at: 4 + Int(skipped)),
            EXIFBlock(block) != nil
        {
            return Array(block.bytes)
        }
        // Some writers count wrong, or leave the number out.
        guard let start = view.firstIndex(of: "Exif\0\0", before: 64).map({ $0 + 6 }) ?? Self.tiffStart(view) else {
            return nil
        }
        return Array(bytes[start...])
    }

    private static func tiffStart(_ view: ByteView) -> Int? {
        (0..<16).first {
            view.starts(with: [0x49, 0x49, 42, 0], at: $0) || view.starts(with: [0x4D, 0x4D, 0, 42], at: $0)
        }
    }

    /// The first block of a kind that describes the item, a thumbnail of it or what a gain map makes of it; if no block says what
    /// it describes, the first one.
    private func block(
        of item: HEIFItem, _ source: ImageSource, where isWanted: (HEIFItem) -> Bool
    ) throws(ImagingError) -> [UInt8]? {
        let blocks = order.compactMap { items[$0] }.filter(isWanted)
        // Files may have tens of thousands of both, so do not search one list for each element of the other.
        var describing: [Int: HEIFItem] = [:]
        for block in blocks {
            for id in block.references["cdsc"] ?? [] where describing[id] == nil { describing[id] = block }
        }
        let toneMaps = items(referringTo: item.id, as: "dimg").filter { $0.type == "tmap" }
        let own =
            describing[item.id] ?? (thumbnails(of: item) + toneMaps).lazy.compactMap { describing[$0.id] }.first
        guard let block = own ?? blocks.first(where: { $0.references["cdsc"] == nil }) else { return nil }
        do throws(ImagingError) {
            return try data(of: block, source, limit: Self.blockLimit)
        } catch {
            if case .io = error { throw error }
            return nil
        }
    }
}
