/// The image resource blocks that Photoshop writes into JPEG and TIFF (Adobe Photoshop file formats specification,
/// "Image Resources"): a signature, an identifier, a name and data, each at an even offset.
struct PhotoshopResources {
    struct Resource {
        let identifier: UInt16
        /// The complete resource, from the signature to the padding.
        let whole: ByteView
        let data: ByteView
    }

    /// The resource that holds the IPTC-IIM data sets.
    static let iptc: UInt16 = 0x0404

    /// Photoshop's signature, and those of PhotoDeluxe, ImageReady and other programs of Adobe (ExifTool, `Photoshop.pm`).
    private static let signatures: Set = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"]

    let resources: [Resource]
    /// False if something that is not a resource follows the last one.
    let isComplete: Bool

    init(_ bytes: ByteView) {
        var resources: [Resource] = []
        var offset = 0
        while let resource = Self.resource(in: bytes, at: offset) {
            resources.append(resource)
            offset += resource.whole.count
        }
        self.resources = resources
        isComplete = bytes.slice(upTo: .max, at: offset)?.bytes.allSatisfy { $0 == 0 } ?? true
    }

    func data(_ identifier: UInt16) -> ByteView? {
        resources.first { $0.identifier == identifier && $0.whole.has("8BIM", at: 0) }?.data
    }

    private static func resource(in bytes: ByteView, at offset: Int) -> Resource? {
        guard let signature = bytes.fourCharacters(at: offset), signatures.contains(signature),
            let identifier = bytes.bigUInt16(at: offset + 4),
            let nameLength = bytes.byte(at: offset + 6).map(Int.init)
        else { return nil }
        let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2  // The length byte and the name, padded.
        guard let size = bytes.bigUInt32(at: sizeOffset).map(Int.init),
            let data = bytes.slice(at: sizeOffset + 4, length: size)
        else { return nil }
        // Some writers leave out the padding of the last one.
        let end = min(sizeOffset + 4 + size + size % 2, bytes.count)
        guard let whole = bytes.slice(at: offset, length: end - offset) else { return nil }
        return Resource(identifier: identifier, whole: whole, data: data)
    }
}
