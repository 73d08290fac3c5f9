internal import PhotoModel
internal import PickerHost

/// How long a window of 100 assets of a large library takes, in microseconds: in this process, and in a worker, in turns.
struct WindowTimes {
    let places: [(name: String, place: Measurement)]
    let seed: UInt64

    func run() async throws {
        var results: [(library: PhotoLibrary, result: FetchResult)] = []
        for (_, place) in places {
            let library = try await place.open()
            results.append((library, try await library.fetch(.all)))
        }
        var random = SeededNumbers(state: seed)
        var times: [[Double]] = places.map { _ in [] }
        let clock = ContinuousClock()
        let count = try await results[0].result.count()
        for round in 0..<500 {
            let offset = random.next(below: count - 100)
            for (index, one) in results.enumerated() {
                let start = clock.now
                let window = try await one.result.window(offset: offset, length: 100)
                precondition(window.count == 100)
                if round >= 20 { times[index].append((clock.now - start) / .microseconds(1)) }
            }
        }
        for (index, (name, _)) in places.enumerated() { print(Measurement.row(name, times[index])) }
        for one in results { one.library.close() }
    }
}
