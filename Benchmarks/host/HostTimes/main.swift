// How soon what was asked for before comes: picker-host-times LIBRARY CACHE SIDE ROUNDS
//
// Prints rows, each with median and 99th percentile in microseconds over all photos and rounds, from the call of the host to its
// answer, one request at a time: `made`, `disk` and `memory` of encoded images, `window` and `worker` of 100 assets from a backend
// in this process and in a worker. CACHE is a folder for the cache on the disk, which is empty at first. Exit status: 64 for
// wrong arguments.

internal import Glibc
internal import PhotoModel
internal import PickerHost

struct Measurement {
    let root: String
    let cache: String
    let side: Int

    func open() async throws -> PhotoLibrary {
        var configuration = LibraryConfiguration(root: root)
        configuration.diskCache = DiskCacheSettings(folder: cache)
        return try await PhotoLibrary.open(configuration)
    }

    /// The time of each asset's image in microseconds.
    func times(_ library: PhotoLibrary, _ assets: [Asset]) async throws -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        for asset in assets {
            var options = ImageOptions(
                targetSize: PixelSize(width: side, height: side), deliveryMode: .highQualityFormat)
            options.scaleDownOnly(asset)
            let start = clock.now
            let image = try await library.encodedImage(
                of: asset.localIdentifier, asset: asset, options: options, encoding: .automatic(quality: 82))
            times.append((clock.now - start) / .microseconds(1))
            precondition(!image.bytes.isEmpty, "an image without bytes")
        }
        return times
    }

    func run(rounds: Int) async throws {
        let first = try await open()
        let assets = try await first.fetch(.all).window(offset: 0, length: 1000)
        print(row("made", try await times(first, assets)))
        await first.finishCaching()
        first.close()
        var disk: [Double] = []
        var memory: [Double] = []
        for _ in 0..<rounds {
            // Without what a library has in memory. The first request of each starts a thread and opens the cache.
            let library = try await open()
            disk += try await times(library, assets).dropFirst()
            for _ in 0..<10 { memory += try await times(library, assets) }
            let counts = (disk: library.diskCacheCounts, memory: library.memoryCacheCounts)
            precondition(counts.disk.hits == assets.count && counts.memory.hits == 10 * assets.count, "\(counts)")
            library.close()
        }
        print(row("disk", disk))
        print(row("memory", memory))
        for (name, times) in try await WindowTimes(root: root).run(rounds: rounds) { print(row(name, times)) }
    }

    private func row(_ name: String, _ times: [Double]) -> String {
        let sorted = times.sorted()
        return sorted.isEmpty ? "\(name) - -" : "\(name) \(sorted[sorted.count / 2]) \(sorted[sorted.count * 99 / 100])"
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let side = Int(arguments[3]), let rounds = Int(arguments[4]) else { exit(64) }
// Off the first thread, where the time to hop to it and back would count.
Task.detached {
    do {
        try await Measurement(root: arguments[1], cache: arguments[2], side: side).run(rounds: rounds)
        exit(0)
    } catch {
        fatalError("\(error)")
    }
}
while true { pause() }
