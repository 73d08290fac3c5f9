internal import PhotoModel
internal import PickerHost

/// Which of a collection's assets a page wants to see.
struct Narrowing: Hashable, Sendable {
    /// What people look for by kind. Raw values are those of the query and of the session's document.
    enum Kind: String, CaseIterable, Sendable {
        case photos, videos, live, raw, favorites, screenshots

        var isMediaType: Bool { self == .photos || self == .videos }

        /// What a library must offer to answer.
        var needed: BackendCapabilities {
            switch self {
            case .photos, .videos: []
            case .live, .raw, .screenshots: .querySubtypes
            case .favorites: .queryFavorites
            }
        }
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

    /// Narrows by the words of a request.
    ///
    /// - Parameter served: what the library offers.
    /// - Throws: INVALID_ARGUMENT for a kind that is not offered, and for words that are too many.
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
    /// - Parameter served: what the library offers: one that does not sort gives what it found as it comes.
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
        }
        // What is found by words comes by how well it fits; a page shows it among its days.
        if text != nil, served.contains(.sortCreationTime) { options.sort = [SortKey(.creationTime)] }
        var request = FetchRequest(.collection(collection), options: options, searchText: text)
        // When anything changes everything is fetched again.
        request.namesChanges = false
        return request
    }

    /// The kinds that a page can be offered.
    ///
    /// - Parameter capabilities: of the backend.
    static func kinds(of mediaTypes: MediaTypes, _ capabilities: BackendCapabilities) -> [Kind] {
        let isMixed = mediaTypes.contains(.image) && mediaTypes.contains(.video)
        return Kind.allCases.filter { kind in
            if kind.isMediaType { return isMixed }
            if kind != .favorites, !mediaTypes.contains(.image) { return false }
            return capabilities.isSuperset(of: kind.needed)
        }
    }
}
