package import Platform

/// A descriptor that is passed with a message, or to a process that is started. It is closed at the end of this object's life.
package final class PassedDescriptor: Sendable {
    /// -1 if it was given away, or this process had no descriptor free when it came.
    private let number: Atomic<Int32>

    package init(_ descriptor: consuming OwnedDescriptor) { number = Atomic(descriptor.take()) }

    private init() { number = Atomic(-1) }

    /// A descriptor that was lost because this process had none free when it came.
    static var lost: PassedDescriptor { PassedDescriptor() }

    deinit { _ = take() }

    /// The descriptor, for use while this object lives; nil if it was taken or lost.
    package var descriptor: Descriptor? {
        let number = number.load(ordering: .acquiring)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Gives up ownership of the descriptor; nil if it was given away already, or lost.
    func take() -> OwnedDescriptor? {
        let number = number.exchange(-1, ordering: .acquiringAndReleasing)
        return number >= 0 ? OwnedDescriptor(number) : nil
    }
}
