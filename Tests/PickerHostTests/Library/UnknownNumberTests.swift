import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Numbers that a backend does not know yet", .timeLimit(.minutes(5))) struct UnknownNumberTests {
    @Test("A fetch that does not know its count is read to its end when the count is asked for, and known from then on")
    func count() async throws {
        let script = try LibraryScript { answers in
            answers.assets = (0..<2_500).map { sampleAsset("\($0)") }
            answers.countsLate = true
        }
        let library = try await script.open()
        try await library.requestAuthorization()
        let result = try await library.fetch(.all)
        #expect(try await result.knownCount() == nil)
        #expect(try await result.window(offset: 0, length: 100).count == 100)
        #expect(try await result.knownCount() == nil)
        #expect(try await result.count() == 2_500)
        let windows = ["window 0+1000", "window 1000+1000", "window 2000+1000"]
        #expect(windows.allSatisfy { script.log.count(of: $0) == 1 })
        #expect(try await result.knownCount() == 2_500)
        #expect(try await library.count(of: .all) == 2_500)
        library.close()
    }

    @Test(
        "A representation whose size is not known has as many bytes as can be read",
        arguments: [0, 1, 2, 3, 1000, 4097])
    func size(count: Int) async throws {
        let script = try LibraryScript { answers in
            answers.bytes = [UInt8](repeating: 7, count: count)
            let asset = sampleAsset("a")
            let file = Representation(
                role: .photo, filename: "a.jpg", path: AssetPath("a.jpg"), contentType: "public.jpeg", byteSize: 0,
                contentTag: 0)
            answers.details = [AssetDetails(asset: asset, representations: [file], camera: nil)]
        }
        let library = try await script.open()
        try await library.requestAuthorization()
        #expect(try await library.requestURLAsset(for: "a").byteSize == Int64(count))
        library.close()
    }

    @Test("A representation that must not be fetched is measured and converted without the network")
    func local() async throws {
        let script = try LibraryScript { answers in
            answers.bytes = [UInt8](repeating: 7, count: 100)
            let file = Representation(
                role: .photo, filename: "a.jpg", path: AssetPath("a.jpg"), contentType: "public.jpeg", byteSize: 0,
                contentTag: 0)
            answers.details = [AssetDetails(asset: sampleAsset("a"), representations: [file], camera: nil)]
            answers.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8)))
            }
        }
        let library = try await script.open()
        let original = try await library.requestURLAsset(for: "a", role: nil, allowsNetwork: false)
        #expect(original.byteSize == 100 && !original.reference.allowsNetwork)
        let photo = try await library.compatiblePhoto(original)
        #expect(photo?.contentType == "public.jpeg")
        let (reads, images) = script.heard.withLock { ($0.reads, $0.imageOptions) }
        #expect(reads.count > 1 && reads.allSatisfy { !$0.allowsNetwork })
        #expect(images.map(\.allowsNetwork) == [false])
        library.close()
    }
}
