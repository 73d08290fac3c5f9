public import BackendAPI

/// A string of the ABI is not UTF-8 (rule R8 of docs/abi.md).
public struct InvalidUTF8: Error, Equatable {
    public init() {}
}

extension picker_string {
    /// The text, nil when absent.
    public func text() throws(InvalidUTF8) -> String? {
        guard let data else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(clamping: length))
        guard let text = String(validating: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            throw InvalidUTF8()
        }
        return text
    }
}

extension picker_bytes {
    /// A copy of the bytes, nil when absent.
    public var array: [UInt8]? {
        guard let data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(clamping: length)))
    }
}
