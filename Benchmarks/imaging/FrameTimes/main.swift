// How soon the frames of an opportunistic request come: picker-frame-times LIBRARY SIDE ROUNDS
//
// Prints two numbers, medians in milliseconds over all photos and rounds: from the request to its first, degraded frame
// and to its final one. One request at a time, after one round that is not counted. Exit status: 64 for wrong arguments.

internal import Glibc
internal import PhotoModel
internal import PickerHost

/// The times of one request, in milliseconds; `first` is nil when no degraded frame came.
func times(_ library: PhotoLibrary, _ identifier: String, _ side: Int) async throws -> (first: Double?, final: Double) {
    let clock = ContinuousClock()
    let options = ImageOptions(targetSize: PixelSize(width: side, height: side), resizeMode: .exact)
    let start = clock.now
    var first: Double?
    for try await result in library.requestImage(for: identifier, options: options) where result.isDegraded {
        first = first ?? (clock.now - start) / .milliseconds(1)
    }
    return (first, (clock.now - start) / .milliseconds(1))
}

func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }

func measure(_ root: String, side: Int, rounds: Int) async throws {
    let library = try await PhotoLibrary.open(LibraryConfiguration(root: root, threads: 1))
    defer { library.close() }
    let assets = try await library.fetch(.all).window(offset: 0, length: 1000)
    var firsts: [Double] = []
    var finals: [Double] = []
    for round in 0...rounds {
        for asset in assets {
            let (first, final) = try await times(library, asset.localIdentifier, side)
            guard round > 0, let first else { continue }
            firsts.append(first)
            finals.append(final)
        }
    }
    print(median(firsts), median(finals))
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let side = Int(arguments[2]), let rounds = Int(arguments[3]) else { exit(64) }
// Off the first thread, where the time to hop to it and back would count.
Task.detached {
    do {
        try await measure(arguments[1], side: side, rounds: rounds)
        exit(0)
    } catch {
        fatalError("\(error)")
    }
}
while true { pause() }
