import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("Sizes that picker image makes")
struct ImageSizeTests {
    let fixture: ImageFixture

    init() throws { fixture = try ImageFixture() }

    @Test("an image fits into the box, with the shape of the photo")
    func fit() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "200x200")
        #expect(image.size == PixelSize(width: 200, height: 150))
        #expect(image.format == "jpeg")
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("one number is a square box")
    func squareBox() async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "100").size == PixelSize(width: 100, height: 75))
    }

    @Test("an image that fills the box has its size exactly, cut around the centre")
    func fill() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "120x120", "--mode", "fill")
        #expect(image.size == PixelSize(width: 120, height: 120))
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("full gives every pixel of the photo")
    func full() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "full")
        #expect(image.size == PixelSize(width: 800, height: 600))
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("a box larger than the photo does not enlarge it, unless exactly that is asked for")
    func enlarging() async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "4000x4000").size == PixelSize(width: 800, height: 600))
        let exact = try await fixture.image("photo.jpg", "--size", "1000x1000", "--resize", "exact")
        #expect(exact.size == PixelSize(width: 1000, height: 750))
    }

    @Test("a crop is a part of the photo", arguments: zip(["0,0,400,300", "400,0,400,300", "0,300,400,300"], 0...2))
    func crop(rect: String, quarter: Int) async throws {
        let image = try await fixture.image("photo.jpg", "--size", "full", "--crop", rect)
        #expect(image.size == PixelSize(width: 400, height: 300))
        #expect(image.shows(Array(repeating: SamplePhoto.colors[quarter], count: 4)))
    }

    @Test("a crop outside of the photo is wrong usage")
    func cropOutside() async throws {
        let out = fixture.photos.surroundings.path("o.jpg")
        let result = try await fixture.picker(
            "image", "photo.jpg", "--library", fixture.photos.path, "--size", "full", "--crop", "700,0,200,10",
            "--out", out)
        result.expectFailure(64, naming: "photo.jpg")
        #expect(!Files.exists(out))
    }

    @Test("every delivery and resize mode gives the photo", arguments: ["opportunistic", "high-quality", "fast"])
    func modes(delivery: String) async throws {
        for resize in ["exact", "fast", "none"] {
            let image = try await fixture.image(
                "photo.jpg", "--size", "300", "--delivery", delivery, "--resize", resize)
            #expect(image.shows(SamplePhoto.colors), "\(delivery) \(resize)")
        }
    }

    @Test("photos come out upright, whatever their orientation says", arguments: UInt16(1)...8)
    func orientation(value: UInt16) async throws {
        try fixture.photos.write("turned.jpg", try SamplePhoto.jpeg(320, 240, orientation: value))
        let image = try await fixture.image("turned.jpg", "--size", "160")
        // Where the four stored quarters are seen, by the definition of each value in EXIF 2.3, section 4.6.4.
        let places = [
            [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0],
            [1, 3, 0, 2],
        ]
        #expect(image.shows(places[Int(value) - 1].map { SamplePhoto.colors[$0] }))
        #expect(image.size == (value < 5 ? PixelSize(width: 160, height: 120) : PixelSize(width: 120, height: 160)))
    }
}
