internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

// C → Swift: records that a backend emitted. Text that is not UTF-8 breaks the contract (R8); it is read as far as
// it can be, because a picker shows what there is.

extension picker_string {
    /// The text, empty when absent.
    var lenient: String { optional ?? "" }

    /// The text, nil when absent or of a length that cannot be.
    var optional: String? {
        guard let data, length <= longestText else { return nil }
        // Raw: a string is made of bytes in one place in one go, and of mapped characters one by one.
        return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(clamping: length)), as: UTF8.self)
    }
}

/// How many elements a list of a record has. None where it says that it has more than any: nothing there is read.
func lengthOfList(_ count: UInt64) -> Int { count <= 1 << 20 ? Int(count) : 0 }

extension AssetCollection {
    /// Nil when the type is one that this host does not know: such a collection is passed over (R16.2).
    init?(_ record: picker_collection, _ numbers: InvalidNumbers) {
        guard let type = CollectionType(rawValue: record.type) else { return nil }
        let (hasCount, hasTimes) = (
            record.flags & PICKER_COLLECTION_HAS_COUNT != 0, record.flags & PICKER_COLLECTION_HAS_TIMES != 0
        )
        self.init(
            localIdentifier: record.local_identifier.lenient, title: record.title.lenient,
            parent: record.parent.optional, type: type,
            subtype: CollectionSubtype(rawValue: record.subtype) ?? .generic,
            estimatedCount: hasCount ? numbers.albumLength(record.estimated_count) : nil,
            isEditable: record.flags & PICKER_COLLECTION_EDITABLE != 0,
            startTime: hasTimes ? numbers.time(record.start_time, "the start of an album") : nil,
            endTime: hasTimes ? numbers.time(record.end_time, "the end of an album") : nil)
    }
}

extension Asset {
    init(_ record: picker_asset, _ numbers: InvalidNumbers) {
        self.init(
            localIdentifier: record.local_identifier.lenient, filename: record.filename.filename,
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            contentType: record.content_type.lenient, mediaType: MediaType(rawValue: record.media_type) ?? .unknown)
        mediaSubtypes = MediaSubtypes(rawValue: record.media_subtypes)
        pixelWidth = numbers.side(record.pixel_width, "a width")
        pixelHeight = numbers.side(record.pixel_height, "a height")
        creation = record.creation(numbers)
        if record.flags & PICKER_ASSET_HAS_MODIFICATION_TIME != 0 {
            modificationTime = numbers.time(record.modification_time, "a modification time")
        }
        byteSize = Int64(clamping: record.byte_size)
        contentTag = record.version_token
        if record.flags & PICKER_ASSET_HAS_DURATION != 0 {
            duration = numbers.duration(record.duration)
        } else if mediaType != .image {
            duration = nil
        }
        isFavorite = record.flags & PICKER_ASSET_FAVORITE != 0
        isHidden = record.flags & PICKER_ASSET_HIDDEN != 0
        hasAdjustments = record.flags & PICKER_ASSET_HAS_ADJUSTMENTS != 0
        if record.flags & PICKER_ASSET_HAS_LOCATION != 0 {
            location = numbers.location(latitude: record.latitude, longitude: record.longitude)
        }
        representationCount = Int(record.representation_count)
        availability = Availability(rawValue: record.availability) ?? .unknown
        previewHash = record.checkedPreviewHash
    }
}

extension picker_asset {
    /// Nil also when the bytes are no preview hash: what the host returns is valid.
    fileprivate var checkedPreviewHash: [UInt8]? {
        guard placeholder.length <= UInt64(PICKER_PLACEHOLDER_MAX) else { return nil }
        return placeholder.array.flatMap { PreviewHash(bytes: $0) }?.bytes
    }

