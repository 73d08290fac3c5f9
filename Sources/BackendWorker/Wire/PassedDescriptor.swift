internal import Platform

/// A descriptor that comes or goes with a message. Closed at its end.
final class PassedDescriptor: Sendable {
    /// -1: it was given away, or this process had none free when it came.
    private let number: Atomic<Int32>

    init(_ descriptor: consuming OwnedDescriptor) { number = Atomic(descriptor.take()) }

    private init() { number = Atomic(-1) }

    /// One that came while this process had none free.
    static var lost: PassedDescriptor { PassedDescriptor() }

    deinit { _ = take() }

    /// For calls while this lives and was not given away; nil: this process had none free.
    var descriptor: Descriptor? {
        let number = number.load(ordering: .acquiring)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Gives the descriptor away; nil: it was given away already, or this process had none free.
    func take() -> OwnedDescriptor? {
        let number = number.exchange(-1, ordering: .acquiringAndReleasing)
        return number >= 0 ? OwnedDescriptor(number) : nil
    }
}
