/// Decides what is kept of one segment of a JPEG.
enum LocationFreeSegment {
    private static let exifSignature = Array("Exif\0\0".utf8)
    private static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let photoshopSignature = Array("Photoshop 3.0\0".utf8)

    /// The payload without the location; nil if the segment is left out. Segments that decoders need are kept unchanged.
    /// Application segments are kept only if their kind is known and no block of metadata is hidden in them.
    static func payload(of marker: UInt8, _ payload: [UInt8]) -> [UInt8]? {
        let view = ByteView(payload)
        switch marker {
        case 0xE0:
            let isKnown = view.has("JFIF\0", at: 0) || view.has("JFXX\0", at: 0)
            return isKnown && !view.holdsMetadata ? payload : nil
        case 0xE1: return metadata(payload)
        case 0xE2: return view.has("ICC_PROFILE\0", at: 0) ? payload : nil
        case 0xED:
            guard payload.starts(with: photoshopSignature) else { return nil }
            return PhotoshopResources(ByteView(payload.dropFirst(photoshopSignature.count))).withoutLocation
                .map { photoshopSignature + $0 }
        case 0xEE: return view.has("Adobe", at: 0) && !view.holdsMetadata ? payload : nil
        case 0xE3...0xEF: return nil
        case 0xFE: return view.holdsMetadata ? nil : payload
        default: return payload
        }
    }

    private static func metadata(_ payload: [UInt8]) -> [UInt8]? {
        if ByteView(payload).has("Exif\0", at: 0), payload.count > exifSignature.count {
            let block = Array(payload.dropFirst(exifSignature.count))
            return LocationFreeEXIF.block(of: block).map { exifSignature + $0 }
        }
        guard payload.starts(with: xmpSignature) else { return nil }
        return XMPPacket(payload.dropFirst(xmpSignature.count)).withoutLocation.map { xmpSignature + $0 }
    }
}

extension LocationFreeSegment {
    /// Where the segment begins, with its marker, from which readers take the orientation; nil if there is none.
    static func orientingSegment(of structure: JPEGStructure) -> Int? {
        let (markerLength, numberLength) = (2, 2)
        if let exif = structure.exif { return exif.offset - exifSignature.count - numberLength - markerLength }
        return structure.xmp.map { $0.offset - xmpSignature.count - numberLength - markerLength }
    }

    /// What is kept of that segment, or EXIF with nothing but the orientation if that would be lost with the rest.
    static func oriented(_ kept: [UInt8]?, of payload: [UInt8], as orientation: Orientation) -> [UInt8]? {
        let isEXIF = payload.starts(with: exifSignature.dropLast())
        // Otherwise a second block, which readers leave out, would count.
        guard let kept else { return isEXIF || orientation != .upright ? exifSignature + orientation.exifBlock : nil }
        guard isEXIF, ownOrientation(payload) != ownOrientation(kept) else { return kept }
        return exifSignature + orientation.exifBlock
    }

    private static func ownOrientation(_ exif: [UInt8]) -> Orientation? {
        EXIFBlock(Array(exif.dropFirst(exifSignature.count)))?.orientation
    }
}

extension Orientation {
    /// A block of EXIF with this tag alone (EXIF 2.32, section 4.6.4; TIFF 6.0, section 2).
    fileprivate var exifBlock: [UInt8] {
        let (orientation, short): (UInt8, UInt8) = (0x12, 3)
        let entry = [orientation, 1, short, 0, 1, 0, 0, 0, rawValue, 0, 0, 0]
        return "II".utf8 + [42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0]
    }
}

extension ByteView {
    /// Whether the bytes contain a block of metadata anywhere, as a thumbnail does that is itself a whole photo.
    var holdsMetadata: Bool { Self.signatures.contains { firstIndex(of: $0) != nil } }

    private static let signatures: [StaticString] = ["Exif\0", "http://ns.adobe.com/", "Photoshop 3.0\08BIM"]

    /// The places of the signatures of such blocks, in their order.
    var metadataSignatures: [Range<Int>] {
        var places: [Range<Int>] = []
        for signature in Self.signatures {
            var start = 0
            while let found = firstIndex(of: signature, from: start) {
                places.append(found..<found + signature.utf8CodeUnitCount)
                start = found + 1
            }
        }
        return places.sorted { $0.lowerBound < $1.lowerBound }
    }
}
