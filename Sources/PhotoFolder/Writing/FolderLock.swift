internal import PhotoModel
internal import Platform

/// Keeps other writers out of a folder while a name is chosen in it, in this process and in others. Released with the
/// last reference, and by the system when the process ends.
///
/// Advice among programs like this one. Without it (some network file systems have no locks) nothing is overwritten
/// either; but two writers may then give `IMG_1.JPG` and `IMG_1.MOV` to files that have nothing to do with each other.
final class FolderLock {
    /// Names are chosen within milliseconds; a process that holds a lock longer does something else with it.
    private static let patience = Duration.seconds(10)

    private let descriptor: OwnedDescriptor

    /// Waits for the lock, for a while.
    ///
    /// - Throws: `cancelled`, or the system's word when the folder cannot be opened.
    init(_ folder: OpenFolder, cancellation: Cancellation) throws(WritingError) {
        // A lock belongs to an open file: one of its own, or two users of `folder` would share it.
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
