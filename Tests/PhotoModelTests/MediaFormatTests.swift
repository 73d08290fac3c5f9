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

    @Test("are found by names that other systems give them")
    func findOtherNames() {
        #expect(MediaFormat(uniformTypeIdentifier: "public.webp") == .webp)
        #expect(MediaFormat(filenameExtension: "hif") == .heic && MediaFormat(filenameExtension: "ogg") == .ogv)
        #expect(MediaFormat(filenameExtension: "3FR") == .threeFR && MediaFormat(filenameExtension: "3gp") == nil)
        #expect(MediaFormat(filenameExtension: "") == nil && MediaFormat(filenameExtension: ".jpg") == nil)
    }

    @Test("are promised by extensions of videos of phones, and not by one that is usually of sound")
    func promise() {
        let promised = MediaFormat.promisedByExtension
        #expect(promised["3gp"] == .mp4 && promised["3g2"] == .mp4 && promised["ogg"] == nil && promised["ogv"] == .ogv)
        #expect(promised["jpe"] == .jpeg && promised["mpo"] == .jpeg && promised["txt"] == nil && promised[""] == nil)
        for format in MediaFormat.allCases { #expect(promised[format.preferredExtension] == format) }
    }

    @Test("are those of images, of RAW files or of videos")
    func kinds() {
        #expect(
            MediaFormat.allCases.filter { $0.kind == .image }
                == [.jpeg, .png, .gif, .webp, .tiff, .bmp, .psd, .jxl, .jp2, .heic, .heif, .avif])
        #expect(
            MediaFormat.allCases.filter { $0.kind == .video }
                == [.mp4, .mov, .m4v, .mkv, .webm, .avi, .wmv, .flv, .ogv, .mpg, .ts])
    }
}
