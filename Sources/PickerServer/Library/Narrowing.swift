internal import PhotoModel
internal import PickerHost

/// Which of a collection's assets a page shows.
struct Narrowing: Hashable, Sendable {
    /// Kinds of assets that users look for. The raw values are those of the query and of the session's document. `stacks` is
    /// everything, with one photo of each burst.
    enum Kind: String, CaseIterable, Sendable {
        case photos, videos, live, raw, favorites, screenshots, stacks

        var isMediaType: Bool { self == .photos || self == .videos }

        /// The capabilities that a library needs to filter by it.
        var needed: BackendCapabilities {
            switch self {
            case .photos, .videos: []
            case .live, .raw, .screenshots: .querySubtypes
            case .favorites: .queryFavorites
            case .stacks: [.querySubtypes, .stacks]
            }
        }
    }

    /// The most bytes of a search text. Longer ones are refused; no one types them.
    static var mostBytes: Int { 512 }

    /// The media types that the session allows the page to show at all.
    var mediaTypes: MediaTypes
    var kind: Kind?
    /// Words that the assets must match; nil if there are none.
    var text: String?

    init(mediaTypes: MediaTypes, kind: Kind? = nil, text: String? = nil) {
        self.mediaTypes = mediaTypes
        self.kind = kind
        self.text = text
    }

    /// Adds the kind and the text of a request.
    ///
    /// - Parameter served: the capabilities of the library.
    /// - Throws: INVALID_ARGUMENT for a kind that the library does not offer, and for a text that is too long.
    mutating func narrow(kind name: String?, text: String?, served: BackendCapabilities) throws {
        if let name {
            let offered = Self.kinds(of: mediaTypes, served)
            guard let kind = offered.first(where: { $0.rawValue == name }) else {
                let names = offered.map(\.rawValue).joined(separator: ", ")
                throw ServerError.invalidArgument("kind must be one of: \(names.isEmpty ? "none here" : names)")
            }
            self.kind = kind
        }
        if let text, text.contains(where: { !$0.isWhitespace }) {
            guard text.utf8.count <= Self.mostBytes else {
                throw ServerError.invalidArgument("text must have at most \(Self.mostBytes) bytes")
            }
            self.text = text
        }
    }

    /// The fetch that finds these assets of a collection, in the order of their creation.
    ///
    /// - Parameter served: the capabilities of the library. One that cannot sort returns search results in its own
    ///   order.
    func request(in collection: String, served: BackendCapabilities) -> FetchRequest {
        var options = FetchOptions(mediaTypes: mediaTypes)
        switch kind {
        case nil: break
        case .photos: options.mediaTypes.formIntersection(.image)
        case .videos: options.mediaTypes.formIntersection(.video)
        case .live: options.anySubtypes = .livePhoto
        case .raw: options.anySubtypes = .raw
        case .favorites: options.favoritesOnly = true
        case .screenshots: options.anySubtypes = .screenshot
        case .stacks: options.noSubtypes = .stacked
        }
        // Search results come in the order of relevance, but the page shows them by day.
        if text != nil, served.contains(.sortCreationTime) { options.sort = [SortKey(.creationTime)] }
        var request = FetchRequest(.collection(collection), options: options, searchText: text)
        // The names of changed assets are of no use: on any change, everything is fetched again.
        request.namesChanges = false
        return request
    }

    /// The kinds that a page can offer.
    ///
    /// - Parameter capabilities: those of the backend.
    static func kinds(of mediaTypes: MediaTypes, _ capabilities: BackendCapabilities) -> [Kind] {
        let isMixed = mediaTypes.contains(.image) && mediaTypes.contains(.video)
        return Kind.allCases.filter { kind in
            if kind.isMediaType { return isMixed }
            if kind != .favorites, !mediaTypes.contains(.image) { return false }
            return capabilities.isSuperset(of: kind.needed)
        }
    }
}
