internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

// C → Swift: records that a backend emitted. Text that is not UTF-8 breaks the contract (R8); it is read as far as
// it can be, because a picker shows what there is.

extension picker_string {
    /// The text, empty when absent.
    var lenient: String { optional ?? "" }

    /// The text, nil when absent.
    var optional: String? {
        guard let data else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(clamping: length))
        return String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Timestamp {
    fileprivate init?(_ time: picker_time) {
        guard time != .min else { return nil }
        self.init(milliseconds: time)
    }
}

extension AssetCollection {
    /// Nil when the type is one that this host does not know: such a collection is passed over (R16.2).
    init?(_ record: picker_collection) {
        guard let type = CollectionType(rawValue: record.type) else { return nil }
        self.init(
            localIdentifier: record.local_identifier.lenient, title: record.title.lenient,
            parent: record.parent.optional, type: type,
            subtype: CollectionSubtype(rawValue: record.subtype) ?? .generic,
            estimatedCount: record.estimated_count == .max ? nil : Int(clamping: record.estimated_count),
            isEditable: record.flags & PICKER_COLLECTION_EDITABLE != 0,
            startTime: Timestamp(record.start_time), endTime: Timestamp(record.end_time))
    }
}

extension AssetPath {
    /// The bytes of the file system where they are given, else those of the text.
    fileprivate init(text: picker_string, bytes: picker_bytes) {
        self.init(bytes: bytes.array ?? Array(text.lenient.utf8))
    }
}

extension Asset {
    init(_ record: picker_asset) {
        self.init(
            localIdentifier: record.local_identifier.lenient, filename: record.filename.lenient,
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            contentType: record.content_type.lenient, mediaType: MediaType(rawValue: record.media_type) ?? .unknown)
        mediaSubtypes = MediaSubtypes(rawValue: record.media_subtypes)
        pixelWidth = Int(record.pixel_width)
        pixelHeight = Int(record.pixel_height)
        creation = record.creation
        modificationTime = Timestamp(record.modification_time)
        byteSize = Int64(clamping: record.byte_size)
        versionToken = record.version_token
        duration = record.duration >= 0 ? record.duration : nil
        isFavorite = record.flags & PICKER_ASSET_FAVORITE != 0
        isHidden = record.flags & PICKER_ASSET_HIDDEN != 0
        hasAdjustments = record.flags & PICKER_ASSET_HAS_ADJUSTMENTS != 0
        if record.flags & PICKER_ASSET_HAS_LOCATION != 0 {
            location = Location(latitude: record.latitude, longitude: record.longitude)
        }
        representationCount = Int(record.representation_count)
        placeholder = record.checkedPlaceholder
    }
}

extension picker_asset {
    /// Nil also when the bytes are no placeholder: nobody behind the host has to doubt them.
    fileprivate var checkedPlaceholder: [UInt8]? {
        guard placeholder.length <= UInt64(PICKER_PLACEHOLDER_MAX) else { return nil }
        return placeholder.array.flatMap { Placeholder(bytes: $0) }?.bytes
    }

    fileprivate var creation: CreationDate? {
        guard let time = Timestamp(creation_time) else { return nil }
        let hasOffset = flags & PICKER_ASSET_HAS_CREATION_OFFSET != 0
        return CreationDate(
            time: time, offsetMinutes: hasOffset ? Int(creation_offset_minutes) : nil,
            source: CreationDate.Source(rawValue: creation_source) ?? .unknown)
    }
}

extension Representation {
    init(_ record: picker_representation) {
        self.init(
            role: RepresentationRole(rawValue: record.role) ?? .alternate, filename: record.filename.lenient,
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            contentType: record.content_type.lenient, byteSize: Int64(clamping: record.byte_size),
            versionToken: record.version_token, byteOffset: Int64(clamping: record.byte_offset),
            pixelWidth: Int(record.pixel_width), pixelHeight: Int(record.pixel_height))
    }
}

extension CameraMetadata {
    init(_ record: picker_camera_metadata) {
        self.init()
        make = record.make.optional
        model = record.model.optional
        lens = record.lens.optional
        software = record.software.optional
        caption = record.caption.optional
        exposureTime = record.exposure_time > 0 ? record.exposure_time : nil
        fNumber = record.f_number > 0 ? record.f_number : nil
        focalLength = record.focal_length > 0 ? record.focal_length : nil
        isoSpeed = record.iso_speed > 0 ? Int(record.iso_speed) : nil
        altitude = record.altitude.isNaN ? nil : record.altitude
        rating = record.rating <= 5 ? Int(record.rating) : nil
        title = record.title.optional
        if let list = record.keywords {
            let count = min(record.keyword_count, UInt64(PICKER_KEYWORD_LIMIT))
            keywords = (0..<Int(count)).map { list[$0].lenient }
        }
    }
}

extension AssetDetails {
    /// Nil when the record has no asset.
    init?(_ record: picker_asset_details) {
        guard let asset = record.asset else { return nil }
        var representations: [Representation] = []
        if let list = record.representations {
            for index in 0..<Int(record.representation_count) {
                guard let element = list[index] else { continue }
                representations.append(Representation(boundedCopy(of: element, into: picker_representation())))
            }
        }
        self.init(
            asset: Asset(boundedCopy(of: asset, into: picker_asset())), representations: representations,
            camera: record.camera.map { CameraMetadata(boundedCopy(of: $0, into: picker_camera_metadata())) })
    }
}

extension Diagnostic {
    init(_ record: picker_diagnostic) {
        self.init(
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            reason: PhotoStatus(rawValue: record.reason), message: record.message.lenient)
    }
}

extension LibraryChange {
    init(_ record: picker_change) {
        var identifiers: [String] = []
        if let list = record.identifiers {
            identifiers = (0..<Int(clamping: record.identifier_count)).map { list[$0].lenient }
        }
        // A kind that this host does not know may mean anything (R16.2).
        let kind = Kind(rawValue: record.kind) ?? .reload
        self.init(kind, kind == .reload ? [] : identifiers, token: record.token.array)
    }
}
