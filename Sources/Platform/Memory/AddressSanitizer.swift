internal import CPlatform

/// What a build with AddressSanitizer knows of memory; other builds know nothing.
package enum AddressSanitizer {
    package static var isThere: Bool { allocatedBytes != nil }

    /// Bytes that are allocated and not freed; nil without AddressSanitizer.
    package static var allocatedBytes: Int? {
        let bytes = platform_allocated_bytes()
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Whether memory is found that nothing leads to any more; its report goes where the sanitizer's options say.
    package static func findsLeaks() -> Bool { platform_has_leaks() }
}
