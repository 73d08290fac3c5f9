internal import ABIMemory

/// Why a message could not be written or read.
enum WireError: Error, Equatable {
    /// It ends too soon, or says something that cannot be.
    case malformed
    /// More than a message may have.
    case tooLarge
    /// The other process is gone, or was given up.
    case disconnected
    /// This process has no room for what came: no descriptor for a frame, or no memory. With errno.
    case noRoom(Int32)
    /// A struct has a link that cannot be passed on and must not be left out.
    case refused(LinkRefusal)
}
