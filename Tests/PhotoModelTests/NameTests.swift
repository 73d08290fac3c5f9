import PhotoModel
import Testing

@Suite("Names in JSON") struct NameTests {
    @Test("Names in JSON of capabilities lead back to the same set, for every set")
    func capabilities() {
        for bits in UInt64(0)..<1024 {
            // Capabilities of queries are bits 32 to 35 and 48 to 51: here in other orders than the rest.
            let (conditions, keys) = (bits % 16, bits * 7 % 16)
            let set = BackendCapabilities(rawValue: (bits & ~1) | (conditions << 32) | (keys << 48))
            #expect(BackendCapabilities(names: set.names) == set)
        }
    }

    @Test("Names in JSON of capabilities have a fixed order and leave out bits without a name")
    func capabilityOrder() {
        let set: BackendCapabilities = [.search, .fullQuery, .observe, .init(rawValue: 1 << 60)]
        #expect(set.names == ["full-query", "observe", "search"])
        let some = set.subtracting([.sortFilename, .queryHidden])
        #expect(
            some.names == [
                "query-subtypes", "query-dates", "query-favorites", "sort-creation-time", "sort-modification-time",
                "sort-byte-size", "observe", "search",
            ])
    }

    @Test("Names in JSON of capabilities have one for all that a query can ask for")
    func fullQuery() {
        #expect(BackendCapabilities(names: ["full-query"]) == .fullQuery)
        let each = ["query-subtypes", "query-dates", "query-favorites", "query-hidden", "sort-creation-time"]
        let keys = ["sort-modification-time", "sort-filename", "sort-byte-size"]
        #expect(BackendCapabilities(names: each + keys) == .fullQuery)
        #expect(BackendCapabilities(names: each) != .fullQuery)
    }

    @Test("Names in JSON of capabilities are refused when one is unknown")
    func unknownCapability() {
        #expect(BackendCapabilities(names: ["observe", "telepathy"]) == nil)
    }

    @Test("Names in JSON of statuses are those of the ABI, and INTERNAL for a code that is not known")
    func statuses() {
        #expect(PhotoStatus.unsupported.name == "UNSUPPORTED")
        #expect(PhotoStatus.internal.name == "INTERNAL")
        #expect(PhotoStatus.closed.description == "CLOSED")
        #expect(PhotoStatus(rawValue: 99).name == "INTERNAL")
        #expect(PhotoStatus(rawValue: 0).name == "INTERNAL")
        #expect(PhotoStatus(rawValue: -4).name == "INTERNAL")
    }

    @Test("Names in JSON of media types, collection types, roles and sources are distinct")
    func enumerations() {
        #expect(MediaType.allCases.map(\.name) == ["unknown", "image", "video", "audio"])
        #expect(CollectionType.allCases.map(\.name) == ["smartAlbum", "album", "folder", "event", "moment"])
        #expect(Set(CollectionSubtype.allCases.map(\.name)).count == 14)
        let roles = ["photo", "raw", "edited", "pairedVideo", "video", "alternate"]
        #expect(RepresentationRole.allCases.map(\.name) == roles)
        #expect(CreationDate.Source.gps.name == "gps")
        #expect(AuthorizationStatus.notDetermined.name == "notDetermined")
    }

    @Test("Names in JSON of media subtypes have a fixed order")
    func subtypes() {
        #expect(MediaSubtypes([.timelapse, .raw, .panorama]).names == ["panorama", "raw", "timelapse"])
    }
}

@Suite("Sets of types") struct TypeSetTests {
    @Test("Sets of types contain the types that they were made of, and `any` contains all")
    func membership() {
        #expect(MediaTypes([.image, .video]).contains(MediaType.video))
        #expect(!MediaTypes.image.contains(MediaType.video))
        for type in MediaType.allCases { #expect(MediaTypes.any.contains(type)) }
        for type in CollectionType.allCases {
            #expect(CollectionTypes.any.contains(type))
            #expect(CollectionTypes(type).contains(type))
        }
        #expect(!CollectionTypes(.album).contains(CollectionType.event))
    }
}

@Suite("Fetch options") struct FetchOptionsTests {
    @Test("Fetch options need a capability for each condition and sort key, and none for media types and a limit")
    func capabilities() {
        var options = FetchOptions(mediaTypes: .video)
        options.limit = 3
        #expect(options.neededCapabilities == [])
        let changes: [(BackendCapabilities, (inout FetchOptions) -> Void)] = [
            (.querySubtypes, { $0.anySubtypes = .raw }), (.querySubtypes, { $0.noSubtypes = .raw }),
            (.queryDates, { $0.createdFrom = Timestamp(milliseconds: 0) }),
            (.queryDates, { $0.createdBefore = Timestamp(milliseconds: 0) }),
            (.queryFavorites, { $0.favoritesOnly = true }), (.queryHidden, { $0.hidden = .include }),
            (.queryHidden, { $0.hidden = .only }),
            (.sortFilename, { $0.sort = [SortKey(.filename)] }),
            ([.sortByteSize, .sortModificationTime], { $0.sort = [SortKey(.byteSize), SortKey(.modificationTime)] }),
            (.sortCreationTime, { $0.sort = [SortKey(.creationTime, isDescending: true)] }),
        ]
        var all = options
        for (needed, change) in changes {
            var some = options
            change(&some)
            #expect(some.neededCapabilities == needed)
            if all.sort.isEmpty { change(&all) }
        }
        #expect(all.neededCapabilities.isSubset(of: .fullQuery))
    }
}

@Suite("A path inside a library") struct AssetPathTests {
    @Test("A path inside a library keeps bytes that are not UTF-8, and shows U+FFFD for them")
    func bytes() {
        let path = AssetPath(bytes: [0x61, 0xFF, 0x2F, 0x62])
        #expect(path.text == "a\u{FFFD}/b" && !path.isUTF8)
        #expect(AssetPath("ä/🌄.jpg").isUTF8 && AssetPath("ä/🌄.jpg").text == "ä/🌄.jpg")
    }

    @Test("A path inside a library that looks the same in other code points is another file")
    func normalization() {
        #expect(AssetPath("\u{E4}") != AssetPath("a\u{308}"))
    }

    @Test("A path inside a library is in a diagnostic with the same bytes")
    func diagnostics() {
        let path = AssetPath(bytes: [0xFE])
        #expect(Diagnostic(path: path, reason: .io, message: "").relativePath == "\u{FFFD}")
        #expect(Diagnostic(relativePath: "a", reason: .io, message: "").path == AssetPath("a"))
    }
}
