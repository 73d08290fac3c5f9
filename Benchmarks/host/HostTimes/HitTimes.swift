internal import PhotoModel
internal import PickerHost

/// How soon encoded images that were asked for before come, in microseconds from the call of the host to its answer, one
/// request at a time: `made`, `disk` and `memory`.
struct HitTimes {
    let place: Measurement
    let side: Int
    let rounds: Int

    func run() async throws {
        let first = try await place.open()
        let assets = try await first.fetch(.all).window(offset: 0, length: 1000)
        print(Measurement.row("made", try await times(first, assets)))
        await first.finishCaching()
        first.close()
        var disk: [Double] = []
        var memory: [Double] = []
        for _ in 0..<rounds {
            // Without what a library has in memory. The first request of each starts a thread and opens the cache.
            let library = try await place.open()
            disk += try await times(library, assets).dropFirst()
            for _ in 0..<10 { memory += try await times(library, assets) }
            let counts = (disk: library.diskCacheCounts, memory: library.memoryCacheCounts)
            precondition(counts.disk.hits == assets.count && counts.memory.hits == 10 * assets.count, "\(counts)")
            library.close()
        }
        print(Measurement.row("disk", disk))
        print(Measurement.row("memory", memory))
    }

    /// The time of each asset's image.
    private func times(_ library: PhotoLibrary, _ assets: [Asset]) async throws -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        for asset in assets {
            let start = clock.now
            let image = try await library.encodedImage(
                of: asset.localIdentifier, asset: asset, options: Measurement.thumbnail(side, of: asset),
                encoding: .automatic(quality: 82))
            times.append((clock.now - start) / .microseconds(1))
            precondition(!image.bytes.isEmpty, "an image without bytes")
        }
        return times
    }
}
