// What answers of a large library take through the host and its plugin, in this process: picker-scale-times ROUNDS SEED
//
// Standard input is a JSON object {"location": …, "settings": {…}, "words": […]}. Prints a line each: a name without spaces
// and the times in milliseconds; without words, the library is opened and nothing more. Exit status: 64 for wrong arguments.

internal import Foundation
internal import Glibc
internal import PhotoModel
internal import PickerHost

struct Order: Decodable {
    let location: String
    let settings: [String: String]
    let words: [String]
}

private func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let rounds = Int(arguments[1]), rounds > 1, let seed = UInt64(arguments[2]) else {
        exit(64)
    }
    let order = try JSONDecoder().decode(Order.self, from: FileHandle.standardInput.readDataToEndOfFile())
    var configuration = LibraryConfiguration(root: order.location)
    configuration.settings = order.settings
    let library = try await PhotoLibrary.open(configuration, registry: BackendRegistry(isolation: .inProcess))
    defer { library.close() }
    // The first that opens an empty database makes its tables.
    guard !order.words.isEmpty else { return }
    var times = ScaleTimes(
        library: library, rounds: rounds, words: order.words, random: SeededNumbers(state: seed))
    try await times.run()
}

// Off the first thread, where the time to hop to it and back would count.
Task.detached {
    do {
        try await run()
        exit(0)
    } catch {
        fatalError("\(error)")
    }
}
while true { pause() }
