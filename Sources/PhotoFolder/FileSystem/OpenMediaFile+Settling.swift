internal import Platform
internal import SystemPackage

extension OpenMediaFile {
    /// Waits until whatever is written to the file from now on shows in its status, so that bytes that are read between
    /// this call and an unchanged `currentStatus` are of one version. Call it right before reading.
    ///
    /// It waits for two things. The file's last change must be older than a tick of the file system's times; most files
    /// changed long ago. And a `write` that is in progress must end: it sets the time when it begins, but the bytes
    /// follow, up to seconds later on a slow disk.
    ///
    /// - Throws: `changed` if the file changed meanwhile; `io`.
    package func settle() throws(FolderError) {
        try awaitSettlingTime()
        awaitWrite()
    }

    private func awaitSettlingTime() throws(FolderError) {
        guard status.awaitSettlingTime() else { return }
        guard ContentTag.token(of: try currentStatus()) == ContentTag.token(of: status) else {
            throw .changed(path: String(decoding: path, as: UTF8.self))
        }
    }

    private func awaitWrite() {
        // This moves the descriptor's file position, which no reader uses: all reads have an offset.
        withExtendedLifetime(source) { Descriptor(descriptor.rawValue).awaitWrite() }
    }
}
