import PhotoFolder
import PhotoModel
import Testing

@Suite struct AssetSearchTests {
    private let folder: LibraryFolder
    private let root: LibraryRoot
    private let store: AssetStore
    private let search: AssetSearch

    init() throws {
        folder = try LibraryFolder()
        for name in ["a/IMG_1.jpg", "a/b/IMG_2.jpg", "IMG_3.jpg"] { try folder.write(name) }
        try folder.write("a/IMG_1.dng", MediaBytes.dng)
        try folder.write("a/text.jpg", Array("text".utf8))
        root = try folder.open()
        store = AssetStore(identity: root.identity)
        search = AssetSearch(root, store: store)
    }

    private func found(_ paths: String...) throws -> [String?] {
        let identifiers = paths.map { root.identity.asset(at: Array($0.utf8)) }
        return try search.indexes(of: identifiers).map { index in
            index.map { String(decoding: store.files($0).path, as: UTF8.self) }
        }
    }

    private func represented(_ paths: String...) throws -> [String?] {
        try search.indexes(ofFiles: paths.map { Array($0.utf8) }).map { index in
            index.map { String(decoding: store.files($0).path, as: UTF8.self) }
        }
    }

    @Test func `Assets that no walk met are found by their identifiers, in their order`() throws {
        #expect(
            try found("IMG_3.jpg", "a/b/IMG_2.jpg", "a/IMG_1.jpg") == ["IMG_3.jpg", "a/b/IMG_2.jpg", "a/IMG_1.jpg"])
    }

    @Test func `A search that is cancelled while it lists a folder says so, and the next one finds the photo`() throws {
        for number in 0..<600 { try folder.write("many/\(number).txt", []) }
        try folder.write("many/IMG_6.jpg")
        let path = Array("many/IMG_6.jpg".utf8)
        for limit in 0..<4 {
            var asked = 0
            let cancellation = Cancellation {
                asked += 1
                return asked > limit ? .cancelled : nil
            }
            #expect(throws: Cancellation.Reason.cancelled) {
                try search.indexes(ofFiles: [path], cancellation: cancellation)
            }
            asked = 0
            #expect(throws: Cancellation.Reason.cancelled) {
                try search.indexes(of: [root.identity.asset(at: path)], cancellation: cancellation)
            }
        }
        #expect(try search.indexes(ofFiles: [path])[0] != nil)
    }

    @Test func `A traversal whose listing of a folder was cancelled lists it in the next step`() throws {
        var walk = LibraryTraversal(root)
        var begun = 0
        func step(_ cancellation: Cancellation) -> Bool {
            walk.step(cancellation: cancellation) { if case .folder = $0 { begun += 1 } }
        }
        let isCut = step(Cancellation { .cancelled })
        #expect(isCut && begun == 0)
        let goesOn = step(.never)
        #expect(goesOn && begun == 1)
    }

    @Test func `An asset that is found has all its files`() throws {
        let index = try #require(try search.indexes(of: [root.identity.asset(at: Array("a/IMG_1.jpg".utf8))])[0])
        #expect(store.files(index).members.map(\.role) == [.photo, .raw])
    }

    @Test func `Identifiers of files that represent no asset lead nowhere`() throws {
        #expect(try found("a/IMG_1.dng", "a/text.jpg", "gone.jpg", "IMG_3.jpg") == [nil, nil, nil, "IMG_3.jpg"])
    }

    @Test func `Any file of an asset leads to it by its path`() throws {
        #expect(
            try represented("a/IMG_1.dng", "a/IMG_1.jpg", "IMG_3.jpg", "a/b/IMG_2.jpg")
                == ["a/IMG_1.jpg", "a/IMG_1.jpg", "IMG_3.jpg", "a/b/IMG_2.jpg"])
        for path in ["", "/", "a", "a/", "/a/IMG_1.jpg", "../x", "a/../IMG_3.jpg", "a/text.jpg", "gone/IMG_1.jpg"] {
            #expect(try represented(path) == [nil], "\(path)")
        }
    }

    @Test func `Files of several folders in turn lead to their assets in the order asked`() throws {
        try folder.write("a/IMG_4.jpg")
        try folder.write("IMG_5.jpg")
        #expect(
            try represented("IMG_3.jpg", "a/IMG_4.jpg", "gone.jpg", "IMG_5.jpg", "a/IMG_1.dng", "IMG_3.jpg")
                == ["IMG_3.jpg", "a/IMG_4.jpg", nil, "IMG_5.jpg", "a/IMG_1.jpg", "IMG_3.jpg"])
    }

    @Test func `A link leads to the asset that it points at`() throws {
        try folder.link("favourite.jpg", to: "a/IMG_1.jpg")
        try folder.link("album", to: "a")
        #expect(try represented("favourite.jpg", "album/IMG_1.jpg") == ["a/IMG_1.jpg", "a/IMG_1.jpg"])
    }

    @Test func `Hidden files are not found`() throws {
        try folder.write(".secret/IMG_9.jpg")
        #expect(try found(".secret/IMG_9.jpg") == [nil])
        #expect(try represented(".secret/IMG_9.jpg") == [nil])
    }

    @Test func `An asset whose files changed is given again, an old entry stays`() throws {
        let identifier = root.identity.asset(at: Array("IMG_3.jpg".utf8))
        let before = try #require(try search.indexes(of: [identifier])[0])
        try folder.write("IMG_3.dng", MediaBytes.dng)
        let found = FoundAssets(LibraryTraversal(root), mediaTypes: .any, store: store)
        #expect(try found.count() == 3)
        let after = try #require(store.index(of: identifier))
        #expect(store.files(before).members.count == 1)
        #expect(store.files(after).members.count == 2)
    }
}
