import PhotoModel
import TestSupport
import Testing

@Suite struct LinkTests {
    private let folder: LibraryFolder

    init() throws {
        folder = try LibraryFolder()
        try folder.write("real/photo.jpg")
    }

    @Test func `A link to a folder that is walked anyway shows nothing twice`() throws {
        try folder.link("album", to: "real")
        try folder.link("zz", to: folder.path("real"))
        #expect(try folder.walked().paths == ["real/photo.jpg"])
    }

    @Test func `Links in a circle end`() throws {
        try folder.link("real/up", to: "..")
        try folder.link("real/self", to: ".")
        try folder.link("a.jpg", to: "b.jpg")
        try folder.link("b.jpg", to: "a.jpg")
        let walked = try folder.walked()
        #expect(walked.paths == ["real/photo.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["a.jpg", "b.jpg"])
    }

    @Test func `A link out of the library is reported and not followed`() throws {
        try folder.surroundings.write("x", to: "outside.jpg")
        try folder.link("away", to: "..")
        try folder.link("away.jpg", to: "../outside.jpg")
        let walked = try folder.walked()
        #expect(walked.paths == ["real/photo.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["away", "away.jpg"])
        #expect(walked.problems.allSatisfy { $0.reason == .accessDenied })
    }

    @Test func `A link to a file that is listed anyway is not listed`() throws {
        try folder.link("favourite.jpg", to: "real/photo.jpg")
        let walked = try folder.walked()
        #expect(walked.paths == ["real/photo.jpg"])
        #expect(walked.problems.isEmpty)
    }

    @Test func `A link to a hidden file represents it, as in an annex`() throws {
        try folder.write(".annex/objects/SHA256-1234")
        try folder.link("real/linked.jpg", to: "../.annex/objects/SHA256-1234")
        #expect(try folder.walked().paths == ["real/linked.jpg", "real/photo.jpg"])
    }

    @Test func `A link to a hidden folder is walked once, under its first name`() throws {
        try folder.write(".store/best/a.jpg")
        try folder.link("best", to: ".store/best")
        try folder.link("best again", to: folder.path(".store/best"))
        #expect(try folder.walked().paths == ["real/photo.jpg", "best/a.jpg"])
    }

    @Test func `A link that leads nowhere is reported when its name promises a photo`() throws {
        try folder.link("lost.jpg", to: "gone.jpg")
        try folder.link("lost", to: "gone")
        #expect(try folder.walked().problems.map(\.relativePath) == ["lost.jpg"])
    }
}
