internal import BackendAPI
public import PhotoModel
internal import Platform

/// Where a program keeps the secrets of backends for one library, such as the token of a sign-in. Used on any thread.
public protocol SecretKeeping: Sendable {
    /// Everything that is kept, by key; empty when there is nothing.
    func read() throws(PhotoError) -> [String: [UInt8]]
    /// Changes what is kept, permanently. Two changes at the same time are made one after the other.
    func change(_ body: (inout [String: [UInt8]]) throws(PhotoError) -> Void) throws(PhotoError)
}

/// A library that has secrets: the number by which backends name it, as long as this lives.
final class SecretPlace: Sendable {
    private static let places = Mutex<[UInt64: any SecretKeeping]>([:])
    private static let next = Atomic<UInt64>(1)

    let number: UInt64

    init(_ keeping: any SecretKeeping) {
        let number = Self.next.add(1, ordering: .relaxed).newValue
        self.number = number
        Self.places.withLock { $0[number] = keeping }
    }

    deinit { Self.places.withLock { [number] in _ = $0.removeValue(forKey: number) } }

    /// Nil: there is no library of that number.
    static func keeping(_ number: UInt64) -> (any SecretKeeping)? { places.withLock { $0[number] } }
}
