internal import PhotoModel
internal import Platform

/// Keeps other writers, in this process and others, out of a folder while a name is chosen in it. Released with the
/// last reference, and by the system when the process ends.
///
/// The lock is advisory. Without it (some network file systems have no locks), nothing is overwritten either; but two
/// writers may then give `IMG_1.JPG` and `IMG_1.MOV` to files that have nothing to do with each other.
final class FolderLock {
    /// How long to wait. Names are chosen within milliseconds; a process that holds a lock for longer does something
    /// else with it.
    private static let patience = Duration.seconds(10)

    private let descriptor: OwnedDescriptor

    /// Waits for the lock, for a limited time.
    ///
    /// - Throws: `cancelled`, or the system's error if the folder cannot be opened.
    init(_ folder: OpenFolder, cancellation: Cancellation) throws(WritingError) {
        // A lock belongs to an open file description. Open the folder again, or two users of `folder` would share the
        // lock.
        descriptor = try WritingError.naming(folder) { () throws(SystemError) in
            try folder.descriptor.open(".".utf8, .folder)
        }
        let start = ContinuousClock.now
        while (try? descriptor.borrowed.tryToLock()) == false, ContinuousClock.now - start < Self.patience {
            if let reason = cancellation.reason { throw .cancelled(reason) }
            pause(milliseconds: 2)
        }
    }
}
