internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// Swift → C: records, with their strings in an arena.

extension String {
    /// A title, a file name or another line, cut where the most bytes of one end (R8.5): files have what people write.
    fileprivate var asLine: String { cut(to: 1024) }

    /// A caption, cut where the most bytes of one end (R8.5).
    fileprivate var asCaption: String { cut(to: 1 << 16) }

    /// At most so many bytes of the text, up to the end of a character.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (kept, length) = ("", 0)
        for character in self {
            length += character.utf8.count
            guard length <= limit else { break }
            kept.append(character)
        }
        return kept
    }
}

extension AssetCollection {
    func record(in arena: RecordArena) -> picker_collection {
        var record = picker_collection()
        record.struct_size = structSize(of: picker_collection.self)
        record.flags = flags
        record.local_identifier = arena.string(localIdentifier)
        record.title = arena.string(title.asLine)
        record.parent = arena.string(parent)
        record.type = type.rawValue
        record.subtype = subtype.rawValue
        record.estimated_count = UInt64(clamping: estimatedCount ?? 0)
        record.start_time = startTime?.milliseconds ?? 0
        record.end_time = endTime?.milliseconds ?? 0
        return record
    }

    private var flags: UInt32 {
        var flags: UInt32 = 0
        if isEditable { flags |= PICKER_COLLECTION_EDITABLE }
        if estimatedCount != nil { flags |= PICKER_COLLECTION_HAS_COUNT }
        if startTime != nil, endTime != nil { flags |= PICKER_COLLECTION_HAS_TIMES }
        return flags
    }
}

extension AssetPath {
    /// The text, and the bytes where they are no UTF-8.
    fileprivate func record(in arena: RecordArena) -> (text: picker_string, bytes: picker_bytes) {
        // All are looked at, many at once, which a loop that may end earlier is not.
        if bytes.reduce(0, |) < 0x80 { return (arena.text(bytes), arena.bytes(nil)) }
        let exact = String(validating: bytes, as: UTF8.self)
        return (arena.string(exact ?? text), arena.bytes(exact == nil ? bytes : nil))
    }
}

extension Asset {
    func record(in arena: RecordArena) -> picker_asset {
        var record = picker_asset()
        record.struct_size = structSize(of: picker_asset.self)
        record.flags = flags
        record.local_identifier = arena.string(localIdentifier)
        record.filename = arena.string(filename.asLine)
        (record.relative_path, record.relative_path_bytes) = path.record(in: arena)
        record.content_type = arena.string(contentType)
        record.media_type = mediaType.rawValue
        record.media_subtypes = mediaSubtypes.rawValue
        record.pixel_width = UInt32(clamping: pixelWidth)
        record.pixel_height = UInt32(clamping: pixelHeight)
        record.creation_time = creation?.time.milliseconds ?? 0
        record.modification_time = modificationTime?.milliseconds ?? 0
        record.creation_offset_minutes = Int32(clamping: creation?.offsetMinutes ?? 0)
        record.creation_source = creation?.source.rawValue ?? PICKER_DATE_UNKNOWN
        record.byte_size = UInt64(clamping: byteSize)
        record.version_token = contentTag
        record.duration = duration ?? 0
        record.latitude = location?.latitude ?? 0
        record.longitude = location?.longitude ?? 0
        record.representation_count = UInt32(clamping: representationCount)
        record.availability = availability.rawValue
        // The host passes over longer ones.
        record.placeholder = arena.bytes(previewHash.flatMap { $0.count <= PICKER_PLACEHOLDER_MAX ? $0 : nil })
        return record
    }

