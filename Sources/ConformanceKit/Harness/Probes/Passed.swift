internal import Platform

/// What is passed in one call and no other: it is overwritten when that returned, so that a plugin which kept a pointer
/// instead of a copy finds something else there (R9.5).
struct Passed<Value> {
    let value: Value
    private let places: PassedPlaces

    /// - Parameter make: makes structs, texts and arrays; those that it takes from elsewhere stay as they are.
    init(_ make: () -> Value) {
        let places = PassedPlaces()
        self.places = places
        value = PassedPlaces.$current.withValue(places, operation: make)
    }

    /// The call returned.
    func end() { places.overwrite() }
}

/// Memory that is passed in a call. Used by the thread that makes the call.
final class PassedPlaces: @unchecked Sendable {  // Unchecked: the class says who uses it.
    /// Where what is made on this thread is noted; nil: it stays as it is.
    @TaskLocal static var current: PassedPlaces?

    private var places: [(start: UnsafeMutableRawPointer, count: Int)] = []

    static func note(_ start: UnsafeMutableRawPointer, _ count: Int) { current?.places.append((start, count)) }

    func overwrite() {
        for place in places { place.start.initializeMemory(as: UInt8.self, repeating: 0xDB, count: place.count) }
        places = []
    }
}
