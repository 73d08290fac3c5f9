/// Writes boxes of ISO base media files (ISO/IEC 14496-12, section 4.2) and their fields.
extension [UInt8] {
    /// A box: length and type, then the parts of the content one after the other.
    package static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] { box(type, content) }

    /// A box with a version and flags before the content.
    package static func fullBox(
        _ type: String, version: UInt8 = 0, flags: Int = 0, _ content: [UInt8]...
    ) -> [UInt8] {
        box(type, [[version] + number(flags, bytes: 3)] + content)
    }

    private static func box(_ type: String, _ content: [[UInt8]]) -> [UInt8] {
        let content = content.flatMap(\.self)
        return number(content.count + 8) + ascii(type) + content
    }

    /// A big-endian number.
    package static func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    package static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    package static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
