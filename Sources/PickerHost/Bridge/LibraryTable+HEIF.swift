internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryTable {
    /// The images in the file of an asset, the main one first.
    func items(of identifier: String, control: CallControl) throws(PhotoError) -> [ImageItem] {
        guard let items = try extensionTable(PICKER_EXT_HEIF, picker_heif_v1()).items else {
            throw missingFunction(PICKER_EXT_HEIF)
        }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        return try collect(control) { (sink: UnsafePointer<picker_heif_item_sink>, call, error) in
            items(table.context, arena.string(identifier), sink, call, error)
        }
    }

    /// As `requestImage`, of one of the images in a file.
    func requestItem(
        _ id: UInt32, of identifier: String, options: ImageOptions, control: CallControl,
        deliver: (Frame) -> Bool
    ) throws(PhotoError) {
        guard let request = try extensionTable(PICKER_EXT_HEIF, picker_heif_v1()).request_item else {
            throw missingFunction(PICKER_EXT_HEIF)
        }
        try receiveFrames(of: identifier, options: options, control: control, deliver: deliver) {
            request(table.context, $0, id, $1, $2, $3)
        }
    }
}

extension picker_heif_item_sink: RecordSink {
    typealias Value = ImageItem

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<ImageItem>.take($1, defaults: picker_heif_item(), into: $0) { ImageItem($0, $1) }
        }
    }
}

extension ImageItem {
    /// Nil when the kind is one that this host does not know: such an item is passed over (R16.2).
    init?(_ record: picker_heif_item, _ numbers: InvalidNumbers) {
        guard let kind = Kind(rawValue: record.kind) else { return nil }
        self.init(
            kind: kind, id: record.item_id, pixelWidth: numbers.side(record.pixel_width, "a width"),
            pixelHeight: numbers.side(record.pixel_height, "a height"), auxiliaryType: record.auxiliary_type.optional)
    }
}
