// What the host takes: picker-host-times TASK LIBRARY ARGUMENTS…
//
//     hits LIBRARY CACHE SIDE ROUNDS     images that were asked for before; CACHE is a folder that is empty at first
//     windows LIBRARY DATA SEED          windows of a large library, in this process and in a worker
//     scroll LIBRARY DATA SEED STOPS PLACE      a fast scroll; PLACE is `here` or `worker`
//     flood LIBRARY DATA SECONDS PLACE   many images at full resolution, and what else is asked meanwhile
//
// DATA is a folder for the index. Exit status: 64 for wrong arguments.

internal import Glibc
internal import PickerHost

let arguments = CommandLine.arguments

private func run() async throws {
    let rest = Array(arguments.dropFirst(3))
    switch (arguments.dropFirst().first, rest.count) {
    case ("hits", 3):
        guard let side = Int(rest[1]), let rounds = Int(rest[2]) else { exit(64) }
        try await HitTimes(place: Measurement(root: arguments[2], cache: rest[0]), side: side, rounds: rounds).run()
    case ("windows", 2):
        guard let seed = UInt64(rest[1]) else { exit(64) }
        let here = Measurement(root: arguments[2], data: rest[0])
        let isolated = Measurement(root: arguments[2], data: rest[0] + "-worker", isIsolated: true)
        try await WindowTimes(places: [("here", here), ("worker", isolated)], seed: seed).run()
    case ("scroll", 4):
        guard let seed = UInt64(rest[1]), let stops = Int(rest[2]) else { exit(64) }
        let place = Measurement(root: arguments[2], data: rest[0], isIsolated: rest[3] == "worker")
        try await ScrollTrace(place: place, seed: seed, stops: stops).run()
    case ("flood", 3):
        guard let seconds = Int(rest[1]) else { exit(64) }
        let place = Measurement(root: arguments[2], data: rest[0], isIsolated: rest[2] == "worker")
        try await FloodTimes(place: place, seconds: seconds).run()
    default: exit(64)
    }
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
