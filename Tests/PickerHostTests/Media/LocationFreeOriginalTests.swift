import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("An original without the place where it was taken", .timeLimit(.minutes(15)))
struct LocationFreeOriginalTests {
    private func original(_ contentType: String, byteSize: Int64) -> OriginalFile {
        OriginalFile(
            asset: sampleAsset("a"),
            representation: Representation(
                role: .photo, filename: "a.jpg", path: AssetPath("a.jpg"), contentType: contentType, byteSize: byteSize,
                contentTag: 1),
            reference: RepresentationReference(localIdentifier: "a"), path: [])
    }

    private static let refusals: [(type: String, byteSize: Int64, status: PhotoStatus)] = [
        ("public.png", 100, .unsupportedFormat), ("public.mpeg-4", 100, .unsupportedFormat),
        ("public.jpeg", .max, .tooLarge),
    ]

    @Test("is refused for other formats, and for more bytes than a photo may have, before a byte is read")
    func refused() async throws {
        let script = try LibraryScript { $0.bytes = [0xFF, 0xD8] }
        let library = try await script.open()
        defer { library.close() }
        for (type, byteSize, status) in Self.refusals {
            let error = await #expect(throws: PhotoError.self) {
                _ = try await library.originalWithoutLocation(original(type, byteSize: byteSize))
            }
            #expect(error?.status == status && error?.message.hasPrefix("a.jpg: ") == true, "\(type)")
        }
        #expect(script.heard.withLock { $0.reads.isEmpty })
    }

    @Test("is not made of a part of the photo: one that got shorter while it was read has changed")
    func shorter() async throws {
        let script = try LibraryScript { $0.bytes = [0xFF, 0xD8, 0xFF, 0xD9] }
        let library = try await script.open()
        defer { library.close() }
        let message = "a.jpg: it got shorter while it was read; try again"
        await #expect(throws: PhotoError(.changed, message)) {
            _ = try await library.originalWithoutLocation(original("public.jpeg", byteSize: 5))
        }
        // As much as was there at first, and then the rest that is not there.
        #expect(script.heard.withLock { $0.reads.map(\.offset) } == [0, 4])
    }

    @Test("is none where there is no byte")
    func empty() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        defer { library.close() }
        await #expect(throws: PhotoError(.corruptMedia, "a.jpg: it is empty")) {
            _ = try await library.originalWithoutLocation(original("public.jpeg", byteSize: 0))
        }
    }
}
