internal import PhotoModel
internal import PickerHost
internal import SessionStorage

/// Copies the grants of programs from one library to another: those of the same photos, by their paths, and of the same
/// albums, by their content.
///
/// A grant that already exists is not added again, so that the command may be repeated.
struct GrantCopy {
    /// A grant whose subject is not found in the other library.
    struct Lost: Encodable {
        let client: String
        let title: String
        let reason: String
    }

    let store: SQLSessionStore
    let from: PhotoLibrary
    let to: PhotoLibrary

    init(store: SQLSessionStore, from: PhotoLibrary, to: PhotoLibrary) {
        (self.store, self.from, self.to) = (store, from, to)
    }

    /// - Returns: how many grants were copied or exist in the other library already, and those that could not be copied.
    func run() async throws -> (count: Int, lost: [Lost]) {
        var count = 0
        var lost: [Lost] = []
        let grants = try await store.grants()
        let there = Dictionary(grouping: grants.filter { $0.library == to.root }) { $0.client.identifier }
            .mapValues { Set($0.map(\.subject)) }
        for grant in grants where grant.library == from.root {
            switch try await copy(of: grant.subject, besides: there[grant.client.identifier] ?? []) {
            case .subject(let subject):
                let new = NewGrant(
                    client: grant.client.identifier, library: to.root, subject: subject, title: grant.title)
                _ = try await store.addGrant(new, now: .now)
                count += 1
            case .lost(let reason):
                lost.append(Lost(client: grant.client.name, title: grant.title, reason: reason))
            }
        }
        return (count, lost)
    }

    /// The counterpart of a grant's subject in the other library.
    private enum Copy {
        case subject(Grant.Subject)
        /// Why the grant has no counterpart.
        case lost(String)

        static let gone = Copy.lost("is not in the library any more")
    }

    /// - Parameter known: what the program may already see in the other library.
    private func copy(of subject: Grant.Subject, besides known: Set<Grant.Subject>) async throws -> Copy {
        switch subject {
        case .asset(let identifier):
            guard let asset = try await from.assets(withIdentifiers: [identifier]).first,
                let other = try await to.asset(at: asset.path)
            else { return .gone }
            // A photo from elsewhere may have the same path, and was never granted.
            guard CopiedPhoto(other) == CopiedPhoto(asset) else {
                return .lost("is another photo in the library, of the same path")
            }
            return .subject(.asset(other.localIdentifier))
        case .collection(let identifier):
            guard let album = try await found({ try await from.collection(identifier) }) else { return .gone }
            var reason: String?
            for candidate in try await collections(like: album) {
                let copied = Grant.Subject.collection(candidate)
                if known.contains(copied) { return .subject(copied) }
                guard let objection = try await self.objection(to: candidate, of: identifier) else {
                    return .subject(copied)
                }
                reason = reason ?? objection
            }
            return reason.map { Copy.lost($0) } ?? .gone
        }
    }

    /// Why a collection of the library may not be granted for one of the folder; nil if it may be.
    ///
    /// Photos from elsewhere, which were never granted, may be in it: a smart album covers the whole library, and the album of a
    /// folder has those of each folder of that path. One of recent additions contains everything that was just moved.
    private func objection(to copy: String, of original: String) async throws -> String? {
        let (there, here) = try await (to.count(of: .collection(copy)), from.count(of: .collection(original)))
        guard there <= here else {
            return "has more photos in the library than in the folder; grant it there if all may be seen"
        }
        // As many may be others: one from elsewhere in the place of one that could not be brought in.
        var photos: Set<CopiedPhoto> = []
        _ = try await from.allPhotos(of: original) { photo in
            photos.insert(photo)
            return true
        }
        let isPart = try await to.allPhotos(of: copy) { photos.contains($0) }
        return isPart ? nil : "has other photos in the library than in the folder; grant it there if all may be seen"
    }

    /// The collections that may be the counterpart of one of the folder, by subtype, or by title and folder.
    private func collections(like album: AssetCollection) async throws -> [String] {
        let all = try await to.allCollections()
        if album.subtype != .generic {
            return all.first { $0.subtype == album.subtype }.map { [$0.localIdentifier] } ?? []
        }
        // An album without photos is in no library on a server; a program sees nothing in it either way.
        guard let member = try await from.firstAsset(of: album.localIdentifier) else { return [] }
        var found: [String] = []
        for candidate in all where candidate.title == album.title && candidate.type == album.type {
            let other = try await to.firstAsset(of: candidate.localIdentifier)
            if let other, other.path.folder == member.path.folder { found.append(candidate.localIdentifier) }
        }
        return found
    }

    private func found<Value>(_ ask: () async throws -> Value) async throws -> Value? {
        do {
            return try await ask()
        } catch let error as PhotoError where error.status == .notFound {
            return nil
        }
    }
}

/// What tells a photo from others, in whichever library it is.
private struct CopiedPhoto: Hashable {
    private let path: AssetPath
    private let byteSize: Int64
    private let creationTime: Timestamp?

    init(_ asset: Asset) { (path, byteSize, creationTime) = (asset.path, asset.byteSize, asset.creation?.time) }
}

extension PhotoLibrary {
    fileprivate func asset(at path: AssetPath) async throws -> Asset? {
        try await fetch(FetchRequest(.paths([path])), offset: 0, length: 1).assets.first
    }

    fileprivate func firstAsset(of collection: String) async throws -> Asset? {
        try await fetch(FetchRequest(.collection(collection)), offset: 0, length: 1).assets.first
    }

    /// Whether all photos of a collection meet a condition. None is read after the first one that does not.
    fileprivate func allPhotos(of collection: String, meet: (CopiedPhoto) -> Bool) async throws -> Bool {
        let all = try await fetch(FetchRequest(.collection(collection)))
        var reading = all.reading()
        while true {
            let assets = try await all.window(offset: reading.offset, length: 500)
            guard !assets.isEmpty else { return true }
            try reading.add(assets)
            guard assets.allSatisfy({ meet(CopiedPhoto($0)) }) else { return false }
        }
    }
}

extension AssetPath {
    /// The bytes up to the last slash; none for what is in the library's own folder.
    fileprivate var folder: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) } ?? []
    }
}
