internal import Platform

extension OpenFolder {
    /// Whether files can be added, according to permissions and mount options.
    var isWritable: Bool { descriptor.isWritable(folder: ".".utf8) }

    /// Waits until the names inside are on the disk.
    func sync() throws(WritingError) {
        // Some file systems cannot do this for a folder, and report an error that does not matter.
        let harmless: [SystemError] = [
            .invalidArgument, .invalidDescriptor, .readOnlyFileSystem, .notImplemented, .notSupported,
        ]
        do throws(SystemError) {
            try descriptor.sync()
        } catch {
            if !harmless.contains(error) { throw WritingError(error, self) }
        }
    }
}

extension LibraryRoot {
    /// Whether files can be added to the root itself.
    public var isWritable: Bool { folder.isWritable }

    /// Whether files can be added to the folder at `path`, without opening it: there are thousands of albums.
    package func isWritable(folder path: [UInt8]) -> Bool {
        path.isEmpty ? isWritable : folder.descriptor.isWritable(folder: path)
    }
}

extension ListedFolder {
    /// Whether files can be added to it.
    public var isWritable: Bool { inspection.folder.isWritable }
}
