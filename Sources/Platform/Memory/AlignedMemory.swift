internal import CPlatform
internal import Glibc

/// Bytes of a huge page. With small ones, to let go of 100 megapixels of colour takes longer than a request that was
/// cancelled may take to return, and to touch them first takes longer than to decode a JPEG.
private let hugePage = 2 << 20

/// Memory of malloc that is aligned; in huge pages where it is large and the system has them.
///
/// - Parameter alignment: a power of two, at least the size of a pointer.
/// - Returns: what `freeMemory` takes; nil when there is none left.
package func alignedMemory(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let isLarge = byteCount >= 4 * hugePage
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, isLarge ? max(hugePage, alignment) : alignment, byteCount) == 0 else { return nil }
    // Only asked for: a system without huge pages gives small ones.
    if isLarge { madvise(memory, byteCount, MADV_HUGEPAGE) }
    return memory
}

/// Gives memory of malloc back: that of `alignedMemory`, or of C code whose memory is its caller's.
package func freeMemory(_ memory: UnsafeMutableRawPointer?) { free(memory) }

/// How many bytes malloc gave for memory, which may be more than it was asked for.
package func allocationSize(of memory: UnsafeMutableRawPointer) -> Int { platform_allocation_size(memory) }

/// Compares two runs of bytes by their first difference, as unsigned numbers.
///
/// - Returns: less than 0, 0 or more than 0, as the first run comes before, with or after the second.
package func compareMemory(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, byteCount: Int) -> Int {
    Int(memcmp(left, right, byteCount))
}
