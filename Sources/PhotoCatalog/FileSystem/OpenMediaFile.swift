public import Imaging
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open regular file of a library, with what it was when it was opened. Closed when the last copy, and the last
/// copy of its source, goes.
public struct OpenMediaFile: Sendable {
    /// Its bytes, for the decoder.
    public private(set) var source: ImageSource
    /// As of opening.
    public let status: FileStatus
    /// Open as long as `source` lives.
    private let descriptor: FileDescriptor
    /// From the library's root.
    let path: [UInt8]

    /// Takes the descriptor over, also when it throws.
    init(adopting descriptor: FileDescriptor, path: [UInt8]) throws(CatalogError) {
        self.descriptor = descriptor
        self.path = path
        do throws(ImagingError) {
            source = try ImageSource(adopting: descriptor)
        } catch {
            throw CatalogError(error, path: path)
        }
        status = try Self.status(of: descriptor, path: path)
    }

    /// What the file is now; differs from `status` when somebody wrote to it meanwhile.
    public func currentStatus() throws(CatalogError) -> FileStatus {
        try withExtendedLifetime(source) { () throws(CatalogError) in try Self.status(of: descriptor, path: path) }
    }

    /// Up to `count` bytes from `offset`; fewer only at the end.
    public func read(at offset: Int, count: Int) throws(CatalogError) -> [UInt8] {
        do throws(ImagingError) {
            return try source.read(at: offset, count: count)
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    /// Reads the first bytes once, for all who look at headers through this copy.
    ///
    /// - Returns: Those bytes: 64 KiB, or the whole file when it is smaller.
    package mutating func readAhead() throws(CatalogError) -> [UInt8] {
        do throws(ImagingError) {
            return try source.readAhead()
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    private static func status(of descriptor: FileDescriptor, path: [UInt8]) throws(CatalogError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else { throw .current(path: path) }
        return FileStatus(status)
    }
}

extension OpenFolder {
    /// Opens a regular file directly inside, to read. A symbolic link, a pipe or a device is refused; nothing waits.
    package func file(_ name: some Collection<UInt8>) throws(CatalogError) -> OpenMediaFile {
        let path = joined(path, name)
        // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let opened = withCPath(name) { cPath in retrying { openat(descriptor.rawValue, cPath, flags) } }
        guard opened >= 0 else { throw .current(path: path) }
        return try OpenMediaFile(adopting: FileDescriptor(rawValue: opened), path: path)
    }
}

extension CatalogError {
    /// What a source of bytes says, as an error of the library.
    fileprivate init(_ error: ImagingError, path: [UInt8]) {
        switch error {
        case .notRegularFile: self = .notRegularFile(path: String(decoding: path, as: UTF8.self))
        case .io(_, let code): self = CatalogError(code: code, path: path)
        default: self = .io(path: String(decoding: path, as: UTF8.self), code: EIO)
        }
    }
}
