internal import BackendAPI

/// A text of the ABI as it came: its bytes, or nothing when it is absent.
struct Text: Hashable, CustomStringConvertible {
    let bytes: [UInt8]?

    init(_ string: picker_string) { bytes = string.copied }

    /// UTF-8 without U+0000, or absent.
    var isValid: Bool { bytes.map { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil } ?? true }
    var description: String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "(absent)" }
}
