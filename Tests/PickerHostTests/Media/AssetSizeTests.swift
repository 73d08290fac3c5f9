import PhotoModel
import Testing

@testable import PickerHost

@Suite("The sizes of assets", .timeLimit(.minutes(15)))
struct AssetSizeTests {
    private static func part(_ role: RepresentationRole, bytes: Int64, from offset: Int64 = 0) -> Representation {
        Representation(
            role: role, filename: "a", path: AssetPath("a"), contentType: "public.jpeg", byteSize: bytes, contentTag: 1,
            byteOffset: offset)
    }

    private func opened() async throws -> PhotoLibrary {
        var live = sampleAsset("live", bytes: 40)
        live.representationCount = 3
        let unknown = sampleAsset("unknown", bytes: 0)
        let assets = [sampleAsset("plain", bytes: 7), live, unknown, sampleAsset("video", .video, bytes: 500)]
        let details = [
            // The last one is a part of the first one's file.
            AssetDetails(
                asset: live,
                representations: [
                    Self.part(.photo, bytes: 40), Self.part(.pairedVideo, bytes: 0),
                    Self.part(.alternate, bytes: 30, from: 10),
                ]),
            AssetDetails(asset: unknown, representations: [Self.part(.photo, bytes: 0)]),
        ]
        let script = try LibraryScript {
            ($0.assets, $0.details, $0.bytes) = (assets, details, [UInt8](repeating: 1, count: 1000))
        }
        return try await script.open()
    }

    @Test("are those of the files that represent them; one that the backend does not know is measured")
    func represented() async throws {
        let library = try await opened()
        defer { library.close() }
        let sizes = try await library.requestSize(of: ["video", "gone", "live", "unknown", "plain"])
        #expect(sizes.entries.map(\.asset.localIdentifier) == ["video", "live", "unknown", "plain"])
        #expect(sizes.entries.map(\.byteSize) == [500, 40, 1000, 7])
        #expect(sizes.total == 1547 && sizes.nonImageCount == 1 && sizes.missing == ["gone"])
    }

    @Test("are those of all their files, and of no part of a file twice")
    func all() async throws {
        let library = try await opened()
        defer { library.close() }
        let sizes = try await library.requestSize(of: ["live", "plain", "unknown"], includesRepresentations: true)
        #expect(sizes.entries.map(\.byteSize) == [1040, 7, 1000])
    }

    @Test("are known of the others when one cannot be measured", arguments: [false, true])
    func failure(includesRepresentations: Bool) async throws {
        var several = sampleAsset("several", bytes: 0)
        several.representationCount = 2
        let assets = [several, sampleAsset("single", bytes: 0), sampleAsset("plain", bytes: 7)]
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        defer { library.close() }
        let sizes = try await library.requestSize(
            of: ["single", "plain", "several", "unknown"], includesRepresentations: includesRepresentations)
        #expect(sizes.entries.map(\.asset.localIdentifier) == ["plain"] && sizes.total == 7)
        #expect(sizes.failures.map(\.asset.localIdentifier) == ["single", "several"])
        #expect(sizes.failures.allSatisfy { $0.error.status == .notFound })
        #expect(sizes.missing == ["unknown"])
    }

    @Test("have a sum that is no less than each of them, whatever the backend says")
    func sum() {
        let entries = [Int64.max, 5].map { AssetSizes.Entry(asset: sampleAsset("a"), byteSize: $0) }
        #expect(AssetSizes(entries: entries, missing: []).total == .max)
    }
}
