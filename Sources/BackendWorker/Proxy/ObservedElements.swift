internal import ABIMemory
internal import BackendAPI

/// What a host has seen of a fetch that must stay the same (R9.7): the number of elements, and which element is at
/// which place. A pure value.
struct ObservedElements: Sendable {
    /// A requested part of a fetch.
    struct Window: Hashable, Sendable {
        var offset: UInt64
        var length: UInt64
    }

    /// A hash of the elements of a window.
    struct Digest: Equatable, Sendable {
        private(set) var count: UInt64 = 0
        private var hasher = Hasher()

        mutating func add(_ identifier: picker_string) {
            count += 1
            guard let start = identifier.data else { return }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(identifier.length))
            hasher.combine(bytes.count)
            hasher.combine(bytes: bytes)
        }

        static func == (left: Self, right: Self) -> Bool {
            left.count == right.count && left.hasher.finalize() == right.hasher.finalize()
        }
    }

    /// The most windows that are remembered. A host that has seen more has to fetch again if its worker ends.
    private static let limit = 4096

    var count: UInt64?
    private(set) var windows: [Window: Digest] = [:]
    /// Whether there were more windows than are remembered.
    private(set) var isIncomplete = false

    mutating func note(_ window: Window, _ digest: Digest) {
        // A call that ended before it showed anything promised nothing.
        guard window.length > 0 else { return }
        if windows[window] != nil || windows.count < Self.limit {
            windows[window] = digest
        } else {
            isIncomplete = true
        }
    }
}
