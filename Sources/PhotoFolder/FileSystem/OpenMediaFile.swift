public import Imaging
public import Platform
internal import SystemPackage

/// An open regular file of a library, with the status that it had when it was opened. Closed with its last copy and the
/// last copy of its source.
public struct OpenMediaFile: Sendable {
    /// Its bytes, for the decoder.
    public private(set) var source: ImageSource
    /// The status when the file was opened.
    public let status: FileStatus
    /// Open as long as `source` lives.
    let descriptor: FileDescriptor
    /// From the library's root.
    let path: [UInt8]

    /// Takes the descriptor over, also when it throws.
    init(adopting descriptor: FileDescriptor, path: [UInt8]) throws(FolderError) {
        self.descriptor = descriptor
        self.path = path
        // Before the source takes the size: if the file grows in between, the status is that of an older version. Were
        // the size the older one, a file that was read in part would pass for the version that it is now.
        do throws(FolderError) {
            status = try Self.status(of: descriptor, path: path)
        } catch {
            try? descriptor.close()
            throw error
        }
        do throws(ImagingError) {
            source = try ImageSource(adopting: descriptor)
        } catch {
            throw FolderError(error, path: path)
        }
    }

    /// The file's status now; differs from `status` if the file was written to meanwhile.
    public func currentStatus() throws(FolderError) -> FileStatus {
        try withExtendedLifetime(source) { () throws(FolderError) in try Self.status(of: descriptor, path: path) }
    }

    /// Up to `count` bytes from `offset`; fewer only at the end.
    public func read(at offset: Int, count: Int) throws(FolderError) -> [UInt8] {
        do throws(ImagingError) {
            return try source.read(at: offset, count: count)
        } catch {
            throw FolderError(error, path: path)
        }
    }

    /// Reads the first bytes once, for all that read headers through this copy.
    ///
    /// - Returns: Those bytes: 64 KiB, or the whole file when it is smaller.
    package mutating func readAhead() throws(FolderError) -> [UInt8] {
        do throws(ImagingError) {
            return try source.readAhead()
        } catch {
            throw FolderError(error, path: path)
        }
    }

    private static func status(of descriptor: FileDescriptor, path: [UInt8]) throws(FolderError) -> FileStatus {
        try FolderError.naming(path) { () throws(SystemError) in try Descriptor(descriptor.rawValue).status() }
    }
}

extension OpenFolder {
    /// Opens a regular file directly inside, for reading. A symbolic link, a pipe or a device is refused, without
    /// waiting for it.
    package func file(_ name: some Collection<UInt8>) throws(FolderError) -> OpenMediaFile {
        let path = joined(path, name)
        let opened = try FolderError.naming(path) { () throws(SystemError) in
            // Opening a pipe that has no writer must not block.
            try descriptor.open(name, [.noFollow, .neverWait, .noTerminal])
        }
        return try OpenMediaFile(adopting: FileDescriptor(rawValue: opened.take()), path: path)
    }
}

extension FolderError {
    /// Converts the error of an image source to one of the library.
    fileprivate init(_ error: ImagingError, path: [UInt8]) {
        switch error {
        case .notRegularFile: self = .notRegularFile(path: String(decoding: path, as: UTF8.self))
        case .io(_, let code): self = FolderError(SystemError(code: code), path: path)
        default: self = .io(path: String(decoding: path, as: UTF8.self), code: SystemError.inputOutput.code)
        }
    }
}
