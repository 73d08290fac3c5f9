internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// Swift → C: requests, with their strings and arrays in an arena that outlives the call.

extension FetchScope {
    /// Assets that one request names at most, by identifiers or by paths (R8.5).
    static let nameLimit = 65_536

    /// - Throws: `.tooLarge` when it names more assets than one request may.
    fileprivate func checkNames() throws(PhotoError) {
        let count =
            switch self {
            case .all, .collection: 0
            case .identifiers(let list): list.count
            case .paths(let list): list.count
            }
        guard count > Self.nameLimit else { return }
        throw PhotoError(
            .tooLarge, "\(count) assets are named at once; at most \(Self.nameLimit) may be: ask in parts")
    }
}

extension picker_fetch_request {
    init(_ scope: FetchScope, options: FetchOptions, arena: RecordArena) throws(PhotoError) {
        self.init()
        struct_size = structSize(of: picker_fetch_request.self)
        try scope.checkNames()
        switch scope {
        case .all:
            self.scope = PICKER_SCOPE_ALL
        case .collection(let identifier):
            self.scope = PICKER_SCOPE_COLLECTION
            collection = arena.string(identifier)
        case .identifiers(let list):
            self.scope = PICKER_SCOPE_IDENTIFIERS
            identifiers = arena.array(list.map { arena.string($0) })
            identifier_count = UInt64(list.count)
        case .paths(let list):
            self.scope = PICKER_SCOPE_PATHS
            paths = arena.array(list.map { arena.bytes($0.bytes) })
            path_count = UInt64(list.count)
        }
        query = arena.array([try picker_query(options, arena)])
    }
}

extension MediaTypes {
    /// As a set of the ABI, in which 0 means all types.
    func asked() throws(PhotoError) -> UInt32 {
        if isEmpty { throw .invalidArgument("no media type is asked for") }
        return self == .any ? 0 : rawValue
    }
}

extension CollectionTypes {
    /// As a set of the ABI, in which 0 means all types but moments.
    func asked() throws(PhotoError) -> UInt32 {
        if isEmpty { throw .invalidArgument("no type of album is asked for") }
        return self == .any ? 0 : rawValue
    }
}

extension FetchOptions {
    /// As a number of the ABI, in which 0 means no limit.
    fileprivate var askedLimit: UInt64 {
        get throws(PhotoError) {
            guard let limit else { return 0 }
            guard limit > 0 else { throw .invalidArgument("at most \(limit) assets are asked for") }
            return UInt64(limit)
        }
    }
}

extension picker_query {
    fileprivate init(_ options: FetchOptions, _ arena: RecordArena) throws(PhotoError) {
        self.init()
        struct_size = structSize(of: picker_query.self)
        media_types = try options.mediaTypes.asked()
        any_subtypes = options.anySubtypes.rawValue
        no_subtypes = options.noSubtypes.rawValue
        if let time = options.createdFrom?.milliseconds {
            flags |= PICKER_QUERY_CREATED_FROM
            created_from = time
        }
        if let time = options.createdBefore?.milliseconds {
            flags |= PICKER_QUERY_CREATED_BEFORE
            created_before = time
        }
        if options.favoritesOnly { flags |= PICKER_QUERY_FAVORITES }
        addFacts(options, arena)
        hidden = options.hidden.rawValue
        var keys = options.sort.map { $0.property.rawValue | ($0.isDescending ? PICKER_SORT_DESCENDING : 0) }
        keys += [UInt32](repeating: PICKER_SORT_NATURAL, count: 4)
        sort = (keys[0], keys[1], keys[2], keys[3])
        limit = try options.askedLimit
    }

    private mutating func addFacts(_ options: FetchOptions, _ arena: RecordArena) {
        if !options.ratings.isEmpty { (flags, ratings) = (flags | PICKER_QUERY_RATINGS, options.ratings.rawValue) }
        if let asked = options.text { (flags, text) = (flags | PICKER_QUERY_TEXT, arena.string(asked)) }
        if let box = options.place {
            flags |= PICKER_QUERY_PLACE
            (south, west, north, east) = (box.south, box.west, box.north, box.east)
        }
        if !options.contentTypes.isEmpty {
            flags |= PICKER_QUERY_CONTENT_TYPES
            content_types = arena.array(options.contentTypes.map { arena.string($0) })
            content_type_count = UInt64(options.contentTypes.count)
        }
        // Nothing has less than no bytes.
        if let bytes = options.bytesFrom {
            (flags, bytes_from) = (flags | PICKER_QUERY_BYTES_FROM, UInt64(clamping: bytes))
        }
        if let bytes = options.bytesBelow {
            (flags, bytes_below) = (flags | PICKER_QUERY_BYTES_BELOW, UInt64(clamping: bytes))
        }
    }
}

extension picker_image_request {
    init(_ identifier: String, options: ImageOptions, arena: RecordArena) {
        self.init()
        struct_size = structSize(of: picker_image_request.self)
        flags = options.allowsNetwork ? PICKER_REQUEST_ALLOW_NETWORK : 0
        target_width = UInt32(clamping: options.targetSize?.width ?? 0)
        target_height = UInt32(clamping: options.targetSize?.height ?? 0)
        content_mode = options.contentMode.rawValue
        delivery_mode = options.deliveryMode.rawValue
        resize_mode = options.resizeMode.rawValue
        version = options.version.rawValue
        color_policy = options.convertsToSRGB ? PICKER_COLOR_CONVERT_TO_SRGB : PICKER_COLOR_KEEP
        accepted_formats =
            1 << PICKER_FORMAT_GRAY8 | 1 << PICKER_FORMAT_RGB8 | 1 << PICKER_FORMAT_RGBA8 | 1 << PICKER_FORMAT_YCBCR8
            | 1 << PICKER_FORMAT_IMAGE_FILE
        local_identifier = arena.string(identifier)
        guard let rect = options.crop else { return }
        crop = picker_rect(
            x: UInt32(clamping: rect.x), y: UInt32(clamping: rect.y), width: UInt32(clamping: rect.width),
            height: UInt32(clamping: rect.height))
    }
}
