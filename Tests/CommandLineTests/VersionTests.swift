import PhotoFixtures
import PhotoModel
import Testing

@Suite("Versions of an edited photo")
struct VersionTests {
    let fixture: ImageFixture
    let sizes = ["current": 320, "unadjusted": 160, "original": 160]

    init() throws {
        fixture = try ImageFixture()
        try fixture.photos.write("IMG_0001.JPG", try SamplePhoto.jpeg(160, 120))
        try fixture.photos.write("IMG_E0001.JPG", try SamplePhoto.jpeg(320, 240))
    }

    @Test("current has the edits, unadjusted and original do not", arguments: ["current", "unadjusted", "original"])
    func version(name: String) async throws {
        let image = try await fixture.image("IMG_0001.JPG", "--size", "full", "--rendition", name)
        #expect(image.size.width == sizes[name])
    }

    @Test("without an edit every version is the photo", arguments: ["current", "unadjusted", "original"])
    func unedited(name: String) async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "full", "--rendition", name).size.width == 800)
    }
}
