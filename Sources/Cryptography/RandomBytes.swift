internal import CSodium

/// Bytes that no one can predict.
enum RandomBytes {
    /// - Parameter count: at least 0.
    static func make(_ count: Int) -> [UInt8] {
        Sodium.start
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let start = buffer.baseAddress { randombytes_buf(start, count) }
            initialized = count
        }
    }

    /// Bytes in Base64 for URLs (RFC 4648, section 5), without padding.
    static func urlText(_ bytes: [UInt8]) -> String {
        let room = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        let text = [CChar](unsafeUninitializedCapacity: room) { buffer, count in
            // There is room for the text and its end.
            sodium_bin2base64(buffer.baseAddress!, room, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
            count = room
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
