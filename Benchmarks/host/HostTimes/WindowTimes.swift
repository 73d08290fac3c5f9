internal import PhotoModel
internal import PickerHost

/// How long a window of 100 assets takes that was read before, in microseconds, from the call of the host to its answer: of a
/// backend in this process, and of one in a worker.
struct WindowTimes {
    let root: String
    private static let length = 100
    /// The first ones start threads, and fill what is kept.
    private static let unmeasured = 50

    func run(rounds: Int) async throws -> [(name: String, times: [Double])] {
        // In turns, so that what else the machine does falls on both.
        let libraries = [("window", try await open(.inProcess)), ("worker", try await open(.worker))]
        var results: [(name: String, times: [Double])] = libraries.map { ($0.0, []) }
        for _ in 0..<rounds {
            for (index, (_, library)) in libraries.enumerated() { results[index].times += try await times(library) }
        }
        for (_, library) in libraries { library.close() }
        return results
    }

    private func open(_ isolation: BackendIsolation) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(
            LibraryConfiguration(root: root), registry: BackendRegistry(isolation: isolation))
    }

    private func times(_ library: PhotoLibrary) async throws -> [Double] {
        let clock = ContinuousClock()
        let result = try await library.fetch(.all)
        var times: [Double] = []
        for number in 0..<Self.unmeasured * 5 {
            let start = clock.now
            let window = try await result.window(offset: 0, length: Self.length)
            if number >= Self.unmeasured { times.append((clock.now - start) / .microseconds(1)) }
            precondition(window.count == Self.length, "a window of \(window.count)")
        }
        return times
    }
}
