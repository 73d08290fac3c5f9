internal import PhotoModel
internal import PickerHost

/// Which of a collection's assets a page wants to see.
struct Narrowing: Hashable, Sendable {
    /// What people look for by kind. Raw values are those of the query and of the session's document.
    enum Kind: String, CaseIterable, Sendable {
        case photos, videos, live, raw, favorites, screenshots

        /// Whether a backend that knows media types alone can answer.
        var isMediaType: Bool { self == .photos || self == .videos }
    }

    /// Longer texts are refused: no one types them.
    static var mostBytes: Int { 512 }

    /// What the session lets the page see at all.
    var mediaTypes: MediaTypes
    var kind: Kind?
    /// Words that the assets match; nil: any.
    var text: String?

    init(mediaTypes: MediaTypes, kind: Kind? = nil, text: String? = nil) {
        self.mediaTypes = mediaTypes
        self.kind = kind
        self.text = text
    }

    /// The fetch that finds these assets of a collection, in the order of their creation.
    func request(in collection: String) -> FetchRequest {
        var options = FetchOptions(mediaTypes: mediaTypes)
        switch kind {
        case nil: break
        case .photos: options.mediaTypes.formIntersection(.image)
        case .videos: options.mediaTypes.formIntersection(.video)
        case .live: options.anySubtypes = .livePhoto
        case .raw: options.anySubtypes = .raw
        case .favorites: options.favoritesOnly = true
        case .screenshots: options.anySubtypes = .screenshot
        }
        // What is found by words comes by how well it fits; a page shows it among its days.
        if text != nil { options.sort = [SortKey(.creationTime)] }
        return FetchRequest(.collection(collection), options: options, searchText: text)
    }

    /// The kinds that a page can be offered.
    ///
    /// - Parameter capabilities: of the backend.
    static func kinds(of mediaTypes: MediaTypes, _ capabilities: BackendCapabilities) -> [Kind] {
        let isMixed = mediaTypes.contains(.image) && mediaTypes.contains(.video)
        return Kind.allCases.filter { kind in
            if kind.isMediaType { return isMixed }
            if kind == .live || kind == .raw || kind == .screenshots, !mediaTypes.contains(.image) { return false }
            return capabilities.contains(.fullQuery)
        }
    }
}
