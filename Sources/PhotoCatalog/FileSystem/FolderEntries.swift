internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension OpenFolder {
    /// Calls `body` with each name inside except "." and "..", in the file system's order, and with what it is, until
    /// it answers false. The name is valid during the call only.
    func forEachEntry(_ body: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool) throws(CatalogError) {
        // A stream closes its descriptor, and its position is that of the open file: so it gets one of its own.
        let own = retrying { openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard own >= 0 else { throw .current(path: path) }
        guard let stream = fdopendir(own) else {
            let error = CatalogError.current(path: path)
            close(own)
            throw error
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            if !visit(entry, body) { return }
        }
        guard errno == 0 else { throw .current(path: path) }
    }

    private func visit(
        _ entry: UnsafeMutablePointer<dirent>, _ body: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool
    ) -> Bool {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name)!  // A stored property of a C struct has an offset.
        let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
        let length = name.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
        let bytes = UnsafeBufferPointer(start: name, count: length)
        let dot = UInt8(ascii: ".")
        if length <= 2, name[0] == dot, length == 1 || name[1] == dot { return true }
        let kind = FileKind(directoryEntryType: entry.pointee.d_type) ?? (try? status(of: bytes).kind) ?? .special
        return body(bytes, kind)
    }
}
