internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.write/1` of an open library as Swift functions. One call at a time for each library: `PhotoLibrary` sees
/// to that.
struct WriteTable {
    private let table: picker_write_v1
    private let context: UnsafeMutableRawPointer?
    private let backend: String
    private let numbers: InvalidNumbers

    /// Nil when a function is missing (R7) or the struct is shorter than its first version.
    init?(
        _ pointer: UnsafeRawPointer, context: UnsafeMutableRawPointer?, backend: String, numbers: InvalidNumbers
    ) {
        let table = pointer.assumingMemoryBound(to: picker_write_v1.self)
        guard table.pointee.struct_size >= structSize(of: picker_write_v1.self), table.pointee.add != nil,
            table.pointee.create_album != nil
        else { return nil }
        self.table = table.pointee
        self.context = context
        self.backend = backend
        self.numbers = numbers
    }

    /// Adds one asset; what its reader threw is thrown before what the backend made of it.
    func add(
        _ filename: String, to collection: String?, feed: ByteFeed, control: CallControl
    ) throws(PhotoError) -> Asset {
        let arena = RecordArena()
        defer { withExtendedLifetime((arena, feed)) {} }
        var request = feed.request(filename, to: collection, arena: arena)
        let report = ErrorReport()
        let (status, collected) = report.withPointer { error in
            control.withTable { call in
                picker_asset_sink.collecting(numbers) { table.add(context, &request, $0, call, error) }
            }
        }
        if let failure = feed.failure { throw failure }
        let assets = try collected.taken(status, report, from: backend)
        try feed.checkEnd(of: backend)
        guard let asset = assets.first else { throw PhotoError(.internal, "\(backend): it added and said not what") }
        return asset
    }

    func createAlbum(title: String, control: CallControl) throws(PhotoError) -> AssetCollection {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let report = ErrorReport()
        let (status, collected) = report.withPointer { error in
            control.withTable { call in
                picker_collection_sink.collecting(numbers) {
                    table.create_album(context, arena.string(title), $0, call, error)
                }
            }
        }
        let albums = try collected.taken(status, report, from: backend)
        guard let album = albums.first else {
            throw PhotoError(.internal, "\(backend): it made an album and said not which")
        }
        return album
    }
}
