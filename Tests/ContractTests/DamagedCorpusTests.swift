import Imaging
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite(
    "Damaged files of the corpus through a backend",
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct DamagedCorpusTests {
    private static let options = ImageOptions(
        targetSize: PixelSize(width: 256, height: 256), deliveryMode: .highQualityFormat)

    /// What may be said of a file that cannot be shown.
    private static let reasons: Set<PhotoStatus> = [.corruptMedia, .unsupportedFormat, .tooLarge, .unsupported]

    @Test(
        "are shown within the box or refused with a reason, and none holds up the rest", arguments: BackendUnderTest.all
    )
    func endsCleanly(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path + "/malformed")
        defer { library.close() }
        let assets = try await library.fetch().window(offset: 0, length: .max)
        #expect(assets.count > 300)
        for asset in assets where asset.mediaType == .image {
            let start = ContinuousClock.now
            do {
                let image = try await library.requestImage(for: asset.localIdentifier, options: Self.options)
                    .finalImage().pixels
                #expect(max(image.size.width, image.size.height) <= 256, "\(asset.filename)")
            } catch {
                let known = error as? PhotoError
                #expect(known.map { Self.reasons.contains($0.status) } ?? false, "\(asset.filename): \(error)")
                #expect(known?.message.contains("\n") == false, "\(asset.filename)")
            }
            // Milliseconds, when nothing else runs; here a hundred other tests do.
            #expect(start.duration(to: .now) < .seconds(120), "\(asset.filename)")
        }
    }
}
