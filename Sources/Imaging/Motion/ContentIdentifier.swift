/// The identifier that both parts of a Live Photo share. The phone generates it when it takes them.
public enum ContentIdentifier {
    /// The largest box of metadata that is read, in bytes. Videos have only few and short tags.
    private static let metadataLimit = 1 << 20
    private static let key = "com.apple.quicktime.content.identifier"

    /// The identifier in the metadata of a QuickTime video (QuickTime File Format, "Metadata"); nil if it has none. Only the
    /// headers of boxes and the metadata are read, wherever in the file they are.
    public static func ofVideo(_ source: ImageSource) -> String? {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = ISOFileReader(window)
        guard let meta = reader.first(path: "moov", "meta") ?? reader.first(path: "moov", "udta", "meta") else {
            return nil
        }
        // In ISO media files, this box begins with a version before the inner boxes; in QuickTime files it does not.
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

    /// The number of the key, counted from 1. The keys are boxes, after a version and a count.
    private static func index(in keys: ByteView) -> Int? {
        guard let boxes = keys.slice(upTo: keys.count, at: 8) else { return nil }
        var index = 0
        let found = ISOBox.first(in: boxes) { box in
            index += 1
            return box.content.bytes.elementsEqual(key.utf8)
        }
        return found == nil ? nil : index
    }

    /// The value of a key. Items are boxes whose type is the number of a key. Each contains a box `data`, which consists of a
    /// type, a locale and the value.
    private static func value(_ index: Int, in items: ByteView) -> String? {
        guard let item = ISOBox.first(in: items, where: { $0.header.typeNumber == index }),
            let data = ISOBox.first(in: item.content, where: { $0.type == "data" }),
            let text = data.content.slice(upTo: data.content.count, at: 8)
        else { return nil }
        return String(decoding: text.bytes, as: UTF8.self).trimmedText
    }
}
