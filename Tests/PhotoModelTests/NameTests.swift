import PhotoModel
import Testing

@Suite("Names in JSON") struct NameTests {
    @Test("Names in JSON of capabilities lead back to the same set, for every set")
    func capabilities() {
        for bits in UInt64(0)..<1024 {
            let set = BackendCapabilities(rawValue: bits)
            #expect(BackendCapabilities(names: set.names) == set)
        }
    }

    @Test("Names in JSON of capabilities have a fixed order and leave out bits without a name")
    func capabilityOrder() {
        let set: BackendCapabilities = [.search, .fullQuery, .observe, .init(rawValue: 1 << 40)]
        #expect(set.names == ["full-query", "observe", "search"])
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
    @Test("Fetch options ask for media types only when nothing else differs from the standard")
    func plain() {
        #expect(FetchOptions(mediaTypes: .video).asksOnlyMediaTypes)
        var limited = FetchOptions()
        limited.limit = 3
        var sorted = FetchOptions()
        sorted.sort = [SortKey(.filename)]
        #expect(!limited.asksOnlyMediaTypes && !sorted.asksOnlyMediaTypes)
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
