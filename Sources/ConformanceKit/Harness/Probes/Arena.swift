internal import BackendAPI

/// C strings and arrays that live as long as the process.
enum Arena {
    static func bytes(_ bytes: [UInt8]?) -> picker_bytes {
        guard let bytes else { return picker_bytes(data: nil, length: 0) }
        return picker_bytes(data: copy(bytes), length: UInt64(bytes.count))
    }

    static func string(_ bytes: [UInt8]?) -> picker_string {
        guard let bytes else { return picker_string(data: nil, length: 0) }
        let data = UnsafeRawPointer(copy(bytes)).assumingMemoryBound(to: CChar.self)
        return picker_string(data: data, length: UInt64(bytes.count))
    }

    static func string(_ text: String) -> picker_string { string(Array(text.utf8)) }

    /// Nil when there are none.
    static func array<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element>? {
        guard !values.isEmpty else { return nil }
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: values.count)
        copy.initialize(from: values, count: values.count)
        LeakedMemory.leak(copy)
        PassedPlaces.note(copy, values.count * MemoryLayout<Element>.stride)
        return UnsafePointer(copy)
    }

    /// With a byte of poison after it: code that reads on to a NUL finds something else.
    private static func copy(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 8)
        copy.initialize(repeating: 0x5F, count: bytes.count + 8)
        copy.update(from: bytes, count: bytes.count)
        LeakedMemory.leak(copy)
        PassedPlaces.note(copy, bytes.count)
        return UnsafePointer(copy)
    }
}

extension picker_string {
    /// The bytes, nil when absent.
    var copied: [UInt8]? {
        guard let data else { return nil }
        return UnsafeRawBufferPointer(start: data, count: Int(clamping: length)).map { $0 }
    }
}
