import BackendKit
import BackendServing
import PhotoFixtures
import PhotoFolder
import PhotoModel
import Testing

@Suite("An image by its number")
struct NumberedImageTests {
    @Test("An image by its number is refused for a file that has one image by its format, as its list is")
    func otherFormats() throws {
        let folder = try FixtureFolder()
        try folder.write("a.jpg")
        let serving = FileServing(
            root: try LibraryRoot(path: Array(folder.path.utf8)), host: BackendHost(), sizes: .any)
        let files = AssetFiles(
            folder: [], members: [AssetFiles.Member(name: Array("a.jpg".utf8), role: .photo, format: .jpeg)])
        func request(_ item: Int?) throws -> Int {
            var frames = 0
            try serving.requestImage(
                of: files, item: item, options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat),
                acceptedFormats: [.gray8, .rgb8, .rgba8, .ycbcr8], call: BackendCall(),
                deliver: { _ in
                    frames += 1
                    return .more
                })
            return frames
        }
        #expect(try request(nil) == 1)
        let error = #expect(throws: PhotoError.self) { try request(7) }
        #expect(error?.status == .unsupportedFormat)
        #expect(throws: PhotoError.self) { try serving.items(of: files) }
    }
}
