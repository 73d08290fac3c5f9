internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open regular file; closed when the last reference goes.
final class OpenFile: Sendable {
    let descriptor: FileDescriptor
    let byteCount: Int
    /// As given, for messages; bytes that are not UTF-8 are shown as replacement characters.
    let path: String?

    convenience init(path: FilePath, followsSymbolicLink: Bool) throws(ImagingError) {
        // Without non-blocking mode, opening a pipe that nobody writes to would wait for ever.
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsSymbolicLink { options.insert(.noFollow) }
        let name = path.string
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(path, .readOnly, options: options)
        } catch let error as Errno where error == .noSuchFileOrDirectory || error == .notDirectory {
            throw .notFound(path: name)
        } catch let error as Errno where error == .noSuchAddressOrDevice {
            throw .notRegularFile(path: name)  // What opening a socket, or a device without driver, says.
        } catch {
            throw .io(path: name, code: (error as? Errno)?.rawValue ?? EIO)
        }
        try self.init(adopting: descriptor, path: name)
    }

    /// Takes the descriptor over, also when it throws.
    init(adopting descriptor: FileDescriptor, path: String?) throws(ImagingError) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            let code = errno
            try? descriptor.close()
            throw .io(path: path, code: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw .notRegularFile(path: path ?? "the open descriptor")
        }
        self.descriptor = descriptor
        self.path = path
        byteCount = Int(status.st_size)
    }

    deinit { try? descriptor.close() }

    /// Reads until `count` bytes are there or the file ends.
    func read(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    let got = try descriptor.read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
                    guard got > 0 else { break }
                    filled += got
                }
            }
        } catch {
            throw .io(path: path, code: (error as? Errno)?.rawValue ?? EIO)
        }
    }
}
