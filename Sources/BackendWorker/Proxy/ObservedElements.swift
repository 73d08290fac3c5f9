internal import ABIMemory
internal import BackendAPI

/// What a host has seen of the elements of a fetch, as far as they must stay the same (R9.7): their number, and which
/// is where. A pure value.
struct ObservedElements: Sendable {
    /// A part of a fetch that was asked for.
    struct Window: Hashable, Sendable {
        var offset: UInt64
        var length: UInt64
    }

    /// What a window was answered with, in a few bytes.
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

    /// Windows at most; a host that has seen more gets no more after its worker ended.
    private static let limit = 4096

    var count: UInt64?
    private(set) var windows: [Window: Digest] = [:]
    /// Whether there was more than is remembered.
    private(set) var isIncomplete = false

    mutating func note(_ window: Window, _ digest: Digest) {
        if windows.count < Self.limit { windows[window] = digest } else { isIncomplete = true }
    }
}
