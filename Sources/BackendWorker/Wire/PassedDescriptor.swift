#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A descriptor that came with a message. Closed at its end.
final class PassedDescriptor {
    /// Negative: it was given away, or this process had none free when it came.
    private(set) var number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { if number >= 0 { close(number) } }

    /// Gives the descriptor away.
    func take() -> Int32 {
        defer { number = -1 }
        return number
    }
}
