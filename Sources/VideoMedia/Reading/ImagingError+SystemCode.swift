internal import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension ImagingError {
    /// What the system said, as far as it said anything: C hears of failed reads and writes by number.
    var systemCode: CInt { if case .io(_, let code) = self { code } else { EIO } }
}
