internal import PhotoModel
internal import Platform
internal import SystemPackage

/// An advisory lock that only one holder has at a time: processes exclude each other, and so do several holders within
/// one process. The lock ends with its holder, even when that crashes.
final class FileLock {
    private let descriptor: OwnedDescriptor

    private init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Takes the lock on `path`, a file that is made if it does not exist.
    ///
    /// - Parameters:
    ///   - waits: whether to wait while there is another holder; otherwise nil is returned.
    ///   - cancellation: checked every few milliseconds while waiting.
    static func take(_ path: String, waits: Bool, cancellation: Cancellation = .never) throws -> FileLock? {
        let lock: FileLock
        do throws(SystemError) {
            lock = FileLock(
                try OwnedDescriptor.open(path, [.readAndWrite, .create, .noFollow], permissions: 0o600))
        } catch {
            throw IndexError(error, file: path)
        }
        while try !lock.isTaken(path) {
            guard waits else { return nil }
            try cancellation.checkIndexing()
            pause(milliseconds: 10)
        }
        return lock
    }

    private func isTaken(_ path: String) throws(IndexError) -> Bool {
        do throws(SystemError) {
            return try descriptor.borrowed.tryToLock()
        } catch {
            throw IndexError(error, file: path)
        }
    }
}

extension IndexError {
    /// Turns the error of a system call on `file` into an `IndexError`.
    init(_ error: SystemError, file: String) {
        // In the patterns of a switch, some of these names would be those of SystemPackage, which compares them with any error.
        let lackOfSpace: [SystemError] = [.diskFull, .quotaExceeded]
        let refusals: [SystemError] = [
            .accessDenied, .notPermitted, .readOnlyFileSystem, .notFound, .notFolder, .linkLoop,
        ]
        if lackOfSpace.contains(error) {
            self = .diskFull(file: file)
        } else if refusals.contains(error) {
            self = .notWritable(file: file)
        } else {
            self = .database(Errno(rawValue: error.code))
        }
    }
}
