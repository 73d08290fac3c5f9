import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Pixels
import TestSupport
import Testing

@Suite("Swapping while serving", .serialized)
struct SwapContractTests {
    @Test(
        "a hundred times with a second copy of itself fails no request and leaves nothing",
        arguments: BackendUnderTest.all)
    func hundredSwaps(backend: BackendUnderTest) async throws {
        let folder = try PhotoFolder()
        for index in 0..<8 { try folder.writePhoto("\(index).jpg", width: 320, height: 240) }
        let copies = try TemporaryFolder()
        let plugin = try backend.plugin
        let copy = copies.path("libSecondCopy.so")
        try FileManager.default.copyItem(atPath: plugin, toPath: copy)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let photos = try await library.fetch().window(offset: 0, length: .max).map(\.localIdentifier)
        // One swap each way and a full pool first: what stays loaded by design is there before counting.
        try await library.swap(to: .path(copy))
        try await library.swap(to: .path(plugin))
        _ = try await serve(library, photos, rounds: 1)
        let before = (descriptorCount(), threadCount())
        let served = try await withThrowingTaskGroup(of: Int.self) { group in
            let isSwapping = Flag()
            group.addTask {
                for number in 0..<100 { try await library.swap(to: .path(number % 2 == 0 ? copy : plugin)) }
                isSwapping.lower()
                return 0
            }
            for photo in photos {
                group.addTask {
                    var count = 0
                    while isSwapping.isRaised { count += try await serve(library, [photo], rounds: 1) }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(served >= 100)
        #expect(descriptorCount() <= before.0)
        #expect(threadCount() <= before.1)
    }

    private func serve(_ library: PhotoLibrary, _ photos: [String], rounds: Int) async throws -> Int {
        let options = ImageOptions(targetSize: PixelSize(width: 64, height: 64))
        for _ in 0..<rounds {
            for photo in photos { _ = try await library.requestImage(for: photo, options: options).finalImage() }
        }
        return photos.count * rounds
    }
}

/// Raised until somebody lowers it.
final class Flag: @unchecked Sendable {  // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var raised = true

    var isRaised: Bool { lock.withLock { raised } }
    func lower() { lock.withLock { raised = false } }
}
