internal import CPlatform

/// What AddressSanitizer knows about memory, in builds with it.
package enum AddressSanitizer {
    package static var isThere: Bool { allocatedBytes != nil }

    /// The bytes that are allocated and not freed; nil without AddressSanitizer.
    package static var allocatedBytes: Int? {
        let bytes = platform_allocated_bytes()
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Whether LeakSanitizer finds leaks. Its report goes where the sanitizer's options say.
    package static func findsLeaks() -> Bool { platform_has_leaks() }
}
