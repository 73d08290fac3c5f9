/// A playlist as players write it: a path a line, in the bytes of the file system. What begins with "#" is a comment or
/// one of the marks of M3U, of which two say something of photos:
///
///     #PLAYLIST:Best of 2024
///     #EXTINF:-1,The lighthouse at noon
///     2024/IMG_0815.jpg
struct Playlist {
    struct Entry: Equatable {
        /// Counted from 1, for messages.
        let line: Int
        let path: [UInt8]
        let title: String?
    }

    private(set) var title: String?
    private(set) var entries: [Entry] = []

    init(_ bytes: [UInt8]) {
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])  // UTF-8 with a byte order mark, as Windows writes it.
        var entryTitle: String?
        let lines = bytes.dropFirst(isMarked ? 3 : 0).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if line.first == UInt8(ascii: "#") {
                if let text = Self.value(of: "#EXTINF:", in: line) { entryTitle = Self.title(ofEntry: text) }
                if let text = Self.value(of: "#PLAYLIST:", in: line) { title = text.isEmpty ? nil : text }
            } else if !line.isEmpty {
                entries.append(Entry(line: index + 1, path: Array(line), title: entryTitle))
                entryTitle = nil
            }
        }
    }

    private static func value(of mark: String, in line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: mark.utf8) else { return nil }
        return String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
    }

    /// What is after the first comma: before it is a length in seconds, which photos have none of.
    private static func title(ofEntry text: String) -> String? {
        let title = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        return title.flatMap { $0.isEmpty ? nil : String($0) }
    }
}
