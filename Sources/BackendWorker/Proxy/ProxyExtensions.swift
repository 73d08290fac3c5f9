internal import ABIMemory
internal import BackendAPI

/// The tables of the extensions that the library in the worker has. They stay as long as the library (R6.4).
final class ProxyExtensions {
    private var write: UnsafeMutablePointer<picker_write_v1>?
    private var video: UnsafeMutablePointer<picker_video_v1>?
    private var heif: UnsafeMutablePointer<picker_heif_v1>?
    private var search: UnsafeMutablePointer<picker_search_v1>?
    private var index: UnsafeMutablePointer<picker_index_v1>?

    init() {}

    /// In the order in which `ServedExtensions` writes them.
    init(_ reader: inout WireReader) throws(WireError) {
        write = try Self.table(&reader, .ofProxy)
        video = try Self.table(&reader, .ofProxy)
        heif = try Self.table(&reader, .ofProxy)
        search = try Self.table(&reader, .ofProxy)
        index = try Self.table(&reader, .ofProxy)
    }

    deinit {
        write?.deallocate()
        video?.deallocate()
        heif?.deallocate()
        search?.deallocate()
        index?.deallocate()
    }

    func table(_ id: String) -> UnsafeRawPointer? {
        switch id {
        case PICKER_EXT_WRITE: write.map { UnsafeRawPointer($0) }
        case PICKER_EXT_VIDEO: video.map { UnsafeRawPointer($0) }
        case PICKER_EXT_HEIF: heif.map { UnsafeRawPointer($0) }
        case PICKER_EXT_SEARCH: search.map { UnsafeRawPointer($0) }
        case PICKER_EXT_INDEX: index.map { UnsafeRawPointer($0) }
        default: nil
        }
    }

    private static func table<Table: BitwiseCopyable>(
        _ reader: inout WireReader, _ functions: Table
    ) throws(WireError) -> UnsafeMutablePointer<Table>? {
        guard try reader.integer(UInt8.self) != 0 else { return nil }
        let shape = try TableShape(&reader)
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: shape.applied(to: functions, head: TableShape.extensionHead))
        return table
    }
}
