internal import Platform

/// A file that gets its name when it is complete. If it never gets one, it is removed with its last reference.
///
/// If the file system supports it, the file has no name until then, so that even a killed process leaves nothing
/// behind. Otherwise it has a hidden temporary name and a lock: a file whose lock no process holds was left by a killed
/// process.
final class NewFile {
    private let folder: OpenFolder
    private let owned: OwnedDescriptor
    /// Nil if the file has no name.
    private var temporaryName: [UInt8]?

    private var descriptor: Descriptor { owned.borrowed }

    /// - Parameter canBeUnnamed: whether to try to make a file without a name.
    init(in folder: OpenFolder, canBeUnnamed: Bool) throws(WritingError) {
        self.folder = folder
        // The file gets its name through /proc, which does not exist everywhere.
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

    /// Allocates space for the file, so that a full disk is noticed before the work, not after it.
    func reserve(_ byteSize: Int64) throws(WritingError) {
        guard byteSize > 0 else { return }
        do throws(SystemError) {
            try descriptor.reserve(byteCount: byteSize)
        } catch {
            // Other errors mean that this file system does not support it.
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
        // Start writing to the disk now, so that `sync` at the end does not take seconds for a long video.
        descriptor.beginWritingBack(at: offset, byteCount: Int64(bytes.count))
    }

    /// Waits until the bytes are on the disk.
    func sync() throws(WritingError) {
        try WritingError.naming(folder) { () throws(SystemError) in try descriptor.sync() }
    }

    /// Gives the file its name. Returns false if the name is taken.
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
            // Network file systems cannot rename without overwriting, but they can link; `deinit` removes the other
            // name.
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
                // If it has no link any more, another process took it for a leftover before it was locked, and removed
                // it.
                if let status = try? opened.borrowed.status(), status.linkCount > 0 { return (opened.take(), name) }
            } catch {
                guard error == .exists else { throw WritingError(error, folder) }
            }
        }
    }
}
