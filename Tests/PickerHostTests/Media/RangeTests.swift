import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("A range that is asked for", .timeLimit(.minutes(15)))
struct RangeTests {
    @Test("A range that is asked for and cannot be is refused before the backend hears of it, and none is empty")
    func refused() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("a")] }
        let library = try await script.open()
        let reference = RepresentationReference(localIdentifier: "a")
        for (offset, count, status) in [
            (-1, 1, .invalidArgument), (0, -1, .invalidArgument), (0, 1 << 30 + 1, .tooLarge),
        ] as [(Int64, Int, PhotoStatus)] {
            let error = await #expect(throws: PhotoError.self) {
                try await library.read(reference, offset: offset, count: count)
            }
            #expect(error?.status == status)
        }
        let none = await #expect(throws: PhotoError.self) {
            try await library.read(RepresentationReference(localIdentifier: "a", index: -1), offset: 0, count: 1)
        }
        #expect(none?.status == .notFound)
        #expect(try await library.read(reference, offset: 5, count: 0) == [])
        #expect(script.heard.withLock { $0.reads.isEmpty })
        let result = try await library.fetch()
        for (offset, length) in [(-1, 1), (0, -1)] {
            let error = await #expect(throws: PhotoError.self) {
                try await result.window(offset: offset, length: length)
            }
            #expect(error?.status == .invalidArgument)
        }
        #expect(try await result.window(offset: 1, length: .max) == [])
        library.close()
    }
}
