/// What the two halves of a Live Photo have in common: an identifier that the phone made up when it took them.
public enum ContentIdentifier {
    /// Tags that name a video are few and short.
    private static let metadataLimit = 1 << 20
    private static let key = "com.apple.quicktime.content.identifier"

    /// Of a QuickTime video: the value of that key among the movie's metadata (QuickTime File Format, "Metadata"). Nil
    /// when it has none. Reads the heads of boxes and the metadata, wherever they lie.
    public static func ofVideo(_ source: ImageSource) -> String? {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = BoxReader(window)
        guard let meta = reader.first(path: "moov", "meta") ?? reader.first(path: "moov", "udta", "meta") else {
            return nil
        }
        // In ISO media files, this box has a version in front of the boxes inside; in QuickTime files it has not.
        for start in [meta.content.lowerBound, meta.content.lowerBound + 4] where start < meta.content.upperBound {
            let part = start..<meta.content.upperBound
            if let keys = reader.first("keys", in: part), let list = reader.first("ilst", in: part),
                let names = reader.bytes(keys.content, limit: metadataLimit),
                let values = reader.bytes(list.content, limit: metadataLimit), let index = index(in: names)
            {
                return value(index, in: values)
            }
        }
        return nil
    }

    /// The number of the key, from 1 on.
    private static func index(in keys: ByteView) -> Int? {
        var offset = 8
        for index in 1...max(1, min(Int(keys.bigUInt32(at: 4) ?? 0), metadataLimit / 8)) {
            guard let size = keys.bigUInt32(at: offset), size >= 8,
                let name = keys.slice(at: offset + 8, length: Int(size) - 8)
            else { return nil }
            if name.bytes.elementsEqual(key.utf8) { return index }
            offset += Int(size)
        }
        return nil
    }

    /// Items are boxes whose type is the number of a key, with a box `data` inside: a type, a locale and the value.
    private static func value(_ index: Int, in items: ByteView) -> String? {
        var offset = 0
        while let size = items.bigUInt32(at: offset), size >= 8 {
            if items.bigUInt32(at: offset + 4) == UInt32(index), items.has("data", at: offset + 12),
                let length = items.bigUInt32(at: offset + 8), length >= 16, length + 8 <= size,
                let text = items.slice(at: offset + 24, length: Int(length) - 16)
            {
                return String(decoding: text.bytes, as: UTF8.self).trimmedText
            }
            offset += Int(size)
        }
        return nil
    }
}
