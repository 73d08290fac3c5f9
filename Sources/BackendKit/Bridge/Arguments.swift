internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Pixels

// C → Swift: what the host passes in.

extension picker_string {
    /// The text, nil when absent. Throws when it is not UTF-8 (R8).
    func text(_ name: String) throws(BackendError) -> String? {
        do throws(InvalidUTF8) {
            return try text()
        } catch {
            throw .invalidArgument("\(name) is not UTF-8")
        }
    }

    /// The text; throws when it is absent or not UTF-8.
    func required(_ name: String) throws(BackendError) -> String {
        guard let text = try text(name) else { throw .invalidArgument("\(name) is missing") }
        return text
    }
}

/// Reads a request struct that must be there.
func argument<Struct>(
    _ pointer: UnsafePointer<Struct>?, _ defaults: Struct, _ name: String
) throws(BackendError) -> Struct {
    guard let pointer else { throw .invalidArgument("\(name) is NULL") }
    return boundedCopy(of: pointer, into: defaults)
}

/// A value of one of the ABI's enumerations.
func enumeration<Value: RawRepresentable>(
    _ raw: Value.RawValue, _ name: String, _ type: Value.Type = Value.self
) throws(BackendError) -> Value {
    guard let value = Value(rawValue: raw) else { throw .invalidArgument("\(name) \(raw) is not known") }
    return value
}

extension picker_fetch_request {
    func scope() throws(BackendError) -> FetchScope {
        switch self.scope {
        case PICKER_SCOPE_ALL: return .all
        case PICKER_SCOPE_COLLECTION: return .collection(try collection.required("collection"))
        case PICKER_SCOPE_IDENTIFIERS: return .identifiers(try identifierList())
        case PICKER_SCOPE_PATHS: return .paths(try pathList())
        default: throw .invalidArgument("scope \(self.scope) is not known")
        }
    }

    private func identifierList() throws(BackendError) -> [String] {
        guard identifier_count > 0 else { return [] }
        guard let identifiers else { throw .invalidArgument("identifiers is NULL") }
        var list: [String] = []
        for index in 0..<Int(clamping: identifier_count) { list.append(try identifiers[index].required("identifier")) }
        return list
    }

    private func pathList() throws(BackendError) -> [AssetPath] {
        guard path_count > 0 else { return [] }
        guard let paths else { throw .invalidArgument("paths is NULL") }
        return (0..<Int(clamping: path_count)).map { AssetPath(bytes: paths[$0].array ?? []) }
    }

    func options() throws(BackendError) -> FetchOptions {
        guard let query else { return FetchOptions() }
        return try boundedCopy(of: query, into: picker_query.standard).options()
    }
}

extension picker_query {
    /// A query without conditions.
    static var standard: picker_query {
        var query = picker_query()
        query.struct_size = structSize(of: picker_query.self)
        query.media_types = PICKER_MEDIA_MASK_ANY
        query.created_from = .min
        query.created_before = .min
        return query
    }

    func options() throws(BackendError) -> FetchOptions {
        var options = FetchOptions(mediaTypes: MediaTypes(rawValue: media_types))
        options.anySubtypes = MediaSubtypes(rawValue: any_subtypes)
        options.noSubtypes = MediaSubtypes(rawValue: no_subtypes)
        options.createdFrom = created_from == .min ? nil : Timestamp(milliseconds: created_from)
        options.createdBefore = created_before == .min ? nil : Timestamp(milliseconds: created_before)
        options.hidden = try enumeration(hidden, "hidden")
        options.favoritesOnly = favorites_only != 0
        options.limit = limit == 0 ? nil : Int(clamping: limit)
        for key in [sort.0, sort.1, sort.2, sort.3] where key != PICKER_SORT_NATURAL {
            let property = try enumeration(key & ~PICKER_SORT_DESCENDING, "sort key", SortKey.Property.self)
            options.sort.append(SortKey(property, isDescending: key & PICKER_SORT_DESCENDING != 0))
        }
        return options
    }
}

extension picker_image_request {
    func options() throws(BackendError) -> ImageOptions {
        guard (target_width == 0) == (target_height == 0) else {
            throw .invalidArgument("a target size needs both a width and a height")
        }
        let target = PixelSize(width: Int(target_width), height: Int(target_height))
        return ImageOptions(
            targetSize: target.isEmpty ? nil : target,
            contentMode: try enumeration(content_mode, "content mode"),
            deliveryMode: try enumeration(delivery_mode, "delivery mode"),
            resizeMode: try enumeration(resize_mode, "resize mode"),
            version: try enumeration(version, "version"),
            crop: crop.width == 0 || crop.height == 0 ? nil : crop.pixelRect,
            convertsToSRGB: color_policy == PICKER_COLOR_CONVERT_TO_SRGB)
    }
}

extension picker_rect {
    var pixelRect: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}
