extension String {
    /// The text without blanks and NUL at its ends; nil when there is nothing left.
    var trimmedText: String? {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0 || (0x09...0x0D).contains(byte) }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }),
            let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return first == utf8.startIndex && last == utf8.index(before: utf8.endIndex)
            ? self : String(self[first..<utf8.index(after: last)])
    }
}

extension [String] {
    /// Each word once, in order, without blanks around it and without empty ones.
    var distinctWords: [String] {
        var seen: Set<String> = []
        return compactMap(\.trimmedText).filter { seen.insert($0).inserted }
    }
}
