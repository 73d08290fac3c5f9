internal import CHostSupport

/// What a build with a sanitizer knows of memory; other builds know nothing.
enum Sanitizer {
    static var isThere: Bool { allocatedBytes != nil }

    /// Bytes that are allocated and not freed; nil without a sanitizer.
    static var allocatedBytes: Int? {
        let bytes = picker_host_allocated_bytes()
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Whether memory was found that nothing leads to any more; its report goes where the sanitizer's options say.
    static func findsLeaks() -> Bool { picker_host_has_leaks() }
}
