internal import PhotoModel
internal import Platform
internal import SystemPackage

/// An advisory lock that processes, and openings within one process, hold one after the other. Goes with its holder,
/// however that ends.
final class FileLock {
    private let descriptor: OwnedDescriptor

    private init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Takes the lock on `path`, which is made when it is not there.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for another holder; otherwise nil is returned.
    ///   - cancellation: asked every few milliseconds while waiting.
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
    /// What the system said to a call on `file`.
    init(_ error: SystemError, file: String) {
        switch error {
        case .diskFull, .quotaExceeded: self = .diskFull(file: file)
        case .accessDenied, .notPermitted, .readOnlyFileSystem, .notFound, .notFolder, .linkLoop:
            self = .notWritable(file: file)
        default: self = .database(Errno(rawValue: error.code))
        }
    }
}