    private var flags: UInt32 {
        var flags: UInt32 = 0
        if isFavorite { flags |= PICKER_ASSET_FAVORITE }
        if isHidden { flags |= PICKER_ASSET_HIDDEN }
        if location != nil { flags |= PICKER_ASSET_HAS_LOCATION }
        if creation?.offsetMinutes != nil { flags |= PICKER_ASSET_HAS_CREATION_OFFSET }
        if hasAdjustments { flags |= PICKER_ASSET_HAS_ADJUSTMENTS }
        if creation != nil { flags |= PICKER_ASSET_HAS_CREATION_TIME }
        if modificationTime != nil { flags |= PICKER_ASSET_HAS_MODIFICATION_TIME }
        if duration != nil { flags |= PICKER_ASSET_HAS_DURATION }
        return flags
    }
}

extension Representation {
    func record(in arena: RecordArena) -> picker_representation {
        var record = picker_representation()
        record.struct_size = structSize(of: picker_representation.self)
        record.role = role.rawValue
        record.filename = arena.string(filename.asLine)
        (record.relative_path, record.relative_path_bytes) = path.record(in: arena)
        record.content_type = arena.string(contentType)
        record.byte_size = UInt64(clamping: byteSize)
        record.version_token = contentTag
        record.byte_offset = UInt64(clamping: byteOffset)
        record.pixel_width = UInt32(clamping: pixelWidth)
        record.pixel_height = UInt32(clamping: pixelHeight)
        record.availability = availability.rawValue
        return record
    }
}

extension CameraMetadata {
    func record(in arena: RecordArena) -> picker_camera_metadata {
        var record = picker_camera_metadata()
        record.struct_size = structSize(of: picker_camera_metadata.self)
        record.iso_speed = UInt32(clamping: isoSpeed ?? 0)
        record.make = arena.string(make?.asLine)
        record.model = arena.string(model?.asLine)
        record.lens = arena.string(lens?.asLine)
        record.software = arena.string(software?.asLine)
        record.caption = arena.string(caption?.asCaption)
        record.exposure_time = exposureTime ?? 0
        record.f_number = fNumber ?? 0
        record.focal_length = focalLength ?? 0
        record.altitude = altitude ?? 0
        record.rating = UInt32(clamping: rating ?? 0)
        if altitude != nil { record.flags |= PICKER_CAMERA_HAS_ALTITUDE }
        if rating != nil { record.flags |= PICKER_CAMERA_HAS_RATING }
        record.title = arena.string(title?.asLine)
        let listed = keywords.prefix(Int(PICKER_KEYWORD_LIMIT)).map { arena.string($0.asLine) }
        record.keywords = arena.array(listed)
        record.keyword_count = UInt64(listed.count)
        return record
    }
}

extension AssetDetails {
    /// Calls `body` with the record, which points into `arena`.
    func withRecord<Result>(
        in arena: RecordArena, _ body: (UnsafePointer<picker_asset_details>) -> Result
    ) -> Result {
        let pointers = representations.map { arena.array([$0.record(in: arena)]) }
        var record = picker_asset_details()
        record.struct_size = structSize(of: picker_asset_details.self)
        record.representation_count = UInt32(clamping: representations.count)
        record.asset = arena.array([asset.record(in: arena)])
        record.representations = arena.array(pointers)
        record.camera = camera.flatMap { arena.array([$0.record(in: arena)]) }
        return body(arena.array([record])!)  // An array of one element is not empty.
    }
}

extension Diagnostic {
    func record(in arena: RecordArena) -> picker_diagnostic {
        var record = picker_diagnostic()
        record.struct_size = structSize(of: picker_diagnostic.self)
        record.reason = reason.rawValue
        (record.relative_path, record.relative_path_bytes) = path.record(in: arena)
        record.message = arena.string(message.asLine)
        return record
    }
}

extension LibraryChange {
    func record(in arena: RecordArena) -> picker_change {
        var record = picker_change()
        record.struct_size = structSize(of: picker_change.self)
        record.flags = concernsMembers ? PICKER_CHANGE_MEMBERS : 0
        record.kind = kind.rawValue
        record.subject = subject.rawValue
        record.identifiers = arena.array(identifiers.map { arena.string($0) })
        record.identifier_count = UInt64(identifiers.count)
        record.token = arena.bytes(token)
        return record
    }
}
