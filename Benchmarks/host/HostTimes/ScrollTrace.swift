internal import PhotoModel
internal import PickerHost

/// Scrolls through a large library at 60 rows a second and stops for a second, again and again, by a seeded trace. Each cell asks
/// for its thumbnail when it comes onto the screen, and takes that back when it leaves it.
///
/// Prints what a screen has, the most requests that were alive at a time, images that were begun and those of them that were
/// there in time, and the milliseconds after a stop at which the cells had their images.
struct ScrollTrace {
    static let columns = 8
    static let rows = 6
    static let rowsEachSecond = 60
    static let side = 256

    let place: Measurement
    let seed: UInt64
    let stops: Int

    /// What is shown: when its image was there, and the task that asks for it.
    private final class Cell: Sendable {
        let task: Task<ContinuousClock.Instant?, Never>

        init(_ library: PhotoLibrary, _ asset: Asset) {
            task = Task.detached {
                let image = try? await library.encodedImage(
                    of: asset.localIdentifier, asset: asset,
                    options: Measurement.thumbnail(ScrollTrace.side, of: asset),
                    encoding: .automatic(quality: 82))
                return image.map { _ in ContinuousClock.now }
            }
        }
    }

    func run() async throws {
        let library = try await place.open()
        defer { library.close() }
        let result = try await library.fetch(.all)
        let lastRow = try await result.count() / Self.columns
        var random = SeededNumbers(state: seed)
        var times: [Double] = []
        var screens: [Double] = []
        var mostAlive = 0
        for _ in 0..<stops {
            // Half a second to two.
            let length = 30 + random.next(below: 91) + Self.rows
            let assets = try await result.window(
                offset: random.next(below: lastRow - length) * Self.columns, length: length * Self.columns)
            let isUpward = random.next(below: 3) == 0
            let cells = try await scroll(library, isUpward ? assets.reversed() : assets) {
                mostAlive = max(mostAlive, $0)
            }
            let screen = try await stop(cells)
            times += screen
            screens.append(Measurement.percentile(screen, 95))
        }
        let counts = library.imageWorkCounts
        print("screen \(Self.columns * Self.rows)")
        print("alive \(mostAlive)")
        print("begun \(counts.begun)")
        print("made \(counts.made)")
        print("failed \(counts.failed)")
        print("cells \(Measurement.percentile(times, 50)) \(Measurement.percentile(times, 95))")
        print("screens \(Measurement.percentile(screens, 50)) \(screens.max() ?? .nan)")
    }

    /// - Parameter note: gets how many requests are alive after each row.
    /// - Returns: the cells that are on the screen in the end.
    private func scroll(_ library: PhotoLibrary, _ assets: [Asset], _ note: (Int) -> Void) async throws -> [Cell] {
        let clock = ContinuousClock()
        let begin = clock.now
        var shown: [Cell] = []
        for row in 0..<assets.count / Self.columns {
            for cell in shown.prefix(max(0, shown.count - Self.columns * (Self.rows - 1))) { cell.task.cancel() }
            shown.removeFirst(max(0, shown.count - Self.columns * (Self.rows - 1)))
            shown += assets[row * Self.columns..<(row + 1) * Self.columns].map { Cell(library, $0) }
            try await clock.sleep(until: begin + .seconds(row + 1) / Self.rowsEachSecond, tolerance: .zero)
            note(library.imageWorkCounts.requests)
        }
        return shown
    }

    /// How long after this each cell had its image, in milliseconds.
    private func stop(_ cells: [Cell]) async throws -> [Double] {
        let clock = ContinuousClock()
        let begin = clock.now
        var times: [Double] = []
        for cell in cells {
            guard let time = await cell.task.value else { fatalError("an image that is on the screen failed") }
            times.append(max(0, (time - begin) / .milliseconds(1)))
        }
        try await clock.sleep(until: begin + .seconds(1), tolerance: .zero)
        return times
    }
}
