import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Values of a library in PostgreSQL")
struct LibraryValueTests {
    private let identity = LibraryIdentity(root: Array("postgresql://db/club".utf8))

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func albums(_ paths: [String]) -> AlbumTree {
        AlbumTree(
            paths.map { path in
                AlbumTree.Album(
                    path: bytes(path), record: AssetCollection(localIdentifier: path, title: path, type: .album))
            }, identity)
    }

    @Test("Albums are in the folders that they are in, in natural sort, an album before the list of its folder")
    func tree() {
        let tree = albums(["b", "a/x", "a", "a/10", "a/9", "c/d/e"])
        let top = tree.collections(in: [])
        #expect(top.map(\.type) == [.album, .folder, .album, .folder])
        #expect(top.map(\.title) == ["a", "a", "b", "c"])
        #expect(tree.collections(in: bytes("a")).map(\.title) == ["a/9", "a/10", "a/x"])
        let inside = tree.collections(in: bytes("c"))
        #expect(inside.map(\.title) == ["d"])
        #expect(inside.first?.parent == identity.collectionList(folder: bytes("c")).text)
        #expect(tree.list(identity.collectionList(folder: bytes("c/d")).text)?.folder == bytes("c/d"))
        #expect(tree.list(identity.collectionList(folder: bytes("b")).text)?.folder == nil)
        #expect(tree.collections(in: bytes("none")).isEmpty)
    }

    @Test("The parent of an album is the list of the folder around it, none at the top; a title is one line")
    func parents() {
        let parent = AlbumTree.parent(of: bytes("a/b/c"), identity)
        #expect(parent == identity.collectionList(folder: bytes("a/b")).text)
        #expect(AlbumTree.parent(of: bytes("a"), identity) == nil)
        #expect(AlbumTree.title(ofFolder: bytes("x/a\nb\u{1}")) == "a b ")
    }

    private func file(_ contentType: String, isTurned: Bool = false, levels: [Int]) -> StoredFile {
        let representation = Representation(
            role: .photo, filename: "a", path: AssetPath("a"), contentType: contentType, byteSize: 1, contentTag: 1,
            pixelWidth: 4000, pixelHeight: 3000)
        let sizes = [PixelSize(width: 512, height: 384), PixelSize(width: 2048, height: 1536)]
        return StoredFile(
            representation: representation, hash: [], objectSize: 1, isTurned: isTurned,
            renditions: levels.map { .init(level: $0, size: sizes[$0], byteSize: 1) })
    }

    private func best(_ file: StoredFile, _ side: Int?) throws -> ImageChoices.Choice? {
        let target = side.map { PixelSize(width: $0, height: $0) }
        return try ImageChoices(file, for: ImageOptions(targetSize: target)).best
    }

    @Test("The smallest image that has the pixels is delivered, and the file itself only where hosts read it upright")
    func choices() throws {
        let jpeg = file("public.jpeg", levels: [1, 0])
        #expect(try best(jpeg, 300) == .rendition(0))
        #expect(try best(jpeg, 1000) == .rendition(1))
        #expect(try best(jpeg, nil) == .original)
        #expect(try ImageChoices(jpeg, for: ImageOptions(targetSize: nil)).smallest == .rendition(0))
        for other in [file("public.heic", levels: [0, 1]), file("public.jpeg", isTurned: true, levels: [0, 1])] {
            #expect(try best(other, nil) == .rendition(1), "the largest that there is")
            #expect(try !ImageChoices(other, for: ImageOptions(targetSize: nil)).isEnough(.rendition(1)))
        }
        #expect(try best(file("public.heic", levels: []), 300) == nil)
    }

    @Test("A change token is of one library, and is read in the one form in which it is written")
    func tokens() {
        let token = ChangeToken(12, of: "u-1")
        #expect(ChangeToken(token.bytes, of: "u-1")?.change == 12)
        #expect(ChangeToken(token.bytes, of: "u-2")?.change == nil)
        let start = String(decoding: token.bytes.dropLast(2), as: UTF8.self)
        for number in ["", "-1", "+1", "01", "1 ", "x", "99999999999999999999"] {
            #expect(ChangeToken(bytes(start + number), of: "u-1")?.change == nil, "\(number)")
        }
    }

    @Test("What is read of a change is read once, and again after another change or in another past")
    func readOfChange() throws {
        let value = ReadOfChange<Int>()
        var reads = 0
        func read(at change: Int64, past: Int = 0) throws -> Int {
            try value.value(at: HistoryPoint(change: change, past: past)) { () throws(PhotoError) in
                reads += 1
                return reads
            }
        }
        let first = try [read(at: 1), read(at: 1), read(at: 2), read(at: 2)]
        #expect(first == [1, 1, 2, 2])
        let last = try [read(at: 2, past: 1), read(at: 1)]
        #expect(last == [3, 4])
        #expect(throws: PhotoError.self) {
            try value.value(at: HistoryPoint(change: 9, past: 0)) { () throws(PhotoError) -> Int in
                throw PhotoError(.io, "not read")
            }
        }
        let kept = try read(at: 1)
        #expect(kept == 4, "what could not be read takes the place of nothing")
    }
}
