import PhotoModel
import Testing

@Suite("Names in JSON") struct NameTests {
    @Test("Names in JSON of capabilities lead back to the same set, for every set")
    func capabilities() {
        for bits in UInt64(0)..<1024 {
            // Capabilities of queries are bits 32 to 40 and 48 to 51: here in other orders than the rest.
            let (conditions, keys) = (bits * 5 % 512, bits * 7 % 16)
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
        let more: BackendCapabilities = [.fullQuery, .queryText, .queryBytes]
        #expect(more.names == ["full-query", "query-text", "query-bytes"])
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
        let all = [
            "panorama", "hdr", "screenshot", "livePhoto", "depth", "burst", "raw", "animated", "stacked",
            "streamed", "highFrameRate", "timelapse",
        ]
        #expect(MediaSubtypes(rawValue: .max).names == all)
        #expect((0..<32).flatMap { MediaSubtypes(rawValue: 1 << $0).names } == all)
        #expect(MediaSubtypes(rawValue: 0xFFF8_FE00).names == [])
    }

    @Test("Names in JSON of places, sources, and items of HEIF are what programs know")
    func known() {
        #expect([Availability.unknown, .local, .remote, .offline].map(\.name) == [nil, "local", "remote", "offline"])
        let sources = (0..<5).map { CreationDate.Source(rawValue: $0)?.name }
        #expect(sources == ["unknown", "metadata", "gps", "filename", "modification"])
        #expect(CreationDate.Source(rawValue: 5) == nil)
        let kinds = ["primary", "image", "thumbnail", "depth", "alpha", "auxiliary", "sequence-frame"]
        #expect(ImageItem.Kind.allCases.map(\.name) == kinds)
        #expect(ImageItem.Kind.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("Names in JSON of smart albums are what programs know, and so are their titles")
    func smartAlbums() {
        let names = [
            "generic", "cameraRoll", "favorites", "videos", "livePhotos", "raw", "panoramas", "screenshots", "selfies",
            "bursts", "sloMo", "timelapses", "recentlyAdded", "hidden",
        ]
        let titles = [
            "", "Camera Roll", "Favorites", "Videos", "Live Photos", "RAW", "Panoramas", "Screenshots", "Selfies",
            "Bursts", "Slo-mo", "Time-lapse", "Recently Added", "Hidden",
        ]
        #expect(CollectionSubtype.allCases.map(\.name) == names)
        #expect(CollectionSubtype.allCases.map(\.title) == titles)
    }

    @Test("Names in manifests of what a backend needs have a fixed order, and others are passed over")
    func runtime() {
        let all = BackendRuntime(names: ["threads", "telepathy", "signal-handlers", "exit-handlers"])
        #expect(all.names == ["exit-handlers", "threads", "signal-handlers"] && all.rawValue == 7)
        #expect(BackendRuntime(names: ["threads"]) == .threads && BackendRuntime(names: []) == [])
    }

    @Test("Names of backends are of small letters, digits and hyphens, at most 64")
    func backends() {
        for name in ["a", "heif", "fetch-result", "3-d", String(repeating: "a", count: 64)] {
            #expect(BackendInfo.isValid(id: name), "\(name)")
        }
        for name in ["", "A", "a_b", "a b", "ä", "a.b", "a/b", "a\0", String(repeating: "a", count: 65)] {
            #expect(!BackendInfo.isValid(id: name), "\(name)")
        }
    }
}

@Suite("A failure") struct FailureTests {
    @Test("A failure may pass by itself where time helps, unless the call was to end")
    func mayPass() {
        for status in [PhotoStatus.changed, .io, .offline, .busy, .stopped, PhotoStatus(rawValue: 1999)] {
            #expect(status.mayPass, "\(status.name)")
        }
        for status in [PhotoStatus.cancelled, .deadline, .closed, .internal, .notFound, .signInRequired, .noSpace] {
            #expect(!status.mayPass, "\(status.name)")
        }
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
            ([.querySubtypes, .stacks], { $0.anySubtypes = .stacked }),
            ([.querySubtypes, .stacks], { $0.noSubtypes = [.raw, .stacked] }),
            (.queryDates, { $0.createdFrom = Timestamp(milliseconds: 0) }),
            (.queryDates, { $0.createdBefore = Timestamp(milliseconds: 0) }),
            (.queryFavorites, { $0.favoritesOnly = true }), (.queryHidden, { $0.hidden = .include }),
            (.queryHidden, { $0.hidden = .only }), (.queryRatings, { $0.ratings = Ratings(2...3) }),
            (.queryText, { $0.text = "sea" }),
            (.queryPlace, { $0.place = LocationBox(south: 0, west: 0, north: 1, east: 1) }),
            (.queryContentTypes, { $0.contentTypes = ["public.jpeg"] }), (.queryBytes, { $0.bytesFrom = 0 }),
            (.queryBytes, { $0.bytesBelow = 5 }),
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
        let facts: BackendCapabilities = [
            .queryRatings, .queryText, .queryPlace, .queryContentTypes, .queryBytes, .stacks,
        ]
        #expect(all.neededCapabilities.isSubset(of: facts.union(.fullQuery)))
    }
}

@Suite("Parts of the Earth and sets of ratings") struct FactTests {
    @Test("A box of places has its edges, and may cross the meridian of 180 degrees")
    func boxes() throws {
        let box = try #require(LocationBox(south: -10, west: 170, north: 10, east: -170))
        for (latitude, longitude) in [(-10.0, 170.0), (10, -170), (0, 180), (0, -180), (0, 175)] {
            #expect(box.contains(Location(latitude: latitude, longitude: longitude)))
        }
        for (latitude, longitude) in [(-10.1, 175.0), (10.1, 175), (0, 169.9), (0, -169.9), (0, 0)] {
            #expect(!box.contains(Location(latitude: latitude, longitude: longitude)))
        }
        let point = try #require(LocationBox(south: 5, west: 5, north: 5, east: 5))
        #expect(point.contains(Location(latitude: 5, longitude: 5)))
        #expect(!point.contains(Location(latitude: 5, longitude: 5.000001)))
    }

    @Test("A box of places has edges that are numbers in their ranges, south first")
    func invalidBoxes() {
        for edges in [
            (91, 0, 91, 0), (-91, 0, 0, 0), (0, 181, 0, 0), (0, 0, 0, -181), (1, 0, 0, 0), (.nan, 0, 0, 0),
            (0, .nan, 0, 0), (0, 0, .nan, 0), (0, 0, 0, .nan), (0, 0, .infinity, 0),
        ] as [(Double, Double, Double, Double)] {
            #expect(LocationBox(south: edges.0, west: edges.1, north: edges.2, east: edges.3) == nil, "\(edges)")
        }
    }

    @Test("A set of ratings takes what is not rated for 0, and has none outside of 0 to 5")
    func ratings() {
        #expect(Ratings(0...5) == .all && Ratings(-3...99) == .all && Ratings(7...9) == [])
        #expect(Ratings(0...0).contains(rating: nil) && !Ratings(1...5).contains(rating: nil))
        #expect(Ratings(2...3).contains(rating: 3) && !Ratings(2...3).contains(rating: 4))
        #expect(!Ratings(rawValue: .max).contains(rating: 6))
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
