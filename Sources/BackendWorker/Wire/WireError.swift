internal import ABIMemory

/// Why a message could not be written or read.
enum WireError: Error, Equatable {
    /// It ends too early, or contains something impossible.
    case malformed
    /// It is larger than a message may be.
    case tooLarge
    /// The other process is gone, or is about to be ended.
    case disconnected
    /// This process has no memory or no descriptor for what came. The value is errno.
    case noRoom(Int32)
    /// A struct has a link that cannot be passed on and must not be left out.
    case refused(LinkRefusal)
}
