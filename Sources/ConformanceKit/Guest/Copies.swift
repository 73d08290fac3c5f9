internal import BackendAPI
internal import PhotoModel

/// A text of the ABI as it came: its bytes, or nothing when it is absent.
struct Text: Hashable, CustomStringConvertible {
    let bytes: [UInt8]?

    init(_ string: picker_string) { bytes = string.copied }

    /// UTF-8 without U+0000, or absent.
    var isValid: Bool { bytes.map { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil } ?? true }
    var description: String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "(absent)" }
}

/// Reads as much of a record as its writer filled; the rest is zero.
func readRecord<Record>(_ source: UnsafeRawPointer, zero: Record) -> Record {
    var copy = zero
    let count = min(Int(source.loadUnaligned(as: UInt32.self)), MemoryLayout<Record>.size)
    withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count)) }
    return copy
}

struct InfoCopy {
    let id: Text
    let name: Text
    let version: Text
    let priority: Int32
    let capabilities: BackendCapabilities
    let formatTexts: [Text]
    var formats: [String] { formatTexts.map(\.description) }

    init(_ info: picker_backend_info) {
        id = Text(info.id)
        name = Text(info.name)
        version = Text(info.version)
        priority = info.priority
        capabilities = BackendCapabilities(rawValue: info.capabilities)
        formatTexts = (0..<Int(clamping: min(info.format_count, 1024))).compactMap { index in
            info.formats.map { Text($0[index]) }
        }
    }
}

struct CollectionCopy: Equatable {
    let size: UInt32
    let flags: UInt32
    let identifier: Text
    let title: Text
    let parent: Text
    let type: UInt32
    let subtype: UInt32
    let estimatedCount: UInt64
    let start: picker_time
    let end: picker_time

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_collection())
        size = record.struct_size
        flags = record.flags
        identifier = Text(record.local_identifier)
        title = Text(record.title)
        parent = Text(record.parent)
        type = record.type
        subtype = record.subtype
        estimatedCount = record.estimated_count
        start = record.start_time
        end = record.end_time
    }
}

struct AssetCopy: Equatable {
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
    let byteSize: UInt64
    let version: UInt64
    let duration: Double
    let latitude: Double
    let longitude: Double
    let representationCount: UInt32
    let reserved: UInt32
    let placeholder: [UInt8]?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_asset())
        size = record.struct_size
        flags = record.flags
        identifier = Text(record.local_identifier)
        filename = Text(record.filename)
        relativePath = Text(record.relative_path)
        pathBytes = record.relative_path_bytes.data == nil ? nil : Text.bytes(record.relative_path_bytes)
        contentType = Text(record.content_type)
        mediaType = record.media_type
        subtypes = record.media_subtypes
        width = Int(record.pixel_width)
        height = Int(record.pixel_height)
        creation = record.creation_time
        modification = record.modification_time
        byteSize = record.byte_size
        version = record.version_token
        duration = record.duration
        latitude = record.latitude
        longitude = record.longitude
        representationCount = record.representation_count
        reserved = record.reserved
        placeholder = record.placeholder.data == nil ? nil : Text.bytes(record.placeholder)
    }

    /// The path in the bytes of the file system.
    var path: BytePath { BytePath(pathBytes ?? relativePath.bytes ?? []) }
    var isHidden: Bool { flags & UInt32(PICKER_ASSET_HIDDEN) != 0 }
    var isFavorite: Bool { flags & UInt32(PICKER_ASSET_FAVORITE) != 0 }
}

extension Text {
    static func bytes(_ bytes: picker_bytes) -> [UInt8] {
        UnsafeRawBufferPointer(start: bytes.data, count: Int(clamping: bytes.length)).map { $0 }
    }
}

struct RepresentationCopy: Equatable {
    let role: UInt32
    let filename: Text
    let relativePath: Text
    let pathBytes: [UInt8]?
    let contentType: Text
    let byteSize: UInt64
    let version: UInt64
    let byteOffset: UInt64

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_representation())
        role = record.role
        filename = Text(record.filename)
        relativePath = Text(record.relative_path)
        pathBytes = record.relative_path_bytes.data == nil ? nil : Text.bytes(record.relative_path_bytes)
        contentType = Text(record.content_type)
        byteSize = record.byte_size
        version = record.version_token
        byteOffset = record.byte_offset
    }

    var path: BytePath { BytePath(pathBytes ?? relativePath.bytes ?? []) }
}

struct DetailsCopy {
    let asset: AssetCopy?
    let representations: [RepresentationCopy]
    let cameraTexts: [Text]

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_asset_details())
        asset = record.asset.map { AssetCopy(UnsafeRawPointer($0)) }
        representations = (0..<Int(record.representation_count)).compactMap { index in
            record.representations?[index].map { RepresentationCopy(UnsafeRawPointer($0)) }
        }
        cameraTexts =
            record.camera.map { camera in
                let camera = readRecord(UnsafeRawPointer(camera), zero: picker_camera_metadata())
                let keywords = (0..<Int(clamping: camera.keyword_count)).compactMap { index in
                    camera.keywords.map { $0[index] }
                }
                let texts =
                    [camera.make, camera.model, camera.lens, camera.software, camera.caption, camera.title] + keywords
                return texts.map { Text($0) }
            } ?? []
    }
}

struct ChangeCopy: Equatable {
    let kind: UInt32
    let identifiers: [Text]
    let token: [UInt8]?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_change())
        kind = record.kind
        identifiers = (0..<Int(clamping: record.identifier_count)).compactMap { index in
            record.identifiers.map { Text($0[index]) }
        }
        token = record.token.data == nil ? nil : Text.bytes(record.token)
    }
}

struct DiagnosticCopy: Equatable {
    let reason: picker_status
    let relativePath: Text
    let message: Text

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_diagnostic())
        reason = record.reason
        relativePath = Text(record.relative_path)
        message = Text(record.message)
    }
}
