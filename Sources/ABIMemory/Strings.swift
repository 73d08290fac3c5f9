public import BackendAPI

/// A string of the ABI is not UTF-8, or too long (docs/abi.md, R8).
public struct InvalidUTF8: Error, Equatable {
    public init() {}
}

/// The most bytes of anything that a backend gives (R8.5). Something that claims to be longer is not read.
public let longestText: UInt64 = 4 << 20

extension picker_string {
    /// The text; nil if it is absent.
    public func text() throws(InvalidUTF8) -> String? {
        guard let data else { return nil }
        guard length <= longestText else { throw InvalidUTF8() }
        // From raw bytes, because `String` takes contiguous bytes at once, but mapped characters one by one.
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidUTF8() }
        return text
    }
}

extension picker_bytes {
    /// A copy of the bytes; nil if they are absent or their length is impossible.
    public var array: [UInt8]? {
        guard let data, length <= longestText else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(clamping: length)))
    }
}
