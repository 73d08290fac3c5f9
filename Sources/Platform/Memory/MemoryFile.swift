internal import CPlatform
internal import Glibc

/// Files in memory (memfd), which processes pass to each other as descriptors.
package enum MemoryFile {
    /// Creates a file of that size, filled with zeros, that can be sealed. It is closed on exec.
    package static func make(byteCount: Int) throws(SystemError) -> OwnedDescriptor {
        let number = platform_memory_file()
        guard number >= 0 else { throw .last }
        let file = OwnedDescriptor(number)
        try checked { ftruncate(number, off_t(byteCount)) }
        return file
    }
}

extension Descriptor {
    /// Seals this file in memory: its bytes and its size cannot be changed any more.
    package func seal() throws(SystemError) { try checked { platform_seal(number) } }

    /// The sizes of a sealed file in memory; nil if the file is not in memory, not sealed, or made of huge pages.
    package var sealedMemory: SealedMemory? {
        var allocated: Int64 = 0
        let size = platform_sealed_size(number, &allocated)
        return size >= 0 ? SealedMemory(byteSize: size, allocatedBytes: allocated) : nil
    }
}

/// The sizes of a file in memory that cannot be changed any more.
package struct SealedMemory: Sendable {
    package let byteSize: Int64
    /// The bytes of the pages that are allocated; parts that were never written have none.
    package let allocatedBytes: Int64
}

/// The bytes of a file, mapped for reading. The mapping stays if the file is closed.
package final class MappedFile: @unchecked Sendable {  // Unchecked: the memory is never written to.
    package let bytes: UnsafeRawBufferPointer

    /// Maps the first bytes of a file and loads all pages at once.
    ///
    /// - Parameters:
    ///   - file: must not get shorter meanwhile: reading bytes that are gone ends the process.
    ///   - byteCount: at least 1, and at most the size of the file.
    package init(_ file: Descriptor, byteCount: Int) throws(SystemError) {
        let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0)
        guard let start, start != MAP_FAILED else { throw .last }
        bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
