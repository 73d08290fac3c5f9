/// What the path of an entry means, told from its text alone: nothing is looked up, so no link can lead anywhere.
enum EntryPath: Equatable {
    /// From the library's root.
    case inside([UInt8])
    /// It leads out of the library.
    case outside
    /// An address, such as those of streams.
    case address

    private static let slash = UInt8(ascii: "/")

    var inside: [UInt8]? {
        guard case .inside(let path) = self else { return nil }
        return path
    }

    /// - Parameters:
    ///   - path: absolute, or from the playlist's folder.
    ///   - folder: that of the playlist, from the root.
    ///   - root: absolute.
    init(_ path: [UInt8], in folder: [UInt8], root: [UInt8]) {
        guard !Self.isAddress(path) else {
            self = .address
            return
        }
        var parts: [ArraySlice<UInt8>] = []
        if path.first == Self.slash {
            // A folder is inside of itself, and "/photos2" is not inside of "/photos".
            let rootParts = root.split(separator: Self.slash)
            let pathParts = path.split(separator: Self.slash)
            guard pathParts.starts(with: rootParts, by: ==) else {
                self = .outside
                return
            }
            parts = Array(pathParts.dropFirst(rootParts.count))
        } else {
            parts = folder.split(separator: Self.slash) + path.split(separator: Self.slash)
        }
        self = Self.resolved(parts).map { .inside($0) } ?? .outside
    }

    /// The path without "." and ".."; nil when it leads above the root, wherever it ends.
    private static func resolved(_ parts: [ArraySlice<UInt8>]) -> [UInt8]? {
        var resolved: [ArraySlice<UInt8>] = []
        for part in parts where !part.elementsEqual(".".utf8) {
            if !part.elementsEqual("..".utf8) {
                resolved.append(part)
            } else if resolved.popLast() == nil {
                return nil
            }
        }
        return Array(resolved.joined(separator: [slash]))
    }

    /// Letters, then "://".
    private static func isAddress(_ path: [UInt8]) -> Bool {
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")), path[colon...].starts(with: "://".utf8) else {
            return false
        }
        return colon > 0
            && path[..<colon].allSatisfy { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    }
}
