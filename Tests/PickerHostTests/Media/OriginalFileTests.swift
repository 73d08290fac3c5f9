import PhotoModel
import Testing

@testable import PickerHost

@Suite("A file of an asset")
struct OriginalFileTests {
    private func original(_ contentType: String, _ role: RepresentationRole, _ type: MediaType) -> OriginalFile {
        OriginalFile(
            asset: sampleAsset("a", type),
            representation: Representation(
                role: role, filename: "a", path: AssetPath("a"), contentType: contentType, byteSize: 1, contentTag: 1),
            reference: RepresentationReference(localIdentifier: "a"), path: [])
    }

    @Test(
        "is a video by its format, and by what the backend says of it if Picker does not know the format",
        arguments: [
            ("public.mpeg-4", .video, .video, true), ("public.jpeg", .photo, .image, false),
            ("com.apple.quicktime-movie", .pairedVideo, .image, true), ("public.3gpp", .video, .video, true),
            ("public.movie", .pairedVideo, .image, true), ("public.movie", .edited, .video, true),
            ("public.svg-image", .photo, .image, false), ("example.photo", .edited, .image, false),
        ] as [(String, RepresentationRole, MediaType, Bool)])
    func isVideo(contentType: String, role: RepresentationRole, type: MediaType, isVideo: Bool) {
        #expect(original(contentType, role, type).isVideo == isVideo)
    }

    /// A file at this path below the library's folder.
    private func file(_ path: [UInt8], _ filename: String, _ contentType: String) -> OriginalFile {
        OriginalFile(
            asset: sampleAsset("a"),
            representation: Representation(
                role: .photo, filename: filename, path: AssetPath(bytes: path), contentType: contentType, byteSize: 1,
                contentTag: 1),
            reference: RepresentationReference(localIdentifier: "a"), path: [])
    }

    @Test(
        "is saved under a name that says what is in it, whatever its own name says",
        arguments: [
            ("IMG_1.JPEG", "public.jpeg", "IMG_1.JPEG"), ("a.jpg", "public.png", "a.png"),
            ("a.b.JPG", "public.heic", "a.b.heic"), ("plain", "public.jpeg", "plain.jpg"),
            (".hidden", "public.jpeg", ".hidden.jpg"), ("a.xyz", "example.unknown", "a.xyz"),
        ])
    func names(filename: String, contentType: String, expected: String) {
        let original = file(Array("folder/\(filename)".utf8), filename, contentType)
        #expect(original.trueFilename == expected && original.trueFilenameBytes == Array(expected.utf8))
    }

    @Test("is saved under the bytes of its name where those are not UTF-8, and with another ending if it needs one")
    func rawNames() {
        let (folder, raw): ([UInt8], [UInt8]) = (Array("folder/".utf8), [0x61, 0xFF])
        let jpeg = Array(".jpg".utf8)
        let png = Array(".png".utf8)
        #expect(file(folder + raw + jpeg, "a\u{FFFD}.jpg", "public.jpeg").trueFilenameBytes == raw + jpeg)
        #expect(file(raw + jpeg, "a\u{FFFD}.jpg", "public.png").trueFilenameBytes == raw + png)
        #expect(file(folder + raw, "a\u{FFFD}", "public.png").trueFilenameBytes == raw + png)
        #expect(file(folder + [0x2E, 0xFF], ".\u{FFFD}", "public.png").trueFilenameBytes == [0x2E, 0xFF] + png)
        // The backend calls it otherwise.
        let other = file(folder + raw + jpeg, "other.jpg", "public.png")
        #expect(other.trueFilenameBytes == Array("other.png".utf8))
    }

    @Test("is converted to a file of the same name with the ending of its new format")
    func converted() {
        let original = file(Array("a.heic".utf8), "a.heic", "public.heic")
        #expect(original.filename(asPNG: true) == "a.png" && original.filename(asPNG: false) == "a.jpg")
        #expect(original.filename(as: .mp4) == "a.mp4")
    }
}
