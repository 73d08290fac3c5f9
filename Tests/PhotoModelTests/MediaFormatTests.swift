import PhotoModel
import Testing

@Suite("The names of formats")
struct MediaFormatTests {
    @Test("lead back to the format", arguments: MediaFormat.allCases)
    func leadBack(format: MediaFormat) {
        #expect(MediaFormat(uniformTypeIdentifier: format.uniformTypeIdentifier) == format)
        #expect(MediaFormat(mimeType: format.mimeType) == format)
        #expect(MediaFormat(filenameExtension: format.preferredExtension.uppercased()) == format)
        #expect(format.extensions.contains(format.preferredExtension))
        #expect(MediaFormat.mimeType(of: format.uniformTypeIdentifier) == format.mimeType)
    }

    @Test("are found by other extensions, too", arguments: [("jpeg", MediaFormat.jpeg), ("NRW", .nef), ("m2ts", .ts)])
    func findOtherExtensions(name: String, format: MediaFormat) {
        #expect(MediaFormat(filenameExtension: name) == format)
    }

    @Test("are nil and bytes for what is none of ours", arguments: ["", "com.adobe.pdf", "public.svg-image", "jpg"])
    func nameNothingElse(identifier: String) {
        #expect(MediaFormat(uniformTypeIdentifier: identifier) == nil)
        #expect(MediaFormat.mimeType(of: identifier) == "application/octet-stream")
    }

    @Test(
        "change a file's extension where it is another format's",
        arguments: [
            ("a.HEIC", MediaFormat.jpeg, "a.jpg"), ("a.JPEG", .jpeg, "a.JPEG"), ("clip.m4v", .mp4, "clip.m4v"),
            ("clip.mov", .mp4, "clip.mp4"), (".hidden", .png, ".hidden.png"), ("none", .png, "none.png"),
            ("a.b.tif", .jpeg, "a.b.jpg"),
        ] as [(String, MediaFormat, String)])
    func changeExtensions(name: String, format: MediaFormat, expected: String) {
        #expect(format.filename(name) == expected)
    }
}
