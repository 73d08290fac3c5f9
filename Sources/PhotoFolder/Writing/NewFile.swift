internal import Platform

/// A file that gets its name when it is complete, and is gone with the last reference when it never gets one.
///
/// It has no name where the file system can do that, so that not even a kill leaves anything. Elsewhere it has a hidden
/// one meanwhile, under a lock: what a killed process left is known by its lock, which no process holds.
final class NewFile {
    private let folder: OpenFolder
    private let owned: OwnedDescriptor
    /// Nil: it has no name.
    private var temporaryName: [UInt8]?

    private var descriptor: Descriptor { owned.borrowed }

    /// - Parameter canBeUnnamed: whether to try that.
    init(in folder: OpenFolder, canBeUnnamed: Bool) throws(WritingError) {
        self.folder = folder
        // A name is given through /proc, which is not everywhere.
        if canBeUnnamed, isExecutable("/proc/self/fd"), let unnamed = try? folder.descriptor.openUnnamed() {
            owned = unnamed
        } else {
            let (number, name) = try Self.temporary(in: folder)
            owned = OwnedDescriptor(number)
            temporaryName = name
            TemporaryNames.removeStale(in: folder)
        }
    }

    deinit { if let temporaryName { try? folder.descriptor.removeFile(temporaryName) } }

    /// Takes room for so many bytes, so that a full disk shows before the work and not after it.
    func reserve(_ byteSize: Int64) throws(WritingError) {
        guard byteSize > 0 else { return }
        do throws(SystemError) {
            try descriptor.reserve(byteCount: byteSize)
        } catch {
            // What else may come of it means that this file system does not do that.
            let refusals: [SystemError] = [.diskFull, .quotaExceeded, .fileTooLarge]
            if refusals.contains(error) { throw WritingError(error, folder) }
        }
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws(WritingError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { bytes in
            do throws(SystemError) {
                try descriptor.write(bytes, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw WritingError(failure, folder) }
        // Written back meanwhile, so that `sync` at the end does not take seconds for a long video.
        descriptor.beginWritingBack(at: offset, byteCount: Int64(bytes.count))
    }

    /// Returns when the bytes are on the disk.
    func sync() throws(WritingError) {
        try WritingError.naming(folder) { () throws(SystemError) in try descriptor.sync() }
    }

    /// Gives the file its name; false when that is taken.
    func publish(as name: [UInt8]) throws(WritingError) -> Bool {
        do throws(SystemError) {
            if let temporaryName {
                try rename(temporaryName, to: name)
            } else {
                try descriptor.link(as: name, in: folder.descriptor)
            }
            return true
        } catch {
            guard error == .exists else { throw WritingError(error, folder) }
            return false
        }
    }

    private func rename(_ temporary: [UInt8], to name: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            try folder.descriptor.renameNew(temporary, to: name)
            temporaryName = nil
        } catch {
            guard error == .invalidArgument || error == .notImplemented else { throw error }
            // Network file systems cannot rename with care, but they can link; `deinit` removes the other name.
            try folder.descriptor.link(temporary, to: name)
        }
    }
}

extension NewFile {
    private static func temporary(in folder: OpenFolder) throws(WritingError) -> (descriptor: CInt, name: [UInt8]) {
        while true {
            let name = TemporaryNames.make()
            do throws(SystemError) {
                let opened = try folder.descriptor.open(name, [.write, .create, .exclusive, .noFollow])
                try? opened.borrowed.lock()
                // Without a name it was taken for a leftover in the moment before it was locked, and removed.
                if let status = try? opened.borrowed.status(), status.linkCount > 0 { return (opened.take(), name) }
            } catch {
                guard error == .exists else { throw WritingError(error, folder) }
            }
        }
    }
}
