package import PhotoModel

/// A library as one who was granted a part of it sees it: exactly that part, in every call.
///
/// The one place through which such a reader's fetches, images and files go. What is not granted is `.notFound` with the words
/// for what does not exist, before the backend is asked for it.
package struct LibraryView: Sendable {
    private let library: PhotoLibrary
    private let grants: LibraryGrants
    private let members: CollectionMembers

    /// - Parameter members: of the same library; shared by all its views.
    package init(of library: PhotoLibrary, grants: LibraryGrants, members: CollectionMembers) {
        self.library = library
        self.grants = grants
        self.members = members
    }

    /// Whether an asset is granted. It may be gone from the library all the same.
    package func allows(_ localIdentifier: String) async throws(PhotoError) -> Bool {
        // Each is asked, so that the time does not depend on which of them it is in.
        var isAllowed = grants.assets.contains(localIdentifier)
        for collection in grants.collections where try await members.members(of: collection).contains(localIdentifier) {
            isAllowed = true
        }
        return isAllowed
    }

    private func require(_ localIdentifier: String) async throws(PhotoError) {
        guard try await allows(localIdentifier) else { throw Self.unknownAsset }
    }

    private static var unknownAsset: PhotoError { .notFound("there is no such photo or video here") }
    private static var unknownCollection: PhotoError { .notFound("there is no such album here") }
}

// Lists
extension LibraryView {
    /// The collections that are granted and exist, in the order in which they were granted. They are in no folder, and nothing
    /// can be added to them; their counts are exact.
    package func collections() async throws(PhotoError) -> [AssetCollection] {
        var found: [AssetCollection] = []
        for identifier in grants.collections {
            do throws(PhotoError) {
                found.append(try await collection(identifier))
            } catch {
                // Gone for now: an album that comes back is granted still.
                guard error.status == .notFound else { throw error }
            }
        }
        return found
    }

    /// A collection that is granted, as `collections()` gives it.
    package func collection(_ localIdentifier: String) async throws(PhotoError) -> AssetCollection {
        guard grants.collections.contains(localIdentifier) else { throw Self.unknownCollection }
        let whole = try await inOwnWords(Self.unknownCollection) { () throws(PhotoError) in
            try await library.collection(localIdentifier)
        }
        return AssetCollection(
            localIdentifier: whole.localIdentifier, title: whole.title, type: whole.type, subtype: whole.subtype,
            estimatedCount: try await members.members(of: localIdentifier).count)
    }

    /// The assets `[offset, offset + length)` of a collection that is granted, in its default order, fewer at the end.
    package func assets(
        of collection: String, offset: Int, length: Int
    ) async throws(PhotoError) -> [Asset] {
        guard grants.collections.contains(collection) else { throw Self.unknownCollection }
        let assets = try await inOwnWords(Self.unknownCollection) { () throws(PhotoError) in
            try await library.fetch(FetchRequest(.collection(collection)), offset: offset, length: length).assets
        }
        await members.saw(assets, in: collection)
        return assets
    }

    /// The assets that were granted one by one, in the order in which they were granted, from `offset`; those that are gone
    /// are left out, so that there may be fewer than `length` before the end.
    package func grantedAssets(offset: Int, length: Int) async throws(PhotoError) -> [Asset] {
        let piece = Array(grants.assets.dropFirst(offset).prefix(length))
        return piece.isEmpty ? [] : try await library.assets(withIdentifiers: piece)
    }

    /// How many assets were granted one by one, with those that are gone.
    package var grantedAssetCount: Int { grants.assets.count }

    private func inOwnWords<Result>(
        _ words: PhotoError, _ body: () async throws(PhotoError) -> Result
    ) async throws(PhotoError) -> Result {
        do throws(PhotoError) {
            return try await body()
        } catch {
            throw error.status == .notFound ? words : error
        }
    }
}

// One asset
extension LibraryView: PhotoReading {
    package var root: String { library.root }

    package var rendererName: String { library.rendererName }

    package func assets(withIdentifiers identifiers: [String]) async throws(PhotoError) -> [Asset] {
        var allowed: [String] = []
        for identifier in identifiers where try await allows(identifier) { allowed.append(identifier) }
        return allowed.isEmpty ? [] : try await library.assets(withIdentifiers: allowed)
    }

    package func details(of localIdentifier: String) async throws(PhotoError) -> AssetDetails {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.details(of: localIdentifier)
        }
    }

    package func videoFacts(of localIdentifier: String) async throws(PhotoError) -> VideoFacts {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.videoFacts(of: localIdentifier)
        }
    }

    package func heldImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.heldImage(
                of: localIdentifier, asset: asset, options: options, encoding: encoding, priority: priority)
        }
    }

    package func encodedImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.encodedImage(
                of: localIdentifier, asset: asset, options: options, encoding: encoding, priority: priority)
        }
    }

    package func requestURLAsset(
        for localIdentifier: String, role: RepresentationRole?
    ) async throws(PhotoError) -> OriginalFile {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.requestURLAsset(for: localIdentifier, role: role)
        }
    }

    package func requestVideo(for localIdentifier: String) async throws(PhotoError) -> OriginalFile {
        try await reading(localIdentifier) { (library) throws(PhotoError) in
            try await library.requestVideo(for: localIdentifier)
        }
    }

    package func read(
        _ reference: RepresentationReference, offset: Int64, count: Int
    ) async throws(PhotoError) -> [UInt8] {
        try await reading(reference.localIdentifier) { (library) throws(PhotoError) in
            try await library.read(reference, offset: offset, count: count)
        }
    }

    package func compatiblePhoto(_ original: OriginalFile, keepsLocation: Bool) async throws -> ConvertedPhoto? {
        try await require(original.reference.localIdentifier)
        return try await library.compatiblePhoto(original, keepsLocation: keepsLocation)
    }

    package func compatibleVideo(
        _ original: OriginalFile, keepsLocation: Bool, progress: ProgressHandler?
    ) async throws(PhotoError) -> ConvertedVideo? {
        try await reading(original.reference.localIdentifier) { (library) throws(PhotoError) in
            try await library.compatibleVideo(original, keepsLocation: keepsLocation, progress: progress)
        }
    }

    package func originalWithoutLocation(_ original: OriginalFile) async throws(PhotoError) -> LocationFreeOriginal {
        try await reading(original.reference.localIdentifier) { (library) throws(PhotoError) in
            try await library.originalWithoutLocation(original)
        }
    }

    private func reading<Result>(
        _ localIdentifier: String, _ body: (PhotoLibrary) async throws(PhotoError) -> Result
    ) async throws(PhotoError) -> Result {
        try await require(localIdentifier)
        return try await body(library)
    }
}
