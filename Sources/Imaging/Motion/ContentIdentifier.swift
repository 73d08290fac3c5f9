/// What the two halves of a Live Photo have in common: an identifier that the phone made up when it took them.
public enum ContentIdentifier {
    /// Tags that name a video are few and short.
    private static let metadataLimit = 1 << 20
    private static let key = "com.apple.quicktime.content.identifier"

    /// Of a QuickTime video: the value of that key among the movie's metadata (QuickTime File Format, "Metadata"). Nil
    /// when it has none. Reads the headers of boxes and the metadata, wherever they are.
    public static func ofVideo(_ source: ImageSource) -> String? {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = ISOFileReader(window)
        guard let meta = reader.first(path: "moov", "meta") ?? reader.first(path: "moov", "udta", "meta") else {
            return nil
        }
        // In ISO media files, this box has a version in front of the boxes inside; in QuickTime files it has not.
        for start in [meta.content.lowerBound, meta.content.lowerBound + 4] where start < meta.content.upperBound {
            let part = start..<meta.content.upperBound
            if let keys = reader.first("keys", in: part), let list = reader.first("ilst", in: part),
                let names = bytes(of: keys, &reader), let values = bytes(of: list, &reader),
                let index = index(in: names)
            {
                return value(index, in: values)
            }
        }
        return nil
    }

    private static func bytes(of box: ISOFileReader.Box, _ reader: inout ISOFileReader) -> ByteView? {
        guard box.content.count <= metadataLimit, let bytes = try? reader.view(box.content),
            bytes.count == box.content.count
        else { return nil }
        return bytes
    }

    /// The number of the key, from 1 on: after a version and a count, each key is a box.
    private static func index(in keys: ByteView) -> Int? {
        guard let boxes = keys.slice(upTo: keys.count, at: 8) else { return nil }
        var index = 0
        let found = ISOBox.first(in: boxes) { box in
            index += 1
            return box.content.bytes.elementsEqual(key.utf8)
        }
        return found == nil ? nil : index
    }

    /// Items are boxes whose type is the number of a key, with a box `data` inside: a type, a locale and the value.
    private static func value(_ index: Int, in items: ByteView) -> String? {
        guard let item = ISOBox.first(in: items, where: { $0.header.typeNumber == index }),
            let data = ISOBox.first(in: item.content, where: { $0.type == "data" }),
            let text = data.content.slice(upTo: data.content.count, at: 8)
        else { return nil }
        return String(decoding: text.bytes, as: UTF8.self).trimmedText
    }
}
