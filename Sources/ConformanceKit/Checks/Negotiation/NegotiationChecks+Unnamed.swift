internal import BackendAPI

/// Checks of bits and fields that no headers name yet.
extension NegotiationChecks {
    static let unnamed = [
        Check(
            "negotiation.unnamed-bits",
            "Flags without a name, fields that are room to grow, and formats of frames to come are passed over",
            "R5.8 R5.5 R14.7",
            remedy: "Look at the bits that you know; conditions of a query alone are refused for one that you do not."
        ) { context throws(CheckStop) in try passedOver(context) }
    ]

    /// All flags that this revision of the headers has no name for, in structs that have one at most.
    private static let bits = ~UInt32(PICKER_REQUEST_ALLOW_NETWORK)

    private static func passedOver(_ context: CheckContext) throws(CheckStop) {
        try context.enter(EntryOffer(unnamed: bits)).reply.ok()
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder, unnamed: bits)
        try opened.reply.ok()
        guard let library = opened.library else { return }
        let plain = try library.assets().map(\.identifier)
        var ask = FetchRequest(query: FetchRequest.everything { $0.reserved = bits })
        ask.unnamed = bits
        let found = try library.assets(ask).map(\.identifier)
        try context.expect(
            found == plain, "with flags that have no name, \(found.count) assets came, or others than \(plain.count)")
        try library.count(ask, control: CallProbe(unnamed: bits)).reply.ok()
        guard let asset = plain.first else { return }
        try library.read(ReadRequest(asset, capacity: 16) { $0.unnamed = bits }).reply.ok()
        guard try context.info().formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        for match in try context.samples() {
            // As hosts ask: for all that they take, later formats among them.
            for formats in [ImageRequest.standardFormats, ImageRequest.allFormats, .max] {
                let request = ImageRequest(24, 24) { ($0.formats, $0.unnamed) = (formats, bits) }
                _ = try match.library.finalFrame(match.asset.identifier, request)
            }
        }
    }
}
