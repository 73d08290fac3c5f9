internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A record of a file.
protocol FileRecord {
    var relativePath: Text { get }
    var pathBytes: [UInt8]? { get }
    /// 0: it is not known.
    var byteSize: UInt64 { get }
}

extension FileRecord {
    /// The path in the bytes of the file system.
    var path: BytePath { BytePath(pathBytes ?? relativePath.bytes ?? []) }
    /// Whether it says that it has so many bytes, or that it does not know (R9.20).
    func mayHave(bytes count: Int) -> Bool { byteSize == 0 || byteSize == UInt64(count) }
}

struct AssetCopy: Equatable, FileRecord {
    let size: UInt32
    let flags: UInt32
    let identifier: Text
    let filename: Text
    let relativePath: Text
    let pathBytes: [UInt8]?
    let contentType: Text
    let mediaType: UInt32
    let subtypes: UInt32
    let width: Int
    let height: Int
    let creation: picker_time
    let modification: picker_time
    let creationSource: UInt32
    /// Minutes; nil: it is not said.
    let creationOffset: Int32?
    let byteSize: UInt64
    let version: UInt64
    let duration: Double
    let latitude: Double
    let longitude: Double
    let representationCount: UInt32
    let availability: UInt32
    /// Stands for a time that is not said, and sorts before all that are.
    static let unknownTime = picker_time.min
    let placeholder: [UInt8]?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_asset())
        size = record.struct_size
        flags = record.flags
        identifier = Text(record.local_identifier)
        filename = Text(record.filename)
        relativePath = Text(record.relative_path)
        pathBytes = record.relative_path_bytes.array
        contentType = Text(record.content_type)
        mediaType = record.media_type
        subtypes = record.media_subtypes
        width = Int(record.pixel_width)
        height = Int(record.pixel_height)
        creation = flags & PICKER_ASSET_HAS_CREATION_TIME == 0 ? Self.unknownTime : record.creation_time
        modification = flags & PICKER_ASSET_HAS_MODIFICATION_TIME == 0 ? Self.unknownTime : record.modification_time
        creationSource = record.creation_source
        creationOffset = flags & PICKER_ASSET_HAS_CREATION_OFFSET == 0 ? nil : record.creation_offset_minutes
        byteSize = record.byte_size
        version = record.version_token
        duration = record.duration
        latitude = record.latitude
        longitude = record.longitude
        representationCount = record.representation_count
        availability = record.availability
        placeholder = record.placeholder.array
    }

    var isHidden: Bool { flags & UInt32(PICKER_ASSET_HIDDEN) != 0 }
    var hasLocation: Bool { flags & UInt32(PICKER_ASSET_HAS_LOCATION) != 0 }
    var isFavorite: Bool { flags & UInt32(PICKER_ASSET_FAVORITE) != 0 }
}
