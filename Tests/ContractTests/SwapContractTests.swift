import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("Swapping while serving", .timeLimit(.minutes(15)))
struct SwapContractTests {
    // In a process of its own: other tests have threads and descriptors too.
    @Test("again and again with a second copy of itself fails no request and leaves nothing behind")
    func manySwaps() async {
        await #expect(processExitsWith: .success) {
            for backend in BackendUnderTest.all { try await SwapContractTests().swap(backend) }
        }
    }

    private func swap(_ backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        for index in 0..<8 { try folder.writePhoto("\(index).jpg", width: 320, height: 240) }
        let copies = try TemporaryFolder()
        let plugin = try backend.plugin
        let copy = copies.path("libSecondCopy.so")
        try FileManager.default.copyItem(atPath: plugin, toPath: copy)
        // Once round first: what stays loaded by design, and what is made once, is there before counting.
        _ = try await servedImages(backend, folder, whileSwappingBetween: [copy, plugin], times: 4)
        let before = (openDescriptors(), threadCount())
        // A process for each swap takes longer.
        let times = backend.isolation == .inProcess ? TestExtent.choose(15, all: 100) : TestExtent.choose(4, all: 20)
        let served = try await servedImages(backend, folder, whileSwappingBetween: [copy, plugin], times: times)
        #expect(served >= times)
        // Libraries close when their last call has ended.
        let end = ContinuousClock.now + .seconds(10)
        let mostThreads = before.1 + max(3, times / 2)
        while openDescriptors().count > before.0.count || threadCount() > mostThreads, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        let after = openDescriptors()
        #expect(after.count <= before.0.count, "\(backend): \(after), before \(before.0)")
        // Threads of pools may come or go; a thread for each swap would be as many as swaps.
        #expect(threadCount() <= mostThreads)
    }

    /// Opens the library, serves it while it is swapped, and closes it.
    private func servedImages(
        _ backend: BackendUnderTest, _ folder: FixtureFolder, whileSwappingBetween plugins: [String], times: Int
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
