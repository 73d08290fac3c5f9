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
}
