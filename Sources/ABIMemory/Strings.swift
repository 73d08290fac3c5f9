public import BackendAPI

/// The error of a string of the ABI that is not UTF-8, or too long (docs/abi.md, R8).
public struct InvalidUTF8: Error, Equatable {
    public init() {}
}

/// The most bytes that anything of a backend has (rule R8.5). A length above it is no length, and is not read.
public let longestText: UInt64 = 4 << 20

extension picker_string {
    /// The text, nil when absent.
    public func text() throws(InvalidUTF8) -> String? {
        guard let data else { return nil }
        guard length <= longestText else { throw InvalidUTF8() }
        // Raw: a string is made of bytes in one place in one go, and of mapped characters one by one.
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidUTF8() }
        return text
    }
}

extension picker_bytes {
    /// A copy of the bytes, nil when absent or of a length that cannot be.
    public var array: [UInt8]? {
        guard let data, length <= longestText else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(clamping: length)))
    }
}
