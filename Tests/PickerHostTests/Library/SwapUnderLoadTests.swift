import BackendKit
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("A hundred swaps while eight tasks ask for images", .timeLimit(.minutes(15))) struct SwapUnderLoadTests {
    // In a process of its own: other tests have threads and descriptors too.
    @Test(
        "A hundred swaps while eight tasks ask for images fail no request, close each library once, and leave no descriptor and no thread behind"
    )
    func plugins() async {
        await #expect(processExitsWith: .success) {
            let folder = try PluginFolder()
            let paths = [try folder.add("good", as: "one", id: "twin"), try folder.add("good", as: "two", id: "twin")]
            let library = try await PhotoLibrary.open(
                LibraryConfiguration(root: folder.photos.path, backend: .path(paths[0]), threads: 4),
                registry: folder.registry)
            // Once round, so that everything that is made once has been made.
            try await swapUnderLoad(library, between: paths, times: 4, asset: "minimal-landscape")
            let before = ProcessResources()
            let images = try await swapUnderLoad(
                library, between: paths, times: TestExtent.choose(100, all: 200), asset: "minimal-landscape")
            let after = ProcessResources()
            #expect(images >= 100 && after.descriptors == before.descriptors)
            // Pools may still have grown by some; a thread for each swap would be a hundred.
            #expect(after.threads <= before.threads + 20, "\(before) \(after)")
            library.close()
            let counters = try paths.map { try #require(MinimalCounters(path: $0)) }
            #expect(counters.reduce(0) { $0 + $1.librariesOpened } == 5 + TestExtent.choose(100, all: 200))
            #expect(counters.allSatisfy { $0.librariesOpened == $0.librariesClosed })
            #expect(counters.allSatisfy { $0.framesEmitted == $0.framesReleased })
        }
    }

    @Test(
        "A hundred swaps, or ten when there is no time, between plugins in workers fail no request and leave no worker")
    func workers() async throws {
        let shelf = try WorkerShelf("good")
        let other = try shelf.folder.add("good", as: "other", id: "minimal")
        let library = try await shelf.open()
        let times = TestExtent.choose(10, all: 200)
        let images = try await swapUnderLoad(
            library, between: [shelf.plugin, other], times: times, asset: "minimal-landscape")
        #expect(images >= times)
        try await wait { shelf.processes.count + WorkerShelf.processes(of: other).count == 1 }
        library.close()
        try await wait { shelf.processes.isEmpty && WorkerShelf.processes(of: other).isEmpty }
    }

    @Test(
        "A hundred swaps while eight tasks ask for images fail no request and close each library once, also with Swift on both sides"
    )
    func swift() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.ycbcr8(.yuv420))))
            }
        }
        let library = try await script.open(threads: 4)
        try await library.requestAuthorization()
        let reloads = Task { [stream = try library.changeEvents()] in
            var count = 0
            for await change in stream where change == .reload { count += 1 }
            return count
        }
        let names = [ScriptedBackends.first, ScriptedBackends.second]
        #expect(try await swapUnderLoad(library, between: names, times: 50, asset: "a") >= 50)
        library.close()
        await script.log.wait(for: "close", count: 51)
        #expect(script.log.count(of: "begin_shutdown") == 51 && script.log.count(of: "close") == 51)
        #expect(!script.log.events.contains { $0.hasSuffix("AFTER CLOSE") })
        #expect(await reloads.value == 50)
    }
}

/// Swaps back and forth while eight tasks ask for images without a pause; gives the number of images.
@discardableResult
private func swapUnderLoad(
    _ library: PhotoLibrary, between paths: [String], times: Int, asset: String
) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
        let done = SendableFlag()
        for _ in 0..<8 {
            group.addTask {
                var images = 0
                while !done.isSet {
                    let request = library.requestImage(for: asset, options: ImageOptions(targetSize: nil))
                    guard try await request.finalImage().isFinal else { throw PhotoError(.internal, "not final") }
                    images += 1
                }
                return images
            }
        }
        for number in 1...times { try await library.swap(to: .path(paths[number % 2])) }
        done.set()
        return try await group.reduce(0, +)
    }
}

private final class SendableFlag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// What a process holds of the system.
private struct ProcessResources {
    let descriptors = entries("/proc/self/fd")
    let threads = entries("/proc/self/task")

    private static func entries(_ path: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? -1
    }
}
