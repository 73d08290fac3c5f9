import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@Suite("Making an album") struct AlbumCreationTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private func create(_ title: String) throws -> String {
        String(decoding: try folder.open().createAlbum(title: title), as: UTF8.self)
    }

    @Test("Making an album makes a folder with that name in the root, once")
    func makes() throws {
        #expect(try create("Küste 2024") == "Küste 2024")
        #expect(try create("Küste 2024") == "Küste 2024")
        #expect(try folder.names() == ["Küste 2024"])
    }

    @Test("Making an album finds the one whose title is written with other code points, and leaves its name alone")
    func normalization() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        try folder.makeFolder(decomposed)
        #expect(Array(try create(composed).utf8) == Array(decomposed.utf8))
        #expect(try folder.names().count == 1)
        #expect(try create("CAFÉ") == "CAFÉ")
        #expect(try folder.names().count == 2)
    }

    @Test("Making an album does not mistake a folder inside of another, or a link, for it")
    func elsewhere() throws {
        try folder.makeFolder("2024/Coast")
        #expect(try create("Coast") == "Coast")
        try folder.link("Link", to: folder.surroundings.path)
        #expect(throws: WritingError.self) { try create("Link") }
    }

    @Test(
        "Making an album is refused for what is no title",
        arguments: [
            "", " ", "\u{3000}\t", "/", "a/b", ".", "..", ".hidden", "@eaDir", "a\nb", "a\0b",
            String(repeating: "x", count: 256),
        ])
    func refused(title: String) throws {
        let error = #expect(throws: WritingError.self) { try create(title) }
        #expect(error?.status == .invalidArgument)
        #expect(try folder.names() == [])
    }

    @Test("Making an album is refused where a file has that name")
    func fileInTheWay() throws {
        try folder.write("Coast")
        let error = #expect(throws: WritingError.self) { try create("Coast") }
        #expect(error?.status == .invalidArgument)
    }

    @Test("Making an album at the same time in many places makes one", .timeLimit(.minutes(10)))
    func race() async throws {
        let titles = ["Caf\u{E9}", "Cafe\u{301}"]
        let folder = folder
        let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<16 {
                group.addTask {
                    try await onThread { try folder.open().createAlbum(title: titles[number % 2]) }
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        #expect(try folder.names().count == 1)
    }
}
