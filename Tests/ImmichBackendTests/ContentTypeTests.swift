import Testing

@testable import ImmichServing

@Suite("The content type of an Immich record")
struct ContentTypeTests {
    @Test(
        "is that of its media type, in either form that raw files have",
        arguments: [
            ("image/jpeg", "public.jpeg"), ("image/jpg", "public.jpeg"), ("IMAGE/HEIC", "public.heic"),
            ("image/arw", "com.sony.arw-raw-image"), ("image/x-sony-arw", "com.sony.arw-raw-image"),
            ("image/3fr", "com.hasselblad.3fr-raw-image"), ("image/nrw", "com.nikon.raw-image"),
            ("image/x-adobe-dng", "com.adobe.raw-image"), ("image/dng", "com.adobe.raw-image"),
            ("image/svg+xml", "public.svg-image"), ("image/psd", "com.adobe.photoshop-image"),
            ("video/quicktime", "com.apple.quicktime-movie"), ("video/x-msvideo", "public.avi"),
            ("video/avi", "public.avi"), ("video/3gpp", "public.3gpp"), ("video/mpeg", "public.mpeg"),
        ])
    func isOfMediaType(mediaType: String, expected: String) {
        #expect(ContentType.of(mediaType: mediaType, filename: "a.png", isVideo: false) == expected)
        #expect(ContentType.formats.contains(expected))
    }

    @Test("is else that of the file's name, or of photos or videos in general")
    func isOfName() {
        #expect(ContentType.of(mediaType: nil, filename: "a.CR3", isVideo: false) == "com.canon.cr3-raw-image")
        #expect(ContentType.of(mediaType: "text", filename: "a.b.webm", isVideo: true) == "org.webmproject.webm")
        #expect(ContentType.of(mediaType: "image/x-", filename: "noext", isVideo: false) == "public.image")
        #expect(ContentType.of(mediaType: "video/", filename: "", isVideo: true) == "public.movie")
    }
}
