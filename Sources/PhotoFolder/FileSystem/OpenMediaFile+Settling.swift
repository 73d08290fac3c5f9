internal import Platform
internal import SystemPackage

extension OpenMediaFile {
    /// Waits until whatever is written to the file from now on shows in its status, so that bytes that are read between
    /// this call and an unchanged `currentStatus` are of one version. To be called right before reading.
    ///
    /// It waits for two things. The file's last change must be older than the steps in which times move; most files
    /// changed long ago. And a call of `write` that is under way must end: such a call sets the time when it begins, and
    /// the bytes follow, later by seconds on a slow disk.
    ///
    /// - Throws: `changed` when the file changed meanwhile; `io`.
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
        // It moves the descriptor's position, which no reader uses: reads name their offset.
        withExtendedLifetime(source) { Descriptor(descriptor.rawValue).awaitWrite() }
    }
}
