internal import CPlatform
internal import Glibc

/// The bytes of a huge page. With small pages, freeing 100 megapixels of colour takes longer than a cancelled request
/// may take to return, and touching them for the first time takes longer than decoding a JPEG.
private let hugePage = 2 << 20

/// Allocates aligned memory, in huge pages if it is large and the system has them.
///
/// `posix_memalign` is not used: until glibc 2.38, a freed chunk of it is too small for the next one of the same size,
/// and a process that makes images grows by dozens of megabytes
/// (https://sourceware.org/bugzilla/show_bug.cgi?id=14581).
///
/// - Parameter alignment: a power of two, at least 16.
/// - Returns: memory that `freeAlignedMemory` frees; nil if memory ran out.
package func alignedMemory(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let isLarge = byteCount >= hugePage
    let step = isLarge ? max(hugePage, alignment) : alignment
    // malloc aligns to 16 bytes, so what is skipped has room for the pointer to the start.
    let (total, isTooMuch) = byteCount.addingReportingOverflow(step)
    guard !isTooMuch, let start = malloc(total) else { return nil }
    let memory = (start + 1).alignedUp(toMultipleOf: step)
    (memory - MemoryLayout<UnsafeMutableRawPointer>.size).storeBytes(of: start, as: UnsafeMutableRawPointer.self)
    // This is only advice: a system without huge pages uses small ones.
    if isLarge { madvise(memory, byteCount, MADV_HUGEPAGE) }
    return memory
}

/// Frees memory of `alignedMemory`.
package func freeAlignedMemory(_ memory: UnsafeMutableRawPointer) {
    free((memory - MemoryLayout<UnsafeMutableRawPointer>.size).load(as: UnsafeMutableRawPointer.self))
}

/// Frees memory of malloc, such as C code leaves to its caller.
package func freeMemory(_ memory: UnsafeMutableRawPointer?) { free(memory) }

/// The size of an allocation of malloc, which may be more than was requested.
package func allocationSize(of memory: UnsafeMutableRawPointer) -> Int { platform_allocation_size(memory) }

/// Compares bytes as memcmp does: by the first byte that differs, as unsigned numbers.
///
/// - Returns: less than 0, 0 or more than 0 if the first bytes come before, equal or come after the second ones.
package func compareMemory(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, byteCount: Int) -> Int {
    Int(memcmp(left, right, byteCount))
}
