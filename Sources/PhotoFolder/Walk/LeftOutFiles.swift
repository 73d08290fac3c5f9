public import PhotoModel

/// Files of a library that are not assets and do not look like one, counted by their extensions.
public struct LeftOutFiles: Hashable, Sendable {
    /// How many kinds are listed by name; the rest is counted together.
    private static let shownKinds = 10
    /// The longest text after a dot that counts as an extension.
    private static let longestExtension = 8

    private var counts: [String: Int] = [:]

    /// Makes an empty count.
    public init() {}

    /// Counts a file.
    ///
    /// - Parameter name: its name in its folder.
    public mutating func note(_ name: some BidirectionalCollection<UInt8>) {
        let word = FileName(name).fileExtension
        let isExtension = word.utf8.count <= Self.longestExtension && word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        counts[isExtension ? word.uppercased() : "", default: 0] += 1
    }

    /// One line about them, for the library as a whole; nil if there are none.
    public var diagnostic: Diagnostic? {
        guard !counts.isEmpty else { return nil }
        let total = counts.values.reduce(0, +)
        let files = total == 1 ? "1 file is" : "\(total) files are"
        return Diagnostic(
            relativePath: ".", reason: .unsupportedFormat,
            message: "\(files) left out, as no photo or video that is read here: \(kinds.joined(separator: ", "))")
    }

    /// The kinds with their counts, such as `12 PDF`, the most frequent first.
    private var kinds: [String] {
        let sorted = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        let rest = sorted.dropFirst(Self.shownKinds).reduce(0) { $0 + $1.value }
        return sorted.prefix(Self.shownKinds).map { "\($1) \($0.isEmpty ? "of no known kind" : $0)" }
            + (rest > 0 ? ["\(rest) others"] : [])
    }
}
