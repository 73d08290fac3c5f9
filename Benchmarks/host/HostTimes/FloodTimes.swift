internal import Foundation
internal import PhotoModel
internal import PickerHost

/// Asks for 1,000 images at full resolution at once, and for albums and a thumbnail again and again meanwhile, for some seconds.
///
/// Prints the milliseconds that both took, how many full images were made, the memory before and the most of it, and the budget,
/// all in MiB.
struct FloodTimes {
    let place: Measurement
    let seconds: Int

    func run() async throws {
        let library = try await place.open()
        let assets = try await library.fetch(.all).window(offset: 0, length: 4000)
        _ = try await thumbnail(library, assets[assets.count - 1])
        let before = Self.memory("VmRSS")
        let flood = (0..<1000).map { number in
            Task.detached {
                // What is made is held until the reader has it, which is at once here.
                _ = try await library.encodedImage(
                    of: assets[number].localIdentifier, asset: assets[number],
                    options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat),
                    encoding: .automatic(quality: 82), priority: .near)
            }
        }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var (albums, thumbnails): ([Double], [Double]) = ([], [])
        var next = 1000
        while clock.now < end {
            let start = clock.now
            _ = try await library.collections()
            let middle = clock.now
            _ = try await thumbnail(library, assets[next])
            albums.append((middle - start) / .milliseconds(1))
            thumbnails.append((clock.now - middle) / .milliseconds(1))
            next += 1
            try await Task.sleep(for: .milliseconds(5))
        }
        let made = library.imageWorkCounts.made - thumbnails.count - 1
        for task in flood { task.cancel() }
        print(Measurement.row("albums", albums))
        print(Measurement.row("thumbnails", thumbnails))
        print("made \(made)")
        let budget = LibraryConfiguration(root: place.root).imageMemory >> 20
        print("memory \(before) \(Self.memory("VmHWM")) \(budget)")
        library.close()
    }

    private func thumbnail(_ library: PhotoLibrary, _ asset: Asset) async throws -> EncodedImage {
        try await library.encodedImage(
            of: asset.localIdentifier, asset: asset, options: Measurement.thumbnail(256, of: asset),
            encoding: .automatic(quality: 82))
    }

    /// Of this process, in MiB.
    private static func memory(_ field: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(field) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) >> 10
    }
}
