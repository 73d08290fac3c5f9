internal import BackendAPI

/// What records say of themselves: whether all of their fields are there, and whether what has no name is 0 (R5.1, R5.8).
final class RecordShapes {
    /// The flags of an asset that the headers of this kit have a name for.
    static let assetFlags =
        PICKER_ASSET_FAVORITE | PICKER_ASSET_HIDDEN | PICKER_ASSET_HAS_LOCATION | PICKER_ASSET_HAS_CREATION_OFFSET
        | PICKER_ASSET_HAS_ADJUSTMENTS | PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME
        | PICKER_ASSET_HAS_DURATION

    /// Whether the plugin may know flags that this kit has no name for.
    private let isNewer: Bool
    /// What is wrong with the first record that is not as it should be; nil: nothing.
    private var fault: String?

    init(isNewer: Bool) { self.isNewer = isNewer }

    /// Looks at each record that comes to a sink.
    func watch(_ sink: SinkProbe, _ look: @escaping (RecordShapes, UnsafeRawPointer) -> Void) {
        sink.onBytes = { [self] in look(self, $0) }
    }

    /// - Parameter named: the flags that the headers of this kit have a name for.
    func note<Record>(_ record: UnsafeRawPointer, _ type: Record.Type, _ name: String, named: UInt32 = 0) {
        let (filled, size) = (Int(record.loadUnaligned(as: UInt32.self)), MemoryLayout<Record>.size)
        guard filled >= size else {
            fault = fault ?? "\(name) says that it has \(filled) bytes, ABI 1 has \(size)"
            return
        }
        let flags = record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        if !isNewer, flags & ~named != 0 { fault = fault ?? "\(name) has flags without a name: \(flags)" }
    }

    /// - Parameter reserved: what is in a field that is room to grow.
    func note(reserved: UInt32, of name: String) {
        if reserved != 0 { fault = fault ?? "reserved of \(name) is \(reserved)" }
    }

    /// Looks at details, and at the records that these point to.
    func note(details: UnsafeRawPointer) {
        note(details, picker_asset_details.self, "the struct of details")
        let record = readRecord(details, zero: picker_asset_details())
        note(reserved: record.reserved, of: "the struct of details")
        if let asset = record.asset {
            note(UnsafeRawPointer(asset), picker_asset.self, "the asset in details", named: Self.assetFlags)
        }
        for index in 0..<Int(record.representation_count) {
            guard let file = record.representations?[index] else { continue }
            note(UnsafeRawPointer(file), picker_representation.self, "representation \(index)")
        }
        guard let camera = record.camera else { return }
        let named = PICKER_CAMERA_HAS_ALTITUDE | PICKER_CAMERA_HAS_RATING
        note(UnsafeRawPointer(camera), picker_camera_metadata.self, "the camera's struct", named: named)
    }

    /// - Parameter table: an extension's table, whose second field is room to grow; nil if there is none.
    func note(table: UnsafeRawPointer?, of id: String) {
        guard let table else { return }
        note(reserved: table.loadUnaligned(fromByteOffset: 4, as: UInt32.self), of: "the table of \(id)")
    }

    /// Looks at the settings that a plugin has.
    func note(settings info: picker_backend_info) {
        let named = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET
        for index in 0..<Int(min(info.setting_count, 1024)) {
            guard let setting = info.settings.flatMap({ $0[index] }) else { continue }
            let record = readRecord(UnsafeRawPointer(setting), zero: picker_setting_description())
            let name = "the setting \(Text(record.key))"
            note(UnsafeRawPointer(setting), picker_setting_description.self, name, named: named)
            note(reserved: record.reserved, of: name)
        }
    }

    /// Fails when something was wrong so far.
    func expectNone(_ place: String) throws(CheckStop) {
        if let fault { throw .failed("\(place): \(fault)") }
    }

    /// Fails unless a call worked, and all records that it emitted are as they should be.
    func expectWhole(_ reply: Reply) throws(CheckStop) {
        try reply.ok()
        try expectNone(reply.operation)
    }
}
