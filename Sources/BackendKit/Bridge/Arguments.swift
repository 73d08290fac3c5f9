internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// C → Swift: what the host passes in.

extension picker_string {
    /// The text, nil when absent. Throws when it is not UTF-8 (R8).
    func text(_ name: String) throws(PhotoError) -> String? {
        do throws(InvalidUTF8) {
            return try text()
        } catch {
            throw .invalidArgument("\(name) is not UTF-8")
        }
    }

    /// The text; throws when it is absent or not UTF-8.
    func required(_ name: String) throws(PhotoError) -> String {
        guard let text = try text(name) else { throw .invalidArgument("\(name) is missing") }
        return text
    }
}

/// Reads a request struct that must be there.
func argument<Struct>(
    _ pointer: UnsafePointer<Struct>?, _ defaults: Struct, _ name: String
) throws(PhotoError) -> Struct {
    guard let pointer else { throw .invalidArgument("\(name) is NULL") }
    return boundedCopy(of: pointer, into: defaults)
}

/// Reads a request struct that must be there, and refuses one with a link that must be known and is not.
func argument<Struct: LinkedStruct>(
    _ pointer: UnsafePointer<Struct>?, _ defaults: Struct, _ name: String
) throws(PhotoError) -> Struct {
    guard let pointer else { throw .invalidArgument("\(name) is NULL") }
    do throws(LinkRefusal) {
        return try checkedCopy(of: pointer, into: defaults)
    } catch {
        throw .unsupported(error.ofRequest)
    }
}

extension picker_fetch_request {
    func scope() throws(PhotoError) -> FetchScope {
        switch self.scope {
        case PICKER_SCOPE_ALL: return .all
        case PICKER_SCOPE_COLLECTION: return .collection(try collection.required("collection"))
        case PICKER_SCOPE_IDENTIFIERS: return .identifiers(try identifierList())
        case PICKER_SCOPE_PATHS: return .paths(try pathList())
        default: throw .invalidArgument("scope \(self.scope) is not known")
        }
    }

    private func identifierList() throws(PhotoError) -> [String] {
        guard identifier_count > 0 else { return [] }
        guard let identifiers else { throw .invalidArgument("identifiers is NULL") }
        var list: [String] = []
        for index in 0..<Int(clamping: identifier_count) { list.append(try identifiers[index].required("identifier")) }
        return list
    }

    private func pathList() throws(PhotoError) -> [AssetPath] {
        guard path_count > 0 else { return [] }
        guard let paths else { throw .invalidArgument("paths is NULL") }
        return (0..<Int(clamping: path_count)).map { AssetPath(bytes: paths[$0].array ?? []) }
    }

    func options() throws(PhotoError) -> FetchOptions {
        guard let query else { return FetchOptions() }
        return try argument(query, picker_query(), "query").options()
    }
}

extension MediaTypes {
    private static let known =
        PICKER_MEDIA_MASK_UNKNOWN | PICKER_MEDIA_MASK_IMAGE | PICKER_MEDIA_MASK_VIDEO
        | PICKER_MEDIA_MASK_AUDIO

    /// A set of the ABI, in which 0 means all types.
    init(asked bits: UInt32) throws(PhotoError) {
        guard bits & ~Self.known == 0 else { throw .invalidArgument("media types \(bits) are not known") }
        self = bits == 0 ? .any : MediaTypes(rawValue: bits)
    }
}

extension CollectionTypes {
    /// A set of the ABI, in which 0 means all types but moments.
    init(asked bits: UInt32) {
        self = bits == 0 ? CollectionTypes.any.subtracting(CollectionTypes(.moment)) : CollectionTypes(rawValue: bits)
    }
}

extension MediaSubtypes {
    private static let known =
        PICKER_SUBTYPE_PANORAMA | PICKER_SUBTYPE_HDR | PICKER_SUBTYPE_SCREENSHOT | PICKER_SUBTYPE_LIVE_PHOTO
        | PICKER_SUBTYPE_DEPTH | PICKER_SUBTYPE_BURST | PICKER_SUBTYPE_RAW | PICKER_SUBTYPE_ANIMATED
        | PICKER_SUBTYPE_STACKED | PICKER_SUBTYPE_STREAMED | PICKER_SUBTYPE_HIGH_FRAME_RATE | PICKER_SUBTYPE_TIMELAPSE

    fileprivate init(asked bits: UInt32) throws(PhotoError) {
        guard bits & ~Self.known == 0 else { throw .invalidArgument("media subtypes \(bits) are not known") }
        self = MediaSubtypes(rawValue: bits)
    }
}

extension picker_query {
    private static let conditions =
        PICKER_QUERY_FAVORITES | PICKER_QUERY_CREATED_FROM | PICKER_QUERY_CREATED_BEFORE | PICKER_QUERY_RATINGS
        | PICKER_QUERY_TEXT | PICKER_QUERY_PLACE | PICKER_QUERY_CONTENT_TYPES | PICKER_QUERY_BYTES_FROM
        | PICKER_QUERY_BYTES_BELOW

    func options() throws(PhotoError) -> FetchOptions {
        guard flags & ~Self.conditions == 0 else { throw .invalidArgument("query flags \(flags) are not known") }
        var options = FetchOptions(mediaTypes: try MediaTypes(asked: media_types))
        options.anySubtypes = try MediaSubtypes(asked: any_subtypes)
        options.noSubtypes = try MediaSubtypes(asked: no_subtypes)
        options.favoritesOnly = flags & PICKER_QUERY_FAVORITES != 0
        if flags & PICKER_QUERY_CREATED_FROM != 0 {
            options.createdFrom = Timestamp(milliseconds: created_from)
        }
        if flags & PICKER_QUERY_CREATED_BEFORE != 0 {
            options.createdBefore = Timestamp(milliseconds: created_before)
        }
        try addFacts(to: &options)
        options.hidden = try enumeration(hidden, "hidden")
        options.limit = limit == 0 ? nil : Int(clamping: limit)
        for key in [sort.0, sort.1, sort.2, sort.3] where key != PICKER_SORT_NATURAL {
            let property = try enumeration(key & ~PICKER_SORT_DESCENDING, "sort key", SortKey.Property.self)
            options.sort.append(SortKey(property, isDescending: key & PICKER_SORT_DESCENDING != 0))
        }
        return options
    }
}

extension FrameFormats {
    /// A set of the ABI, in which 0 means the formats of header revision 1.
    init(asked bits: UInt32) {
        self = bits == 0 ? [.gray8, .rgb8, .rgba8, .ycbcr8] : FrameFormats(rawValue: bits)
    }
}
