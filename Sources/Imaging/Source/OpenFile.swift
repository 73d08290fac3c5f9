internal import Platform
internal import SystemPackage

/// An open regular file; closed with the last reference.
final class OpenFile: Sendable {
    let descriptor: FileDescriptor
    let byteCount: Int
    /// The path, for messages; nil if it is not known. Bytes that are not UTF-8 become replacement characters.
    let path: String?

    convenience init(path: FilePath, followsSymbolicLink: Bool) throws(ImagingError) {
        // Without non-blocking mode, opening a pipe that has no writer would wait forever.
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsSymbolicLink { options.insert(.noFollow) }
        let name = path.string
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(path, .readOnly, options: options)
        } catch let error as Errno where error == .noSuchFileOrDirectory || error == .notDirectory {
            throw .notFound(path: name)
        } catch let error as Errno where error == .noSuchAddressOrDevice {
            throw .notRegularFile(path: name)  // ENXIO: a socket, or a device without a driver.
        } catch {
            throw .io(path: name, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
        try self.init(adopting: descriptor, path: name)
    }

    /// Takes over the descriptor, and closes it if this throws.
    init(adopting descriptor: FileDescriptor, path: String?) throws(ImagingError) {
        let status: FileStatus
        do throws(SystemError) {
            status = try Descriptor(descriptor.rawValue).status()
        } catch {
            try? descriptor.close()
            throw .io(path: path, code: error.code)
        }
        guard status.kind == .file else {
            try? descriptor.close()
            throw .notRegularFile(path: path ?? "the open descriptor")
        }
        self.descriptor = descriptor
        self.path = path
        byteCount = Int(status.byteSize)
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
            throw .io(path: path, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }
}
