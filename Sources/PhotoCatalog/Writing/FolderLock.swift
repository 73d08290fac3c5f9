internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Keeps other writers out of a folder while a name is chosen in it, in this process and in others. Released with the
/// last reference, and by the system when the process ends.
///
/// Advice among programs like this one. Without it (some network file systems have no locks) nothing is overwritten
/// either; but two writers may then give `IMG_1.JPG` and `IMG_1.MOV` to files that have nothing to do with each other.
final class FolderLock {
    /// Names are chosen within milliseconds; whoever holds a lock longer does something else with it.
    private static let patience = Duration.seconds(10)

    private let descriptor: CInt

    /// Waits for the lock, for a while.
    ///
    /// - Throws: `cancelled`, or the system's word when the folder cannot be opened.
    init(_ folder: OpenFolder, isCancelled: () -> Bool) throws(WritingError) {
        // A lock belongs to an open file: one of its own, or two users of `folder` would share it.
        descriptor = retrying { openat(folder.descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .current(folder) }
        let start = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now - start < Self.patience else { return }
            if isCancelled() { throw .cancelled }
            pause(milliseconds: 2)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
