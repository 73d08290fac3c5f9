import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Pixels
import TestSupport
import Testing

@Suite("Swapping while serving", .timeLimit(.minutes(15)))
struct SwapContractTests {
    // In a process of its own: other tests have threads and descriptors too.
    @Test("a hundred times with a second copy of itself fails no request and leaves nothing behind")
    func hundredSwaps() async {
        await #expect(processExitsWith: .success) {
            for backend in BackendUnderTest.all { try await SwapContractTests().swapHundredTimes(backend) }
        }
    }

    private func swapHundredTimes(_ backend: BackendUnderTest) async throws {
        let folder = try PhotoFolder()
        for index in 0..<8 { try folder.writePhoto("\(index).jpg", width: 320, height: 240) }
        let copies = try TemporaryFolder()
        let plugin = try backend.plugin
        let copy = copies.path("libSecondCopy.so")
        try FileManager.default.copyItem(atPath: plugin, toPath: copy)
        // Once round first: what stays loaded by design, and what is made once, is there before counting.
        _ = try await servedImages(backend, folder, whileSwappingBetween: [copy, plugin], times: 4)
        let before = (descriptorCount(), threadCount())
        // A process for each swap takes longer.
        let times = backend.isolation == .inProcess ? 100 : 20
        let served = try await servedImages(backend, folder, whileSwappingBetween: [copy, plugin], times: times)
        #expect(served >= times)
        // Libraries close when their last call has ended.
        for _ in 0..<1000 where descriptorCount() > before.0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(descriptorCount() <= before.0)
        // A thread of the system's own pool may come or go.
        #expect(threadCount() <= before.1 + 2)
    }

    /// Opens the library, serves it while it is swapped, and closes it.
    private func servedImages(
        _ backend: BackendUnderTest, _ folder: PhotoFolder, whileSwappingBetween plugins: [String], times: Int
    ) async throws -> Int {
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let photos = try await library.fetch().window(offset: 0, length: .max).map(\.localIdentifier)
        return try await serve(library, photos, whileSwappingBetween: plugins, times: times)
    }

    /// Asks for each photo in a task of its own, without a pause, until the swaps are done.
    ///
    /// - Returns: the number of images.
    private func serve(
        _ library: PhotoLibrary, _ photos: [String], whileSwappingBetween plugins: [String], times: Int
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            let isSwapping = Flag()
            for photo in photos {
                group.addTask {
                    var count = 0
                    while isSwapping.isRaised {
                        let options = ImageOptions(targetSize: PixelSize(width: 64, height: 64))
                        _ = try await library.requestImage(for: photo, options: options).finalImage()
                        count += 1
                    }
                    return count
                }
            }
            for number in 0..<times { try await library.swap(to: .path(plugins[number % 2])) }
            isSwapping.lower()
            return try await group.reduce(0, +)
        }
    }
}

/// Raised until somebody lowers it.
final class Flag: @unchecked Sendable {  // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var raised = true

    var isRaised: Bool { lock.withLock { raised } }
    func lower() { lock.withLock { raised = false } }
}
