internal import CPlatform
internal import Glibc

/// Bytes of a huge page. With small ones, to let go of 100 megapixels of colour takes longer than a request that was
/// cancelled may take to return, and to touch them first takes longer than to decode a JPEG.
private let hugePage = 2 << 20

/// Memory that is aligned; in huge pages where it is large and the system has them.
///
/// Not by posix_memalign: until glibc 2.38 a chunk that came from there and was freed is too small for the next one of the same
/// kind, and a process that makes images grows by dozens of megabytes (https://sourceware.org/bugzilla/show_bug.cgi?id=14581).
///
/// - Parameter alignment: a power of two, at least 16.
/// - Returns: what `freeAlignedMemory` takes; nil when there is none left.
package func alignedMemory(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let isLarge = byteCount >= hugePage
    let step = isLarge ? max(hugePage, alignment) : alignment
    // What malloc gives is aligned to 16, so that what is skipped has room for where it begins.
    let (total, isTooMuch) = byteCount.addingReportingOverflow(step)
    guard !isTooMuch, let start = malloc(total) else { return nil }
    let memory = (start + 1).alignedUp(toMultipleOf: step)
    (memory - MemoryLayout<UnsafeMutableRawPointer>.size).storeBytes(of: start, as: UnsafeMutableRawPointer.self)
    // Only asked for: a system without huge pages gives small ones.
    if isLarge { madvise(memory, byteCount, MADV_HUGEPAGE) }
    return memory
}

/// Gives back what `alignedMemory` gave.
package func freeAlignedMemory(_ memory: UnsafeMutableRawPointer) {
    free((memory - MemoryLayout<UnsafeMutableRawPointer>.size).load(as: UnsafeMutableRawPointer.self))
}

/// Gives memory of malloc back: that of C code whose memory is its caller's.
package func freeMemory(_ memory: UnsafeMutableRawPointer?) { free(memory) }

/// How many bytes malloc gave for memory, which may be more than it was asked for.
package func allocationSize(of memory: UnsafeMutableRawPointer) -> Int { platform_allocation_size(memory) }

/// Compares two runs of bytes by their first difference, as unsigned numbers.
///
/// - Returns: less than 0, 0 or more than 0, as the first run comes before, with or after the second.
package func compareMemory(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, byteCount: Int) -> Int {
    Int(memcmp(left, right, byteCount))
}
