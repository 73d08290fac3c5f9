import HTTPTypes
import PhotoModel
import PickerHost
import Testing

@testable import PickerServer

@Suite("What a page may narrow a list to")
struct NarrowingTests {
    private static let all: BackendCapabilities = [.querySubtypes, .queryFavorites, .stacks]

    @Test("are the kinds that the session allows and the library finds")
    func kinds() {
        #expect(Narrowing.kinds(of: .any, []) == [.photos, .videos])
        #expect(Narrowing.kinds(of: .any, .querySubtypes) == [.photos, .videos, .live, .raw, .screenshots])
        #expect(Narrowing.kinds(of: .any, .stacks) == [.photos, .videos])
        #expect(Narrowing.kinds(of: .any, .queryFavorites) == [.photos, .videos, .favorites])
        #expect(Narrowing.kinds(of: .any, Self.all) == Narrowing.Kind.allCases)
        #expect(Narrowing.kinds(of: .image, Self.all) == [.live, .raw, .favorites, .screenshots, .stacks])
        #expect(Narrowing.kinds(of: .video, Self.all) == [.favorites])
        #expect(Narrowing.kinds(of: .video, []).isEmpty)
    }

    @Test("are named where another one is asked for")
    func refused() throws {
        var narrowing = Narrowing(mediaTypes: .any)
        try narrowing.narrow(kind: "live", text: nil, served: .querySubtypes)
        #expect(narrowing.kind == .live && narrowing.text == nil)
        let error = #expect(throws: ServerError.self) {
            var narrowing = Narrowing(mediaTypes: .any)
            try narrowing.narrow(kind: "live", text: nil, served: .queryFavorites)
        }
        #expect(error?.status == .badRequest)
        #expect(error?.message == "kind must be one of: photos, videos, favorites")
        let none = #expect(throws: ServerError.self) {
            var narrowing = Narrowing(mediaTypes: .video)
            try narrowing.narrow(kind: "photos", text: nil, served: [])
        }
        #expect(none?.message == "kind must be one of: none here")
    }

    @Test("are words of at most 512 bytes, of which blanks alone are none")
    func words() throws {
        var narrowing = Narrowing(mediaTypes: .any)
        for blanks in ["", " ", "\t\n", String(repeating: " ", count: 600)] {
            try narrowing.narrow(kind: nil, text: blanks, served: [])
            #expect(narrowing.text == nil && narrowing.kind == nil)
        }
        let longest = String(repeating: "\u{E9}", count: 256)
        try narrowing.narrow(kind: nil, text: longest, served: [])
        #expect(narrowing.text == longest)
        let error = #expect(throws: ServerError.self) {
            var narrowing = Narrowing(mediaTypes: .any)
            try narrowing.narrow(kind: nil, text: longest + "a", served: [])
        }
        #expect(error?.message == "text must have at most 512 bytes")
    }

    @Test("become the fetch that finds them, by day where the library can sort")
    func requests() {
        func options(_ kind: Narrowing.Kind?, of types: MediaTypes = .any) -> FetchOptions {
            Narrowing(mediaTypes: types, kind: kind).request(in: "c", served: []).options
        }
        #expect(options(nil) == FetchOptions(mediaTypes: .any) && options(nil, of: .video).mediaTypes == .video)
        #expect(options(.photos).mediaTypes == .image && options(.videos).mediaTypes == .video)
        #expect(options(.live).anySubtypes == .livePhoto && options(.raw).anySubtypes == .raw)
        #expect(options(.screenshots).anySubtypes == .screenshot && options(.favorites).favoritesOnly)
        #expect(options(.stacks).noSubtypes == .stacked && options(.stacks).anySubtypes.isEmpty)
        #expect(!options(.live).favoritesOnly && options(.favorites).anySubtypes.isEmpty)
        let searched = Narrowing(mediaTypes: .image, text: "sea")
        let sorted = searched.request(in: "c", served: .sortCreationTime)
        #expect(sorted.scope == .collection("c") && sorted.searchText == "sea" && !sorted.namesChanges)
        #expect(sorted.options.sort == [SortKey(.creationTime)])
        #expect(searched.request(in: "c", served: []).options.sort.isEmpty)
        #expect(Narrowing(mediaTypes: .image).request(in: "c", served: .sortCreationTime).options.sort.isEmpty)
    }
}
