#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Does nothing for a while.
func pause(milliseconds: Int) {
    _ = poll(nil, 0, CInt(clamping: milliseconds))
}
