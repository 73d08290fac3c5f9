internal import CPlatform
internal import Glibc

/// Files in memory, which go from process to process by their descriptors.
package enum MemoryFile {
    /// An empty one that can be sealed, closed on exec.
    package static func make(byteCount: Int) throws(SystemError) -> OwnedDescriptor {
        let number = platform_memory_file()
        guard number >= 0 else { throw .last }
        let file = OwnedDescriptor(number)
        try checked { ftruncate(number, off_t(byteCount)) }
        return file
    }
}

extension Descriptor {
    /// The bytes and the size of this file in memory can be changed no more.
    package func seal() throws(SystemError) { try checked { platform_seal(number) } }

    /// What a file in memory is whose size and bytes are sealed; nil when it is none, or one of huge pages.
    package var sealedMemory: SealedMemory? {
        var allocated: Int64 = 0
        let size = platform_sealed_size(number, &allocated)
        return size >= 0 ? SealedMemory(byteSize: size, allocatedBytes: allocated) : nil
    }
}

/// A file in memory that can be changed no more.
package struct SealedMemory: Sendable {
    package let byteSize: Int64
    /// Bytes of the pages that it has; what was never written has none.
    package let allocatedBytes: Int64
}

/// The bytes of a file, mapped into memory to be read; stays when the file is closed.
package final class MappedFile: @unchecked Sendable {  // Unchecked: the memory is never written to.
    package let bytes: UnsafeRawBufferPointer

    /// Maps the first bytes of a file, all of them at once.
    ///
    /// - Parameters:
    ///   - file: one that is made no shorter meanwhile: reading what is no longer there ends the process.
    ///   - byteCount: at least 1, and no more than the file has.
    package init(_ file: Descriptor, byteCount: Int) throws(SystemError) {
        let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0)
        guard let start, start != MAP_FAILED else { throw .last }
        bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
