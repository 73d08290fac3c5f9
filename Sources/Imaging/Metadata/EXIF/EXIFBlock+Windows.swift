extension EXIFBlock {
    /// The tags that Windows adds to those of the standard: texts in UTF-16, little-endian regardless of the block's byte
    /// order, and a rating (https://learn.microsoft.com/windows/win32/wic/-wic-photoprop-system-title and its
    /// siblings).
    struct WindowsTags {
        var title: String?
        var comment: String?
        /// Separated by semicolons in the file.
        var keywords: [String] = []
        /// 0…5; nil for other values.
        var rating: Int?
    }

    var windowsTags: WindowsTags {
        var tags = WindowsTags()
        tags.title = text(.title)
        tags.comment = text(.comment)
        tags.keywords = (text(.keywords) ?? "").split(separator: ";").map(String.init).distinctWords
        tags.rating = main.integer(.rating).flatMap { (0...5).contains($0) ? $0 : nil }
        return tags
    }

    private func text(_ tag: TIFFDirectory.Tag) -> String? {
        guard let bytes = main.bytes(tag)?.bytes else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
        }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).trimmedText
    }
}