    fileprivate func creation(_ numbers: InvalidNumbers) -> CreationDate? {
        guard flags & PICKER_ASSET_HAS_CREATION_TIME != 0, let time = numbers.time(creation_time, "a creation time")
        else { return nil }
        let hasOffset = flags & PICKER_ASSET_HAS_CREATION_OFFSET != 0
        return CreationDate(
            time: time, offsetMinutes: hasOffset ? numbers.offset(creation_offset_minutes) : nil,
            source: CreationDate.Source(rawValue: creation_source) ?? .unknown)
    }
}

extension Representation {
    init(_ record: picker_representation, _ numbers: InvalidNumbers) {
        self.init(
            role: RepresentationRole(rawValue: record.role) ?? .alternate, filename: record.filename.filename,
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            contentType: record.content_type.lenient, byteSize: Int64(clamping: record.byte_size),
            contentTag: record.version_token, byteOffset: Int64(clamping: record.byte_offset),
            pixelWidth: numbers.side(record.pixel_width, "a width"),
            pixelHeight: numbers.side(record.pixel_height, "a height"))
        availability = Availability(rawValue: record.availability) ?? .unknown
    }
}

extension CameraMetadata {
    init(_ record: picker_camera_metadata, _ numbers: InvalidNumbers) {
        self.init()
        make = record.make.optional
        model = record.model.optional
        lens = record.lens.optional
        software = record.software.optional
        caption = record.caption.optional
        exposureTime = numbers.positive(record.exposure_time, "an exposure time")
        fNumber = numbers.positive(record.f_number, "an aperture")
        focalLength = numbers.positive(record.focal_length, "a focal length")
        isoSpeed = record.iso_speed > 0 ? Int(record.iso_speed) : nil
        if record.flags & PICKER_CAMERA_HAS_ALTITUDE != 0 { altitude = numbers.altitude(record.altitude) }
        if record.flags & PICKER_CAMERA_HAS_RATING != 0 { rating = numbers.rating(record.rating) }
        title = record.title.optional
        if let list = record.keywords {
            let count = min(record.keyword_count, UInt64(PICKER_KEYWORD_LIMIT))
            keywords = (0..<Int(count)).map { list[$0].lenient }
        }
    }
}

extension AssetDetails {
    /// Nil when the record has no asset.
    init?(_ record: picker_asset_details, _ numbers: InvalidNumbers) throws(LinkRefusal) {
        guard let asset = record.asset else { return nil }
        var representations: [Representation] = []
        if let list = record.representations {
            for index in 0..<lengthOfList(UInt64(record.representation_count)) {
                guard let element = list[index] else { continue }
                let representation = try checkedCopy(of: element, into: picker_representation())
                representations.append(Representation(representation, numbers))
            }
        }
        var camera: CameraMetadata?
        if let written = record.camera {
            camera = CameraMetadata(try checkedCopy(of: written, into: picker_camera_metadata()), numbers)
        }
        self.init(
            asset: Asset(try checkedCopy(of: asset, into: picker_asset()), numbers), representations: representations,
            camera: camera)
    }
}

extension Diagnostic {
    init(_ record: picker_diagnostic) {
        self.init(
            path: AssetPath(text: record.relative_path, bytes: record.relative_path_bytes),
            reason: PhotoStatus(rawValue: record.reason).understood, message: record.message.lenient)
    }
}

extension LibraryChange {
    init(_ record: picker_change) {
        var identifiers: [String] = []
        if let list = record.identifiers {
            identifiers = (0..<lengthOfList(record.identifier_count)).map { list[$0].lenient }
        }
        let token = record.token.array
        switch (Kind(rawValue: record.kind), Subject(rawValue: record.subject)) {
        case (.current?, _): self.init(.current, token: token)
        case (let kind?, let subject?) where kind != .reload && !identifiers.isEmpty:
            self.init(kind, of: subject, identifiers, token: token)
            concernsMembers = subject == .collections && record.flags & PICKER_CHANGE_MEMBERS != 0
        // What this host does not know, or what names nothing, may mean anything (R16.2).
        default: self.init(.reload, token: token)
        }
    }
}
