import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// A picker, a library of one JPEG of 800x600 in `photo.jpg`, and a place for output.
struct ImageFixture {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(800, 600))
    }

    /// Runs `picker image` and decodes what it wrote.
    func image(
        _ asset: String = "photo.jpg", _ arguments: String..., file: String = "out.jpg"
    ) async throws -> DecodedPhoto {
        let out = photos.surroundings.path(file)
        let all = ["image", asset, "--library", photos.path, "--out", out] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        #expect(result.output.isEmpty)
        return try DecodedPhoto(try Files.bytes(out))
    }
}
