internal import BackendAPI
internal import PhotoModel

/// Checks of smart albums of which the subtype says what is in them, and of photos for which another one stands.
extension LibraryChecks {
    static let kindChecks = [
        Check(
            "library.albums-of-kinds",
            "Smart albums of videos, favourites, Live Photos and the like have assets of that kind, and no others",
            "R7.3 R16.2",
            remedy: "Ask of each asset what the subtype of the album says, as its record tells it."
        ) { context throws(CheckStop) in try albumsOfKinds(context) },
        Check(
            "library.stacks",
            "Of each burst one photo stands for the others, which alone are marked and are left out where that is asked for",
            "R9.23 R5.11",
            remedy:
                "Set PICKER_SUBTYPE_STACKED on all photos of a burst but one, or do not declare stacks and refuse the bit in queries."
        ) { context throws(CheckStop) in try stacks(context) },
    ]

    private typealias Kind = (name: String, subtype: UInt32, isWhole: Bool, contains: @Sendable (AssetCopy) -> Bool)

    /// Those of which records tell what belongs to them, and whether all of that does: of a burst one may be enough.
    private static let kinds: [Kind] = [
        ("favourites", PICKER_COLLECTION_FAVORITES, true, { $0.isFavorite }),
        ("videos", PICKER_COLLECTION_VIDEOS, true, { $0.mediaType == PICKER_MEDIA_VIDEO }),
        subtype("Live Photos", PICKER_COLLECTION_LIVE_PHOTOS, PICKER_SUBTYPE_LIVE_PHOTO, isWhole: true),
        subtype("RAW photos", PICKER_COLLECTION_RAW, PICKER_SUBTYPE_RAW, isWhole: true),
        subtype("panoramas", PICKER_COLLECTION_PANORAMAS, PICKER_SUBTYPE_PANORAMA),
        subtype("screenshots", PICKER_COLLECTION_SCREENSHOTS, PICKER_SUBTYPE_SCREENSHOT),
        subtype("bursts", PICKER_COLLECTION_BURSTS, PICKER_SUBTYPE_BURST),
        subtype("slow motion", PICKER_COLLECTION_SLO_MO, PICKER_SUBTYPE_HIGH_FRAME_RATE),
        subtype("time lapses", PICKER_COLLECTION_TIMELAPSES, PICKER_SUBTYPE_TIMELAPSE),
    ]

    private static func subtype(_ name: String, _ collection: UInt32, _ bit: UInt32, isWhole: Bool = false) -> Kind {
        (name, collection, isWhole, { $0.subtypes & bit != 0 })
    }

    private static func albumsOfKinds(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        try writeKinds(context)
        let library = try context.open()
        let all = try library.assets()
        for album in try library.collections() where album.type == PICKER_COLLECTION_SMART_ALBUM {
            guard let kind = kinds.first(where: { $0.subtype == album.subtype }) else { continue }
            let members = try library.assets(FetchRequest(.collection(album.identifier)))
            if let other = members.first(where: { !kind.contains($0) }) {
                throw .failed("\(other.path) is in \(album.title), the album of \(kind.name), and is none of them")
            }
            let known = Set(members.map(\.identifier))
            let missing = all.first { kind.contains($0) && !known.contains($0.identifier) }
            if kind.isWhole, let missing {
                throw .failed("\(missing.path) is not in \(album.title), the album of \(kind.name), and is one of them")
            }
        }
    }

    /// A video, a favourite, a screenshot and a burst, for backends that know them by what is in them or by their names. Live
    /// Photos and RAW files are in the kit's library.
    private static func writeKinds(_ context: CheckContext) throws(CheckStop) {
        if try context.info().formats.contains("public.avi") { try MediaExtensionChecks.writeVideo(context) }
        guard try context.info().formats.contains(PhotoFormat.jpeg.rawValue) else { return }
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        let files: [(BytePath, [UInt8])] = [
            ("favourite.jpg", XMPBlock(rating: 5).inserted(into: photo)),
            ("Screenshot_20210615-083000.jpg", photo), ("IMG_20190101_120000_BURST001.jpg", photo),
        ]
        for (path, bytes) in files { try Files.write(bytes, to: context.root / path, date: FixtureLibrary.firstDate) }
    }

    // MARK: Stacks

    /// The names that phones give to a burst.
    private static let burst: [BytePath] = [
        "IMG_20190203_120000_BURST001.jpg", "IMG_20190203_120000_BURST002.jpg",
        "IMG_20190203_120000_BURST003_COVER.jpg",
    ]

    private static func stacks(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        if try context.info().formats.contains(PhotoFormat.jpeg.rawValue) {
            let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
            for path in burst { try Files.write(photo, to: context.root / path, date: FixtureLibrary.firstDate) }
        }
        let library = try context.open()
        let all = try library.assets()
        guard try context.served(by: library).contains(.stacks) else { return try noStacks(context, library, all) }
        let stacked = all.filter { $0.subtypes & PICKER_SUBTYPE_STACKED != 0 }
        if let other = stacked.first(where: { $0.subtypes & PICKER_SUBTYPE_BURST == 0 }) {
            throw .failed("\(other.path) is stacked, and no photo of a burst")
        }
        try expect(context, library, { $0.any_subtypes = PICKER_SUBTYPE_STACKED }, stacked)
        let shown = all.filter { $0.subtypes & PICKER_SUBTYPE_STACKED == 0 }
        try expect(context, library, { $0.no_subtypes = PICKER_SUBTYPE_STACKED }, shown)
        // Who does not know bursts by their names may know others.
        let known = all.filter { burst.contains($0.path.name) && $0.subtypes & PICKER_SUBTYPE_BURST != 0 }
        guard known.count == burst.count else { return }
        let standing = known.count { $0.subtypes & PICKER_SUBTYPE_STACKED == 0 }
        try context.expect(standing == 1, "of a burst of \(burst.count) photos \(standing) are not stacked, not 1")
    }

    private static func expect(
        _ context: CheckContext, _ library: Library, _ condition: (inout picker_query) -> Void, _ expected: [AssetCopy]
    ) throws(CheckStop) {
        let query = FetchRequest.everything(condition)
        let found = try library.assets(FetchRequest(query: query)).map(\.identifier)
        try context.expect(
            found == expected.map(\.identifier),
            "\(query.any_subtypes == 0 ? "without" : "with") stacked photos alone, \(found.count) came, not \(expected.count)"
        )
    }

    /// Who does not stack has no photo that is stacked, and does not pass over the bit.
    private static func noStacks(_ context: CheckContext, _ library: Library, _ all: [AssetCopy]) throws(CheckStop) {
        if let asset = all.first(where: { $0.subtypes & PICKER_SUBTYPE_STACKED != 0 }) {
            throw .failed("\(asset.path) is stacked, and the backend does not declare stacks")
        }
        let queries = [
            FetchRequest.everything { $0.any_subtypes = PICKER_SUBTYPE_STACKED },
            FetchRequest.everything { $0.no_subtypes = PICKER_SUBTYPE_STACKED },
        ]
        for query in queries {
            let reply = library.fetch(FetchRequest(query: query)).reply
            // Who was built with headers before those with the bit does not know it.
            try context.expect(
                [PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT].contains(reply.status),
                "\(reply.operation) for stacked photos answered \(reply.described)")
        }
    }
}
