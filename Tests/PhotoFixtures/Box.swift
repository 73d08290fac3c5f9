/// The pieces that ISO media files and RIFF files are made of.
enum Box {
    /// A box of ISO/IEC 14496-12, section 4.2.
    static func iso(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
        let content = contents.flatMap(\.self)
        return big32(UInt32(8 + content.count)) + Array(type.utf8) + content
    }

    /// The same with a version and flags.
    static func full(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ contents: [UInt8]...) -> [UInt8] {
        iso(type, [version] + big32(flags).dropFirst(), contents.flatMap(\.self))
    }

    /// A chunk of a RIFF file, padded to an even length.
    static func riff(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
        let content = contents.flatMap(\.self)
        return Array(type.utf8) + little32(content.count) + content + (content.count % 2 == 0 ? [] : [0])
    }

    static func big32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    static func big32(_ values: Int32...) -> [UInt8] { values.flatMap { big32(UInt32(bitPattern: $0)) } }
    static func big16(_ values: Int...) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
    static func little32(_ values: Int...) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }
    static func little16(_ values: Int...) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
