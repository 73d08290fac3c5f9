internal import ABIMemory
internal import BackendAPI

/// The extensions of the library that cross to the host. Others are not there: how to pass on their calls is not known.
struct ServedExtensions {
    var write: picker_write_v1?
    var video: picker_video_v1?
    var heif: picker_heif_v1?
    var search: picker_search_v1?
    var index: picker_index_v1?

    init() {}

    init(_ library: picker_library) {
        guard library.struct_size >= structSize(of: picker_library.self) else { return }
        write = Self.table(PICKER_EXT_WRITE, of: library, picker_write_v1())
        video = Self.table(PICKER_EXT_VIDEO, of: library, picker_video_v1())
        heif = Self.table(PICKER_EXT_HEIF, of: library, picker_heif_v1())
        search = Self.table(PICKER_EXT_SEARCH, of: library, picker_search_v1())
        index = Self.table(PICKER_EXT_INDEX, of: library, picker_index_v1())
    }

    private static func table<Table>(_ id: String, of library: picker_library, _ empty: Table) -> Table? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = library.get_extension?(library.context, arena.string(id)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }

    /// The shapes of those that are there, each after its number.
    func write(to writer: inout WireWriter) {
        let shapes = [
            write.map { TableShape(of: $0, head: TableShape.extensionHead) },
            video.map { TableShape(of: $0, head: TableShape.extensionHead) },
            heif.map { TableShape(of: $0, head: TableShape.extensionHead) },
            search.map { TableShape(of: $0, head: TableShape.extensionHead) },
            index.map { TableShape(of: $0, head: TableShape.extensionHead) },
        ]
        for shape in shapes {
            writer.integer(shape == nil ? UInt8(0) : 1)
            shape?.write(to: &writer)
        }
    }
}
