internal import BackendAPI

/// Whether the functions of a table are there (R7.1).
enum TableSlots {
    static func missing(_ table: picker_backend) -> [String] {
        missing([
            ("info", table.info == nil), ("probe", table.probe == nil), ("open_library", table.open_library == nil),
            ("get_extension", table.get_extension == nil), ("destroy", table.destroy == nil),
        ])
    }

    static func missing(_ table: picker_library) -> [String] {
        missing([
            ("info", table.info == nil),
            ("authorization_status", table.authorization_status == nil), ("collections", table.collections == nil),
            ("camera_roll", table.camera_roll == nil), ("collection", table.collection == nil),
            ("count", table.count == nil), ("key_assets", table.key_assets == nil), ("fetch", table.fetch == nil),
            ("details", table.details == nil), ("request_image", table.request_image == nil),
            ("read", table.read == nil), ("observe", table.observe == nil),
            ("changes_since", table.changes_since == nil), ("diagnostics", table.diagnostics == nil),
            ("get_extension", table.get_extension == nil), ("begin_shutdown", table.begin_shutdown == nil),
            ("close", table.close == nil),
        ])
    }

    static func missing(_ table: picker_fetch) -> [String] {
        missing([
            ("count", table.count == nil), ("window", table.window == nil), ("index_of", table.index_of == nil),
            ("release", table.release == nil),
        ])
    }

    static func requireAll(_ table: picker_backend) throws(CheckStop) { try require(missing(table), "backend") }
    static func requireAll(_ table: picker_library) throws(CheckStop) { try require(missing(table), "library") }

    private static func require(_ missing: [String], _ table: String) throws(CheckStop) {
        guard missing.isEmpty else {
            throw .failed("the table of the \(table) has no \(missing.joined(separator: ", "))")
        }
    }

    private static func missing(_ slots: [(String, Bool)]) -> [String] { slots.filter(\.1).map(\.0) }
}
